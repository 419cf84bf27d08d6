import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schemas } from '../../api/schema.ts';
import { ListPage } from '../../app/lists/list-page.tsx';
import { useList } from '../../app/lists/list-query.tsx';
import { useClientKey, useSession } from '../../app/session/session.tsx';
import { NewTokenDialog } from '../../developers/new-token-dialog.tsx';
import { RevokeTokenDialog } from '../../developers/revoke-token-dialog.tsx';
import { RotateTokenDialog } from '../../developers/rotate-token-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/copy.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';

type Token = Schemas['ApiToken'];

function stateOf({ revokedAt, expiresAt }: Token): string {
  if (revokedAt !== null) return Date.parse(revokedAt) > Date.now() ? 'active' : 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}

export function ApiTokensPage() {
  const { may } = useSession();
  const client = useClientKey();
  const say = useToast();
  const [adding, setAdding] = useState(false);
  const [rotating, setRotating] = useState<Token | null>(null);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const [created, setCreated] = useState<Schemas['CreatedApiToken'] | null>(null);
  const list = useList(['api-tokens'], (signal) =>
    read(api.GET('/v2/api-tokens', { params: { query: { limit: 100 } }, signal })),
  );
  const write = may('account:write');
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [client, 'api-tokens'] });
  const take = (token: Schemas['CreatedApiToken']) => {
    setAdding(false);
    setRotating(null);
    setCreated(token);
    refresh();
  };
  const add = write && (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      New token
    </Button>
  );
  return (
    <ListPage
      title="API tokens"
      description="Your backend authenticates with these. Give each system a separate token with only the rights that it needs."
      actions={add}
      list={list}
      after={null}
      empty={
        <Empty Icon={KeyRound} title="No tokens yet" action={add}>
          Your backend needs a token to read results.
        </Empty>
      }
      columns={[
        {
          header: 'Name',
          cell: (row) => (
            <>
              <span className="font-medium">{row.name}</span>
              {row.allowedNetworks.length > 0 && (
                <span className="block text-[13px] text-faint">from {row.allowedNetworks.join(', ')}</span>
              )}
            </>
          ),
        },
        { header: 'State', cell: (row) => <StatusBadge state={stateOf(row)} /> },
        {
          header: 'Scopes',
          className: 'hidden lg:table-cell',
          cell: (row) => (
            <span className="flex flex-wrap gap-1">
              {row.scopes.map((scope) => (
                <Badge key={scope}>{scope}</Badge>
              ))}
            </span>
          ),
        },
        {
          header: 'Made by',
          className: 'hidden lg:table-cell',
          cell: (row) =>
            row.createdByName ??
            (row.createdBy === null ? <span className="text-faint">Unknown</span> : <Id value={row.createdBy} />),
        },
        {
          header: 'Last used',
          className: 'hidden md:table-cell',
          cell: (row) =>
            row.lastUsedAt === null ? <span className="text-faint">Never</span> : <Time at={row.lastUsedAt} />,
        },
        {
          header: 'Expires',
          className: 'hidden sm:table-cell',
          cell: (row) =>
            row.expiresAt === null ? <span className="text-faint">Never</span> : <Time at={row.expiresAt} />,
        },
        {
          header: 'Actions',
          quiet: true,
          className: 'text-right',
          cell: (row) =>
            write &&
            stateOf(row) === 'active' && (
              <span className="flex justify-end gap-1.5">
                <Button size="small" aria-label={`Rotate ${row.name}`} onClick={() => setRotating(row)}>
                  Rotate
                </Button>
                <Button
                  size="small"
                  variant="danger"
                  aria-label={`Revoke ${row.name}`}
                  onClick={() => setRevoking(row)}
                >
                  Revoke
                </Button>
              </span>
            ),
        },
      ]}
    >
      {adding && <NewTokenDialog onClose={() => setAdding(false)} onDone={take} />}
      {rotating !== null && <RotateTokenDialog token={rotating} onClose={() => setRotating(null)} onDone={take} />}
      {revoking !== null && (
        <RevokeTokenDialog
          token={revoking}
          onClose={() => setRevoking(null)}
          onDone={() => {
            setRevoking(null);
            refresh();
            say(`The token “${revoking.name}” was revoked.`);
          }}
        />
      )}
      {created !== null && (
        <SecretDialog
          title={`The token “${created.name}”`}
          secret={created.token}
          label="API token"
          onClose={() => setCreated(null)}
        />
      )}
    </ListPage>
  );
}
