import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Turns the second factor off. It asks for both factors: a browser that was left open must not be enough. */
export function RemoveTotpDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const remove = useMutation({
    mutationFn: () => done(api.POST('/v2/self/totp/remove', { body: { password, totp } })),
    onSuccess: onDone,
  });
  return (
    <Dialog title="Turn off the second factor" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate();
        }}
      >
        <p className="text-soft">Anyone who learns your password can then sign in as you.</p>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="The six digits of your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          maxLength={6}
          required
          className="font-mono"
          value={totp}
          onChange={(event) => setTotp(event.target.value.replaceAll(/\D/g, ''))}
        />
        {remove.isError && <Notice tone="bad">{messageOf(remove.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={remove.isPending}>
            Turn off
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
