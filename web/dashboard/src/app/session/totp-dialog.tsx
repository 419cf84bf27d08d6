import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { CopyBox } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm } from '../../ui/dialogs/form-dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';

const QrCode = lazy(() => import('../../ui/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })));

/** Joins an authenticator app: scan, then prove it by a first password. */
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
    // A secret: asked for once, and forgotten with the dialog.
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
            <Suspense fallback={<div className="skeleton mx-auto size-52" />}>
              <QrCode text={otpauthUrl} label="QR code for the authenticator app" />
            </Suspense>
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
