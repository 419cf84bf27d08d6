import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schemas } from '../api/schema.ts';
import { ListPage } from '../app/lists/list-page.tsx';
import { useList } from '../app/lists/list-query.tsx';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { EndpointDialog } from '../developers/endpoint-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { rowLink } from '../ui/data-table.tsx';
import { SecretDialog } from '../ui/dialogs/secret-dialog.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/gate/shell/developers/webhooks');
const disabledTexts = {
  operator: 'Disabled manually',
  gone: 'Disabled: it answered 410 Gone',
  failing: 'Disabled: five days of failures',
} as const;

export function WebhooksPage() {
  const { after } = route.useSearch();
  const { may } = useSession();
  const client = useClientKey();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const [created, setCreated] = useState<Schemas['CreatedWebhookEndpoint'] | null>(null);
  const list = useList(['webhook-endpoints', after], (signal) =>
    read(api.GET('/v2/webhook-endpoints', { params: { query: { ...(after && { after }) } }, signal })),
  );
  const add = may('webhooks:write') && (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      New endpoint
    </Button>
  );
  return (
    <ListPage
      title="Webhooks"
      description="Each change is sent to your backend at once, signed, and again for three days until your backend answers."
      actions={add}
      label="Webhook endpoints"
      list={list}
      after={after}
      empty={
        <Empty Icon={Webhook} title="No endpoints yet" action={add}>
          Add the address of your backend that should receive verdicts.
        </Empty>
      }
      columns={[
        {
          header: 'Address',
          cell: (row) => (
            <>
              <Link
                to="/developers/webhooks/$endpointId"
                params={{ endpointId: row.id }}
                data-row=""
                className={`${rowLink.className} break-all`}
              >
                {row.url}
              </Link>
              {row.description && <span className="block text-[13px] text-faint">{row.description}</span>}
            </>
          ),
        },
        {
          header: 'State',
          cell: (row) => (
            <StatusBadge
              state={row.enabled ? 'enabled' : 'disabled'}
              {...(row.disabledReason && { text: disabledTexts[row.disabledReason] })}
            />
          ),
        },
        {
          header: 'Events',
          className: 'hidden md:table-cell',
          cell: (row) => (
            <span className="text-soft">{row.eventTypes.length === 0 ? 'All' : `${row.eventTypes.length} types`}</span>
          ),
        },
        {
          header: 'Added',
          className: 'hidden sm:table-cell text-right',
          cell: (row) => <Time at={row.createdAt} />,
        },
      ]}
    >
      {adding && (
        <EndpointDialog
          onClose={() => setAdding(false)}
          onCreated={(endpoint) => {
            setAdding(false);
            setCreated(endpoint);
            void queryClient.invalidateQueries({ queryKey: [client, 'webhook-endpoints'] });
          }}
        />
      )}
      {created !== null && (
        <SecretDialog
          title="The signing secret"
          secret={created.secret}
          label="Signing secret"
          onClose={() => {
            setCreated(null);
            void navigate({ to: '/developers/webhooks/$endpointId', params: { endpointId: created.id } });
          }}
        >
          <p className="text-soft">
            Your backend uses it to verify that a request really comes from this service (Standard Webhooks).
          </p>
        </SecretDialog>
      )}
    </ListPage>
  );
}
