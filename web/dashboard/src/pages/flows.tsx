import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { ListPage } from '../app/lists/list-page.tsx';
import { useList } from '../app/lists/list-query.tsx';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { NewFlowDialog } from '../flow/new-flow-dialog.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Id } from '../ui/copy.tsx';
import { rowLink } from '../ui/data-table.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/gate/shell/flows');

export function FlowsPage() {
  const { after } = route.useSearch();
  const { may } = useSession();
  const client = useClientKey();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useList(['flows', after], (signal) =>
    read(api.GET('/v2/flows', { params: { query: { limit: 50, ...(after && { after }) } }, signal })),
  );
  const add = may('flows:write') && (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      New flow
    </Button>
  );
  return (
    <ListPage
      title="Flows"
      description="What people have to do, and how the result is decided. A published version never changes."
      actions={add}
      list={list}
      after={after}
      empty={
        <Empty Icon={ListChecks} title="No flows yet" action={add}>
          A flow defines what a person has to show: a document, a face, a phone number.
        </Empty>
      }
      columns={[
        {
          header: 'Name',
          cell: (row) => (
            <Link to="/flows/$flowId" params={{ flowId: row.id }} {...rowLink}>
              {row.name}
            </Link>
          ),
        },
        {
          header: 'State',
          cell: (row) => (
            <span className="flex flex-wrap gap-1.5">
              <StatusBadge state={row.state} />
              {row.hasUnpublishedChanges && row.state !== 'draft' && <Badge tone="info">Unpublished changes</Badge>}
            </span>
          ),
        },
        { header: 'Version', className: 'hidden sm:table-cell', cell: (row) => row.latestVersion ?? '–' },
        { header: 'Id', className: 'hidden md:table-cell', cell: (row) => <Id value={row.id} /> },
        {
          header: 'Changed',
          className: 'hidden sm:table-cell text-right',
          cell: (row) => <Time at={row.updatedAt} />,
        },
      ]}
    >
      {adding && (
        <NewFlowDialog
          onClose={() => setAdding(false)}
          onDone={(flow) => {
            void queryClient.invalidateQueries({ queryKey: [client, 'flows'] });
            void navigate({ to: '/flows/$flowId', params: { flowId: flow.id } });
          }}
        />
      )}
    </ListPage>
  );
}
