import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, GitCompare, Pencil, Power, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, done, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schemas } from '../api/schema.ts';
import { HostedLinkDialog } from '../app/flows/hosted-link-dialog.tsx';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/dialogs/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx';
import { useToast } from '../ui/toast.tsx';
import type { FlowDraft } from './flow-draft.ts';
import { FlowWarnings } from './flow-warnings.tsx';

type Flow = Schemas['Flow'];

interface FlowActionsProps {
  flow: Flow;
  draft: FlowDraft;
  changed: boolean;
  valid: boolean;
  warnings: readonly Schemas['FlowWarning'][];
  onSaved: (flow: Flow) => void;
}

/** Save, publish, try, and the rarer actions on a flow. */
export function FlowActions({ flow, draft, changed, valid, warnings, onSaved }: FlowActionsProps) {
  const { may, administers } = useSession();
  const client = useClientKey();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const say = useToast();
  const [dialog, setDialog] = useState<'name' | 'link' | null>(null);
  const params = { path: { flowId: flow.id } };
  const put = (saved: Flow) => {
    queryClient.setQueryData([client, 'flow', flow.id], saved);
    void queryClient.invalidateQueries({ queryKey: [client, 'flows'] });
  };
  const onError = (error: unknown) => say(messageOf(error), 'bad');
  const update = (body: Schemas['FlowUpdate']) => read(api.PATCH('/v2/flows/{flowId}', { params, body }));
  const save = useMutation({
    mutationFn: () => update({ document: draft }),
    onSuccess: (saved) => {
      put(saved);
      onSaved(saved);
      say('Draft saved.');
    },
    onError,
  });
  const publish = () =>
    confirm({
      title: `Publish “${flow.name}”?`,
      body: (
        <>
          <p>
            It becomes a new version that never changes. New sessions use it at once; sessions in progress keep their
            version.
          </p>
          {warnings.length > 0 && (
            <>
              <p className="mt-3 font-medium">This flow does not check everything:</p>
              <FlowWarnings warnings={warnings} />
            </>
          )}
        </>
      ),
      action: 'Publish',
      run: async () => {
        let seen = flow;
        if (changed) {
          seen = await update({ document: draft });
          put(seen);
          onSaved(seen);
        }
        const query = { seenUpdatedAt: seen.updatedAt };
        const version = await read(api.POST('/v2/flows/{flowId}/publish', { params: { ...params, query } }));
        put(await read(api.GET('/v2/flows/{flowId}', { params })));
        void queryClient.invalidateQueries({ queryKey: [client, 'flow-versions', flow.id] });
        say(`Version ${version.version} has been published.`);
      },
    });
  const write = may('flows:write');
  return (
    <>
      {flow.state === 'published' && may('verifications:write') && (
        <Button icon={<QrCode aria-hidden className="size-4" />} onClick={() => setDialog('link')}>
          Try it
        </Button>
      )}
      {write && (
        <>
          <Button busy={save.isPending} disabled={!changed || !valid} onClick={() => save.mutate()}>
            Save draft
          </Button>
          {administers && (
            <Button
              variant="primary"
              disabled={!valid || (!changed && !flow.hasUnpublishedChanges && flow.state !== 'draft')}
              onClick={publish}
            >
              Publish
            </Button>
          )}
        </>
      )}
      <Menu
        trigger={
          <Button aria-label="More actions" icon={<Ellipsis aria-hidden className="size-4" />}>
            More
          </Button>
        }
      >
        <MenuLink>
          <Link to="/flows/$flowId/versions" params={{ flowId: flow.id }}>
            <GitCompare aria-hidden className="size-4" />
            Versions
          </Link>
        </MenuLink>
        {write && (
          <>
            <MenuItem onSelect={() => setDialog('name')}>
              <Pencil aria-hidden className="size-4" />
              Rename…
            </MenuItem>
            {flow.latestVersion !== null && (flow.state !== 'disabled' || administers) && (
              <MenuItem
                onSelect={() =>
                  flow.state === 'disabled'
                    ? void update({ disabled: false }).then(put, onError)
                    : confirm({
                        title: `Disable the flow “${flow.name}”?`,
                        body: 'No one can start this flow any more. People who have started it can finish it.',
                        action: 'Disable flow',
                        run: async () => put(await update({ disabled: true })),
                      })
                }
              >
                <Power aria-hidden className="size-4" />
                {flow.state === 'disabled' ? 'Enable' : 'Disable…'}
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem
              danger
              onSelect={() =>
                confirm({
                  title: `Delete the flow “${flow.name}”?`,
                  body: 'You can delete a flow only if no one was verified with it. Otherwise disable it.',
                  action: 'Delete flow',
                  run: async () => {
                    await done(api.DELETE('/v2/flows/{flowId}', { params }));
                    void queryClient.invalidateQueries({ queryKey: [client, 'flows'] });
                    await navigate({ to: '/flows' });
                  },
                })
              }
            >
              <Trash2 aria-hidden className="size-4" />
              Delete…
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'link' && (
        <HostedLinkDialog title={`Try “${flow.name}”`} flows={[flow]} onClose={() => setDialog(null)} />
      )}
      {dialog === 'name' && (
        <RenameDialog
          name={flow.name}
          rename={(name) => update({ name })}
          onClose={() => setDialog(null)}
          onDone={(saved) => {
            put(saved);
            setDialog(null);
          }}
        />
      )}
    </>
  );
}

function RenameDialog({
  name,
  rename,
  onClose,
  onDone,
}: {
  name: string;
  rename: (name: string) => Promise<Flow>;
  onClose: () => void;
  onDone: (flow: Flow) => void;
}) {
  const [next, setNext] = useState(name);
  const save = useMutation({ mutationFn: () => rename(next), onSuccess: onDone });
  return (
    <FormDialog title={`Rename “${name}”`} submit={save} action="Rename" message={null} onClose={onClose}>
      <TextField
        label="Name"
        required
        maxLength={100}
        fault={save.isError ? messageOf(save.error) : undefined}
        value={next}
        onChange={(event) => setNext(event.target.value)}
      />
    </FormDialog>
  );
}
