import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, FileDown, FlaskConical, RefreshCw, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api, done, read, readFile } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import type { Verification } from '../api/schema.ts';
import { useFlows } from '../app/flows/flow-options.ts';
import { HostedLinkDialog } from '../app/flows/hosted-link-dialog.tsx';
import { saveFile } from '../app/lists/save-file.ts';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/dialogs/confirm.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { useToast } from '../ui/toast.tsx';
import { knownNameOf, personOf, typedToErase } from './name-of.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { SimulateDialog } from './simulate-dialog.tsx';

/** The rarer actions on a verification: report, verify again, simulate, erase. */
export function VerificationMenu({
  verification,
  onChange,
}: {
  verification: Verification;
  onChange: (verification: Verification) => void;
}) {
  const { may, client: chosen } = useSession();
  const client = useClientKey();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const say = useToast();
  const flows = useFlows();
  const [dialog, setDialog] = useState<'again' | 'simulate' | 'review' | null>(null);
  const { id, identityId, status } = verification;
  const person = personOf(verification);
  const report = useMutation({
    mutationFn: () => readFile(`/v2/verifications/${id}/report.pdf`),
    onSuccess: (file) => saveFile(file, `${id}.pdf`),
    onError: (error) => say(messageOf(error), 'bad'),
  });
  const identity = useQuery({
    queryKey: [client, 'identity', identityId],
    queryFn: ({ signal }) => read(api.GET('/v2/identities/{identityId}', { params: { path: { identityId } }, signal })),
    enabled: dialog === 'again',
  });
  const finished = ['verified', 'reviewNeeded', 'rejected'].includes(status);
  const open = ['pending', 'running'].includes(status);
  const write = may('verifications:write');
  const again = identity.data?.reverifiableBy.map((flowId) => ({
    id: flowId,
    name: flows.data?.find((flow) => flow.id === flowId)?.name ?? flowId,
  }));
  return (
    <>
      <Menu
        trigger={
          <Button aria-label="More actions" icon={<Ellipsis aria-hidden className="size-4" />}>
            More
          </Button>
        }
      >
        <MenuItem disabled={!finished} onSelect={() => report.mutate()}>
          <FileDown aria-hidden className="size-4" />
          Report as PDF
        </MenuItem>
        {write && (
          <>
            {finished && status !== 'reviewNeeded' && (
              <MenuItem onSelect={() => setDialog('review')}>
                <TriangleAlert aria-hidden className="size-4" />
                Send back to review
              </MenuItem>
            )}
            <MenuItem onSelect={() => setDialog('again')}>
              <RefreshCw aria-hidden className="size-4" />
              Verify this person again…
            </MenuItem>
            {chosen?.mode === 'test' && open && (
              <MenuItem onSelect={() => setDialog('simulate')}>
                <FlaskConical aria-hidden className="size-4" />
                Simulate an outcome…
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem
              danger
              onSelect={() =>
                confirm({
                  title: `Erase the verification of ${person}?`,
                  body: 'This permanently destroys its pictures and data. An entry without personal data stays in the audit log.',
                  action: 'Erase verification',
                  typed: typedToErase(knownNameOf(verification), id),
                  run: async () => {
                    await done(
                      api.DELETE('/v2/verifications/{verificationId}', { params: { path: { verificationId: id } } }),
                    );
                    queryClient.removeQueries({ queryKey: [client, 'verification', id] });
                    void queryClient.invalidateQueries({ queryKey: [client] });
                    say('The verification was erased.');
                    await navigate({ to: '/verifications' });
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
      {dialog === 'again' && again !== undefined && again.length > 0 && (
        <HostedLinkDialog
          title={`Verify ${person} again`}
          flows={again}
          identityId={identityId}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'again' && again?.length === 0 && <CannotAgain onClose={() => setDialog(null)} />}
      {dialog === 'simulate' && (
        <SimulateDialog
          verificationId={id}
          onClose={() => setDialog(null)}
          onDone={(changed) => {
            setDialog(null);
            onChange(changed);
          }}
        />
      )}
      {dialog === 'review' && (
        <ReviewDialog
          verification={verification}
          first="reviewNeeded"
          onClose={() => setDialog(null)}
          onDone={(changed) => {
            setDialog(null);
            onChange(changed);
          }}
        />
      )}
    </>
  );
}

function CannotAgain({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="No one can be verified again now" onClose={onClose}>
      <p className="text-soft">
        No flow of this client can verify this person again in their current state, or an attempt is still running.
      </p>
    </Dialog>
  );
}
