import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { roles } from 'virtual:contract-words';
import { api, done, read } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Role, Schemas } from '../../api/schema.ts';
import { BindOperatorDialog } from '../../app/session/bind-operator-dialog.tsx';
import { InviteDialog } from '../../app/session/invite-dialog.tsx';
import { RemoveOperatorDialog } from '../../app/session/remove-operator-dialog.tsx';
import { useList } from '../../app/lists/list-query.tsx';
import { roleTexts } from '../../app/session/role-texts.ts';
import { useClientKey, useSession } from '../../app/session/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { CopyBox } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';

export function TeamPage() {
  const { may } = useSession();
  const [inviting, setInviting] = useState(false);
  const [created, setCreated] = useState<Schemas['CreatedInvitation'] | null>(null);
  const client = useClientKey();
  return (
    <Page
      title="Team"
      description="The people who run this service. A role decides what each of them may do, here and over REST."
      actions={
        may('operators:write') && (
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Operators />
      <Invitations />
      <Card title="Roles">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_1fr]">
          {roles.map((role) => (
            <div key={role} className="contents">
              <dt className="-mb-2.5 font-medium sm:mb-0">{roleTexts[role].name}</dt>
              <dd className="text-soft">{roleTexts[role].about}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onDone={(invitation) => {
            setInviting(false);
            setCreated(invitation);
            void queryClient.invalidateQueries({ queryKey: [client, 'invitations'] });
          }}
        />
      )}
      {created !== null && (
        <Dialog title={`Send this link to ${created.invitation.email}`} onClose={() => setCreated(null)} firm>
          <p className="mb-4 text-soft">
            It works once, until <Time at={created.invitation.expiresAt} precise />, and is not shown again.
          </p>
          <CopyBox value={created.link} label="Invitation link" />
          <DialogActions>
            <Button variant="primary" onClick={() => setCreated(null)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Page>
  );
}

function Operators() {
  const { may, operator: self } = useSession();
  const client = useClientKey();
  const say = useToast();
  const list = useList(['operators'], (signal) =>
    read(api.GET('/v2/operators', { params: { query: { limit: 100 } }, signal })),
  );
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [client, 'operators'] });
  const mayManage = (role: Role) => may('operators:write') && (role !== 'owner' || self.role === 'owner');
  const setRole = async (operatorId: string, role: Role) => {
    try {
      await read(api.PATCH('/v2/operators/{operatorId}', { params: { path: { operatorId } }, body: { role } }));
      say(`The role is now: ${roleTexts[role].name}.`);
    } catch (error) {
      say(messageOf(error), 'bad');
    }
    refresh();
  };
  const [leaving, setLeaving] = useState<Schemas['Operator'] | null>(null);
  const [binding, setBinding] = useState<Schemas['Operator'] | null>(null);
  return (
    <Card>
      <div className="-m-5">
        <QueryView query={list}>
          {({ data }) => (
            <DataTable
              label="Operators"
              rows={data}
              rowKey={(row) => row.id}
              empty={<Empty Icon={Users} title="Nobody yet" />}
              columns={[
                {
                  header: 'Person',
                  cell: (row) => (
                    <>
                      <span className="font-medium">{row.name || row.email}</span>
                      {row.id === self.id && <span className="text-faint"> (you)</span>}
                      <span className="block text-[13px] text-faint">{row.email}</span>
                    </>
                  ),
                },
                {
                  header: 'Role',
                  cell: (row) =>
                    mayManage(row.role) ? (
                      <select
                        aria-label={`Role of ${row.name || row.email}`}
                        className="control w-36"
                        value={row.role}
                        onChange={(event) => {
                          const role = roles.find((known) => known === event.target.value);
                          if (role) void setRole(row.id, role);
                        }}
                      >
                        {roles
                          .filter((role) => mayManage(role))
                          .map((role) => (
                            <option key={role} value={role}>
                              {roleTexts[role].name}
                            </option>
                          ))}
                      </select>
                    ) : (
                      roleTexts[row.role].name
                    ),
                },
                {
                  header: 'Clients',
                  className: 'hidden md:table-cell',
                  cell: (row) => {
                    const text = row.clientIds.length === 0 ? 'Every client' : `${row.clientIds.length} of the clients`;
                    // An owner works on every client.
                    if (!mayManage(row.role) || row.role === 'owner' || row.id === self.id) return text;
                    return (
                      <Button
                        size="small"
                        aria-label={`Clients of ${row.name || row.email}: ${text}`}
                        onClick={() => setBinding(row)}
                      >
                        {text}
                      </Button>
                    );
                  },
                },
                {
                  header: 'Second factor',
                  className: 'hidden md:table-cell',
                  cell: (row) => (
                    <Badge tone={row.totpEnabled ? 'good' : 'warn'}>{row.totpEnabled ? 'On' : 'Off'}</Badge>
                  ),
                },
                {
                  header: 'Last seen',
                  className: 'hidden sm:table-cell',
                  cell: (row) =>
                    row.lastSeenAt === null ? <span className="text-faint">Never</span> : <Time at={row.lastSeenAt} />,
                },
                {
                  header: 'Actions',
                  quiet: true,
                  className: 'text-right',
                  cell: (row) =>
                    mayManage(row.role) &&
                    row.id !== self.id && (
                      <Button
                        size="small"
                        variant="danger"
                        aria-label={`Remove ${row.name || row.email}`}
                        onClick={() => setLeaving(row)}
                      >
                        Remove
                      </Button>
                    ),
                },
              ]}
            />
          )}
        </QueryView>
      </div>
      {binding !== null && (
        <BindOperatorDialog
          operator={binding}
          onClose={() => setBinding(null)}
          onDone={() => {
            setBinding(null);
            refresh();
            say('Clients saved.');
          }}
        />
      )}
      {leaving !== null && (
        <RemoveOperatorDialog
          operator={leaving}
          onClose={() => setLeaving(null)}
          onDone={() => {
            setLeaving(null);
            refresh();
            say(`${leaving.name || leaving.email} is removed.`);
          }}
        />
      )}
    </Card>
  );
}

function Invitations() {
  const { may } = useSession();
  const client = useClientKey();
  const confirm = useConfirm();
  const list = useList(['invitations'], (signal) =>
    read(api.GET('/v2/invitations', { params: { query: { limit: 100 } }, signal })),
  );
  if (list.data === undefined || list.data.data.length === 0) return null;
  return (
    <Card title="Open invitations" flush>
      <DataTable
        label="Open invitations"
        rows={list.data.data}
        rowKey={(row) => row.id}
        empty={null}
        columns={[
          { header: 'Email', cell: (row) => <span className="font-medium">{row.email}</span> },
          { header: 'Role', cell: (row) => roleTexts[row.role].name },
          { header: 'Ends', className: 'hidden sm:table-cell', cell: (row) => <Time at={row.expiresAt} /> },
          {
            header: 'Actions',
            quiet: true,
            className: 'text-right',
            cell: (row) =>
              may('operators:write') && (
                <Button
                  size="small"
                  variant="danger"
                  aria-label={`Withdraw the invitation of ${row.email}`}
                  onClick={() =>
                    confirm({
                      title: `Withdraw the invitation of ${row.email}?`,
                      body: 'The link stops working.',
                      action: 'Withdraw',
                      run: async () => {
                        await done(
                          api.DELETE('/v2/invitations/{invitationId}', { params: { path: { invitationId: row.id } } }),
                        );
                        void queryClient.invalidateQueries({ queryKey: [client, 'invitations'] });
                      },
                    })
                  }
                >
                  Withdraw
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}
