import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Ellipsis, KeyRound, Pencil, Power, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deliveryStates } from 'virtual:contract-words';
import { api, done, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schemas } from '../api/schema.ts';
import { Pager, useList } from '../app/lists/list-query.tsx';
import { oneOf } from '../app/lists/search.ts';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { DeliveryList } from '../developers/delivery-list.tsx';
import { deliveryPace } from '../developers/delivery-pace.ts';
import { EndpointDialog } from '../developers/endpoint-dialog.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useConfirm } from '../ui/dialogs/confirm.tsx';
import { Id } from '../ui/copy.tsx';
import { SelectField } from '../ui/field.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageQuery } from '../ui/page-query.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SecretDialog } from '../ui/dialogs/secret-dialog.tsx';
import { StatusBadge, stateText } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';

type Endpoint = Schemas['WebhookEndpoint'];
const route = getRouteApi('/gate/shell/developers/webhooks/$endpointId');

export function WebhookPage() {
  const { endpointId } = route.useParams();
  const client = useClientKey();
  const query = useQuery({
    queryKey: [client, 'webhook-endpoint', endpointId],
    queryFn: ({ signal }) =>
      read(api.GET('/v2/webhook-endpoints/{endpointId}', { params: { path: { endpointId } }, signal })),
  });
  return <PageQuery query={query}>{(endpoint) => <EndpointView endpoint={endpoint} />}</PageQuery>;
}

function EndpointView({ endpoint }: { endpoint: Endpoint }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const state = oneOf(deliveryStates, search.state);
  const { after } = search;
  const deliveries = useList(
    ['deliveries', endpoint.id, state, after],
    (signal) =>
      read(
        api.GET('/v2/deliveries', {
          params: { query: { endpointId: endpoint.id, ...(state && { state }), ...(after && { after }) } },
          signal,
        }),
      ),
    { everyMs: deliveryPace },
  );
  return (
    <Page
      title={endpoint.url}
      aside={<StatusBadge state={endpoint.enabled ? 'enabled' : 'disabled'} />}
      description={
        <span className="flex flex-wrap items-center gap-x-3 text-[13px]">
          <Id value={endpoint.id} />
          {endpoint.description}
        </span>
      }
      actions={<EndpointActions endpoint={endpoint} />}
    >
      {endpoint.rotatesUntil !== null && Date.parse(endpoint.rotatesUntil) > Date.now() && (
        <Notice tone="info">
          The secret is being rotated: until <Time at={endpoint.rotatesUntil} precise /> requests carry two signatures.
        </Notice>
      )}
      <Card title="Events">
        <div className="flex flex-wrap gap-1.5">
          {endpoint.eventTypes.length === 0 ? (
            <span className="text-soft">All</span>
          ) : (
            endpoint.eventTypes.map((type) => <Badge key={type}>{type}</Badge>)
          )}
        </div>
      </Card>
      <Card
        title="Deliveries"
        description="Every attempt is kept with its answer for 30 days."
        flush
        actions={
          <div className="w-44">
            <SelectField
              label={<span className="sr-only">State</span>}
              value={state ?? ''}
              options={[
                { value: '', text: 'All states' },
                ...deliveryStates.map((value) => ({ value, text: stateText(value) })),
              ]}
              onChange={(event) =>
                void navigate({
                  to: '/developers/webhooks/$endpointId',
                  params: { endpointId: endpoint.id },
                  search: { state: event.target.value },
                })
              }
            />
          </div>
        }
      >
        <QueryView query={deliveries}>
          {({ data, nextCursor }) => (
            <>
              <DeliveryList deliveries={data} />
              <Pager after={after} nextCursor={nextCursor} />
            </>
          )}
        </QueryView>
      </Card>
    </Page>
  );
}

function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const { may } = useSession();
  const client = useClientKey();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const say = useToast();
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const params = { path: { endpointId: endpoint.id } };
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [client] });
  const onError = (error: unknown) => say(messageOf(error), 'bad');
  const test = useMutation({
    mutationFn: () => read(api.POST('/v2/webhook-endpoints/{endpointId}/test', { params })),
    onSuccess: () => {
      refresh();
      say('Test event sent.');
    },
    onError,
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) =>
      read(api.PATCH('/v2/webhook-endpoints/{endpointId}', { params, body: { enabled } })),
    onSuccess: refresh,
    onError,
  });
  const again = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v2/webhook-endpoints/{endpointId}/redeliver-failed', {
          params,
          body: { since: new Date(Date.now() - 30 * 86_400_000).toISOString() },
        }),
      ),
    onSuccess: ({ deliveries }) => {
      refresh();
      say(deliveries === 1 ? '1 delivery is tried again.' : `${deliveries} deliveries are tried again.`);
    },
    onError,
  });
  if (!may('webhooks:write')) return null;
  return (
    <>
      <Button
        busy={test.isPending}
        disabled={!endpoint.enabled}
        icon={<Send aria-hidden className="size-4" />}
        onClick={() => test.mutate()}
      >
        Send test event
      </Button>
      <Menu
        trigger={
          <Button aria-label="More actions" icon={<Ellipsis aria-hidden className="size-4" />}>
            More
          </Button>
        }
      >
        <MenuItem onSelect={() => setEditing(true)}>
          <Pencil aria-hidden className="size-4" />
          Change…
        </MenuItem>
        <MenuItem onSelect={() => enable.mutate(!endpoint.enabled)}>
          <Power aria-hidden className="size-4" />
          {endpoint.enabled ? 'Disable' : 'Enable'}
        </MenuItem>
        <MenuItem onSelect={() => again.mutate()}>
          <RotateCcw aria-hidden className="size-4" />
          Redeliver failed events
        </MenuItem>
        <MenuItem
          onSelect={() =>
            confirm({
              title: `Rotate the secret of ${endpoint.url}?`,
              body: 'You will get a new secret. For 24 hours each request has two signatures, so that your backend can switch.',
              action: 'Rotate secret',
              run: async () => {
                const rotated = await read(api.POST('/v2/webhook-endpoints/{endpointId}/rotate-secret', { params }));
                setSecret(rotated.secret);
                refresh();
              },
            })
          }
        >
          <KeyRound aria-hidden className="size-4" />
          Rotate secret…
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          danger
          onSelect={() =>
            confirm({
              title: `Remove the endpoint ${endpoint.url}?`,
              body: 'Waiting deliveries are dropped, and the endpoint gets no more events.',
              action: 'Remove endpoint',
              run: async () => {
                await done(api.DELETE('/v2/webhook-endpoints/{endpointId}', { params }));
                await navigate({ to: '/developers/webhooks' });
                refresh();
                say('The endpoint was removed.');
              },
            })
          }
        >
          <Trash2 aria-hidden className="size-4" />
          Remove…
        </MenuItem>
      </Menu>
      {editing && (
        <EndpointDialog
          endpoint={endpoint}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            refresh();
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="The new signing secret"
          secret={secret}
          label="Signing secret"
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
