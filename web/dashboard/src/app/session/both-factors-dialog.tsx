import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../ui/field.tsx';

/** What proves who one is: a browser that was left open must not be enough. */
export interface BothFactors {
  password: string;
  totp?: string;
  recoveryCode?: string;
}

/** Six digits are the app's, everything else is a recovery code. */
export function secondFactorOf(code: string): { totp: string } | { recoveryCode: string } {
  const plain = code.trim();
  return /^\d{6}$/.test(plain) ? { totp: plain } : { recoveryCode: plain };
}

/** Asks for the password and a code before it does something to the second factor. */
export function BothFactorsDialog({
  title,
  why,
  action,
  look = 'primary',
  run,
  onClose,
}: {
  title: string;
  why: string;
  action: string;
  look?: 'primary' | 'danger';
  run: (factors: BothFactors) => Promise<void>;
  onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submit = useMutation({ mutationFn: () => run({ password, ...secondFactorOf(code) }) });
  return (
    <FormDialog title={title} submit={submit} action={action} look={look} onClose={onClose}>
      <p className="text-soft">{why}</p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        label="The six digits of your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        minLength={6}
        maxLength={20}
        required
        className="font-mono"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
