import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { useList } from '../app/lists/list-query.tsx';
import { useClientKey } from '../app/session/session.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Id } from '../ui/copy.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';

type Version = Schemas['FlowVersionSummary'];
const route = getRouteApi('/gate/shell/flows/$flowId/versions');

/** What was published when, and what changed from one version to another. */
export function FlowVersionsPage() {
  const { flowId } = route.useParams();
  const list = useList(['flow-versions', flowId], (signal) =>
    read(api.GET('/v2/flows/{flowId}/versions', { params: { path: { flowId }, query: { limit: 100 } }, signal })),
  );
  return (
    <Page
      title="Versions"
      description="A published version never changes."
      actions={
        <Link to="/flows/$flowId" params={{ flowId }} className={buttonClasses()}>
          <ArrowLeft aria-hidden className="size-4" />
          Back to the draft
        </Link>
      }
    >
      <Card>
        <div className="-m-5">
          <QueryView query={list}>
            {({ data }) => (
              <DataTable
                label="Versions"
                rows={data}
                rowKey={(row) => String(row.version)}
                empty={<Empty title="Nothing is published yet">Publishing the flow creates version 1.</Empty>}
                columns={[
                  { header: 'Version', cell: (row) => <span className="font-medium">{row.version}</span> },
                  { header: 'Published', cell: (row) => <Time at={row.publishedAt} precise /> },
                  {
                    header: 'By',
                    className: 'hidden sm:table-cell',
                    cell: (row) => (row.publishedBy === null ? '–' : <Id value={row.publishedBy} />),
                  },
                ]}
              />
            )}
          </QueryView>
        </div>
      </Card>
      {list.data !== undefined && list.data.data.length > 1 && <Comparison flowId={flowId} versions={list.data.data} />}
    </Page>
  );
}

const badges = {
  added: { text: 'Added', tone: 'good' },
  removed: { text: 'Removed', tone: 'bad' },
  changed: { text: 'Changed', tone: 'info' },
} as const;

function Comparison({ flowId, versions }: { flowId: string; versions: readonly Version[] }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const client = useClientKey();
  const known = (text: string | undefined, place: number) =>
    versions.find(({ version }) => String(version) === text)?.version ?? versions[place]?.version ?? 1;
  const from = known(search.from, 1);
  const to = known(search.to, 0);
  const query = useQuery({
    queryKey: [client, 'flow-comparison', flowId, from, to],
    queryFn: ({ signal }) =>
      read(api.GET('/v2/flows/{flowId}/comparison', { params: { path: { flowId }, query: { from, to } }, signal })),
  });
  const options = versions.map(({ version }) => ({ value: String(version), text: `Version ${version}` }));
  const follow = (chosen: { from?: string; to?: string }) =>
    void navigate({
      to: '/flows/$flowId/versions',
      params: { flowId },
      search: { from: String(from), to: String(to), ...chosen },
    });
  return (
    <Card title="Compare" flush>
      <div className="grid gap-4 p-5 sm:max-w-md sm:grid-cols-2">
        <SelectField
          label="From"
          value={String(from)}
          options={options}
          onChange={(event) => follow({ from: event.target.value })}
        />
        <SelectField
          label="To"
          value={String(to)}
          options={options}
          onChange={(event) => follow({ to: event.target.value })}
        />
      </div>
      <div className="border-t border-line">
        <QueryView query={query}>
          {({ changes }) => (
            <DataTable
              label="Changes"
              rows={changes}
              rowKey={(row) => row.pointer}
              empty={<p className="p-5 text-soft">The two versions are the same.</p>}
              columns={[
                {
                  header: 'Where',
                  cell: (row) => <code className="font-mono text-[13px] break-all">{row.pointer}</code>,
                },
                { header: 'What', cell: (row) => <Badge tone={badges[row.kind].tone}>{badges[row.kind].text}</Badge> },
                {
                  header: 'Before',
                  cell: (row) => <code className="font-mono text-[13px] break-all text-soft">{row.before ?? '–'}</code>,
                },
                {
                  header: 'After',
                  cell: (row) => <code className="font-mono text-[13px] break-all">{row.after ?? '–'}</code>,
                },
              ]}
            />
          )}
        </QueryView>
      </div>
    </Card>
  );
}
