import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entrance } from './entrance.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** The only page for an operator who lacks the second factor that this installation requires. */
export function EnrolPage() {
  const [enrolling, setEnrolling] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const signOut = useMutation({
    mutationFn: () => done(api.POST('/v2/sign-out')),
    onSuccess: () => queryClient.setQueryData(selfKey, null),
  });
  return (
    <Entrance
      title="Turn on the second factor"
      lead="This service requires one: a one-time password from an app on your phone, in addition to your password."
    >
      <div className="flex flex-col gap-3">
        {signOut.isError && <Notice tone="bad">{messageOf(signOut.error)}</Notice>}
        <Button variant="primary" onClick={() => setEnrolling(true)}>
          Turn on
        </Button>
        <Button variant="quiet" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
      {enrolling && (
        <TotpDialog
          onClose={() => setEnrolling(false)}
          onDone={(recoveryCodes) => {
            setEnrolling(false);
            setCodes(recoveryCodes);
          }}
        />
      )}
      {codes !== null && (
        <RecoveryCodesDialog codes={codes} onClose={() => void queryClient.invalidateQueries({ queryKey: selfKey })} />
      )}
    </Entrance>
  );
}
