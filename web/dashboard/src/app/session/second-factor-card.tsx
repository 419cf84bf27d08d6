import { useState } from 'react';
import { api, done, read } from '../../api/client.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { BothFactorsDialog } from './both-factors-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useSession } from './session.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** With fewer, the operator will soon have none. */
const fewCodes = 3;
const refreshSelf = () => void queryClient.invalidateQueries({ queryKey: selfKey });

export function SecondFactorCard() {
  const { operator, recoveryCodesLeft } = useSession();
  const say = useToast();
  const [open, setOpen] = useState<'enrol' | 'remove' | 'codes' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  const show = (recoveryCodes: readonly string[]) => {
    close();
    setCodes(recoveryCodes);
    refreshSelf();
  };
  return (
    <Card title="Second factor">
      {operator.totpEnabled ? (
        <div className="flex flex-col items-start gap-4">
          <Notice tone="good">Signing in requires a one-time password from your authenticator app.</Notice>
          {recoveryCodesLeft < fewCodes ? (
            <Notice tone="warn">
              {recoveryCodesLeft === 0 ? 'No recovery codes are left.' : `Recovery codes left: ${recoveryCodesLeft}.`}{' '}
              Create new ones before you need them.
            </Notice>
          ) : (
            <p className="text-soft">Recovery codes left: {recoveryCodesLeft}.</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen('codes')}>Create new recovery codes</Button>
            <Button variant="danger" onClick={() => setOpen('remove')}>
              Turn off
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col items-start gap-4">
          <p className="text-soft">
            A one-time password from an app on your phone, in addition to your password. You can see people’s documents
            here, so please turn it on.
          </p>
          <Button variant="primary" onClick={() => setOpen('enrol')}>
            Turn on
          </Button>
        </div>
      )}
      {open === 'remove' && (
        <BothFactorsDialog
          title="Turn off the second factor"
          why="Anyone who learns your password can then sign in as you."
          action="Turn off"
          variant="danger"
          onClose={close}
          run={async (body) => {
            await done(api.POST('/v2/self/totp/remove', { body }));
            close();
            refreshSelf();
            say('The second factor is off.');
          }}
        />
      )}
      {open === 'codes' && (
        <BothFactorsDialog
          title="Create new recovery codes"
          why="The codes that you have no longer work then."
          action="Make codes"
          onClose={close}
          run={async (body) => show((await read(api.POST('/v2/self/recovery-codes', { body }))).recoveryCodes)}
        />
      )}
      {open === 'enrol' && <TotpDialog onClose={close} onDone={show} />}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}
