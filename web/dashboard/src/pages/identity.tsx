import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Download, Ellipsis, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, done, read, readFile } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schemas } from '../api/schema.ts';
import { useFlows } from '../app/flows/flow-options.ts';
import { HostedLinkDialog } from '../app/flows/hosted-link-dialog.tsx';
import { saveFile } from '../app/lists/save-file.ts';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { TagsEditor } from '../app/lists/tags-editor.tsx';
import { words } from '../app/words.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useConfirm } from '../ui/dialogs/confirm.tsx';
import { Id } from '../ui/copy.tsx';
import { DataTable, rowLink, type Column } from '../ui/data-table.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { PageQuery } from '../ui/page-query.tsx';
import { Page } from '../ui/page.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';
import { LongText } from '../ui/long-text.tsx';
import { typedToErase } from '../verification/name-of.ts';

type Identity = Schemas['Identity'];
type Attempt = Schemas['VerificationSummary'];
const route = getRouteApi('/gate/shell/identities/$identityId');

export function IdentityPage() {
  const { identityId } = route.useParams();
  const client = useClientKey();
  const query = useQuery({
    queryKey: [client, 'identity', identityId],
    queryFn: ({ signal }) => read(api.GET('/v2/identities/{identityId}', { params: { path: { identityId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.activeVerification ? 3_000 : false),
  });
  return <PageQuery query={query}>{(identity) => <IdentityView identity={identity} />}</PageQuery>;
}

const columns: readonly Column<Attempt>[] = [
  {
    header: 'Verification',
    cell: (row) => (
      <Link to="/verifications/$verificationId" params={{ verificationId: row.id }} {...rowLink}>
        <Time at={row.createdAt} precise />
      </Link>
    ),
  },
  { header: 'Status', cell: (row) => <StatusBadge state={row.status} /> },
  { header: 'Id', className: 'hidden sm:table-cell', cell: (row) => <Id value={row.id} /> },
  {
    header: 'Finished',
    className: 'hidden md:table-cell text-right',
    cell: (row) => (row.finishedAt === null ? '–' : <Time at={row.finishedAt} />),
  },
];

function IdentityView({ identity }: { identity: Identity }) {
  const { may } = useSession();
  const client = useClientKey();
  const { id, data, verifications, silentVerifications, activeVerification, status } = identity;
  const name = data.fullName?.value ?? `Identity …${id.slice(-8)}`;
  const isListed = (attempt: Attempt) => verifications.some(({ id: listed }) => listed === attempt.id);
  const attempts =
    activeVerification !== null && activeVerification.speaksForIdentity && !isListed(activeVerification)
      ? [activeVerification, ...verifications]
      : verifications;
  const facts = Object.entries(data);
  return (
    <Page
      title={name}
      aside={<StatusBadge state={status} />}
      description={<Id value={id} whole />}
      actions={status !== 'deleted' && <IdentityActions identity={identity} />}
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Data" description="From verified attempts only, the newest value of each." flush>
            {facts.length === 0 ? (
              <p className="px-5 py-4 text-soft">
                {status === 'deleted'
                  ? 'All data about this person has been destroyed.'
                  : 'Nothing has been verified yet.'}
              </p>
            ) : (
              <DataTable
                label="Data of the person"
                rows={facts}
                rowKey={([fact]) => fact}
                empty={null}
                columns={[
                  { header: 'Fact', cell: ([fact]) => <span className="text-soft">{words(fact)}</span> },
                  {
                    header: 'Value',
                    cell: ([, { value }]) => (
                      <span className="font-medium break-words">
                        <LongText text={value} />
                      </span>
                    ),
                  },
                  {
                    header: 'Source',
                    className: 'hidden sm:table-cell',
                    cell: ([, { source }]) => (
                      <span className="text-soft">{source.split(':').map(words).join(': ')}</span>
                    ),
                  },
                  {
                    header: 'From',
                    className: 'text-right',
                    cell: ([, { verificationId }]) => (
                      <Link
                        to="/verifications/$verificationId"
                        params={{ verificationId }}
                        className="link whitespace-nowrap"
                      >
                        Attempt
                      </Link>
                    ),
                  },
                ]}
              />
            )}
          </Card>
          <Card title="Verifications" {...(verifications.length === 20 && { description: 'The latest 20.' })} flush>
            <DataTable
              label="Verifications of the person"
              columns={columns}
              rows={attempts}
              rowKey={(row) => row.id}
              empty={<p className="px-5 py-4 text-soft">None yet.</p>}
              {...(verifications.length === 20 && {
                footer: (
                  <p className="border-t border-line px-5 py-3">
                    <Link to="/verifications" search={{ identityId: id }} className="link">
                      All verifications of this person
                    </Link>
                  </p>
                ),
              })}
            />
          </Card>
          {silentVerifications.length > 0 && (
            <Card
              title="Attempts that do not speak for this person"
              description="Anyone who knows the identity’s id can start these. They do not change the identity."
              flush
            >
              <DataTable
                label="Attempts that do not speak for this person"
                columns={columns}
                rows={silentVerifications}
                rowKey={(row) => row.id}
                empty={null}
              />
            </Card>
          )}
        </div>
        <Card title="Tags">
          <TagsEditor
            tags={identity.tags}
            locked={!may('verifications:write') || status === 'deleted'}
            save={async (change) =>
              queryClient.setQueryData(
                [client, 'identity', id],
                await read(
                  api.PATCH('/v2/identities/{identityId}', { params: { path: { identityId: id } }, body: change }),
                ),
              )
            }
          />
        </Card>
      </div>
    </Page>
  );
}

function IdentityActions({ identity }: { identity: Identity }) {
  const { may } = useSession();
  const client = useClientKey();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const say = useToast();
  const flows = useFlows();
  const [again, setAgain] = useState(false);
  const { id, reverifiableBy } = identity;
  const name = identity.data.fullName?.value;
  const exported = useMutation({
    mutationFn: () => readFile(`/v2/identities/${id}/export`),
    onSuccess: (file) => saveFile(file, `${id}.zip`),
    onError: (error) => say(messageOf(error), 'bad'),
  });
  const nameOfFlow = (flowId: string) => flows.data?.find((flow) => flow.id === flowId)?.name ?? flowId;
  return (
    <>
      {may('verifications:write') && (
        <Button
          disabled={reverifiableBy.length === 0}
          icon={<RefreshCw aria-hidden className="size-4" />}
          onClick={() => setAgain(true)}
        >
          Verify again
        </Button>
      )}
      <Menu
        trigger={
          <Button aria-label="More actions" icon={<Ellipsis aria-hidden className="size-4" />}>
            More
          </Button>
        }
      >
        <MenuItem onSelect={() => exported.mutate()}>
          <Download aria-hidden className="size-4" />
          Export everything
        </MenuItem>
        {may('verifications:write') && (
          <>
            <MenuSeparator />
            <MenuItem
              danger
              onSelect={() =>
                confirm({
                  title: `Erase ${name ?? 'this person'}?`,
                  body: 'This permanently destroys all of this person’s attempts, pictures and data, and the key that decrypts them. An entry without personal data stays in the audit log.',
                  action: 'Erase person',
                  typed: typedToErase(name, id),
                  run: async () => {
                    await done(api.DELETE('/v2/identities/{identityId}', { params: { path: { identityId: id } } }));
                    void queryClient.invalidateQueries({ queryKey: [client] });
                    say(`${name ?? 'The person'} was erased.`);
                    await navigate({ to: '/identities' });
                  },
                })
              }
            >
              <Trash2 aria-hidden className="size-4" />
              Erase…
            </MenuItem>
          </>
        )}
      </Menu>
      {again && (
        <HostedLinkDialog
          title={`Verify ${name ?? 'this person'} again`}
          flows={reverifiableBy.map((flowId) => ({ id: flowId, name: nameOfFlow(flowId) }))}
          identityId={id}
          onClose={() => setAgain(false)}
        />
      )}
    </>
  );
}
