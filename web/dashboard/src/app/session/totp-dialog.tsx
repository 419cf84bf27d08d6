import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { CopyBox } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm } from '../../ui/dialogs/form-dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { loadPart } from '../../../../shared/load-part.ts';

const QrCode = lazyPart(
  async () => (await loadPart(() => import('../../ui/qr-code.tsx'))).QrCode,
  <div className="skeleton mx-auto size-52" />,
);

/** Sets up an authenticator app: the operator scans the code and proves it with a first one-time password. */
export function TotpDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}) {
  const [totp, setTotp] = useState('');
  const enrolment = useQuery({
    queryKey: ['totp-enrolment'],
    queryFn: () => read(api.POST('/v2/self/totp')),
    // A secret: requested once, and forgotten with the dialog.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const confirm = useMutation({
    mutationFn: () => read(api.POST('/v2/self/totp/confirm', { body: { totp } })),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Dialog title="Turn on the second factor" onClose={onClose}>
      <QueryView query={enrolment}>
        {({ otpauthUrl, secret }) => (
          <DialogForm submit={confirm} action="Turn on" onClose={onClose}>
            <p className="text-soft">Scan this with your authenticator app, or type the secret into it.</p>
            <QrCode text={otpauthUrl} label="QR code for the authenticator app" />
            <CopyBox value={secret} label="Secret" />
            <TextField
              label="The six digits in the app"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]{6}"
              maxLength={6}
              required
              className="font-mono"
              value={totp}
              onChange={(event) => setTotp(event.target.value.replaceAll(/\D/g, ''))}
            />
          </DialogForm>
        )}
      </QueryView>
    </Dialog>
  );
}
