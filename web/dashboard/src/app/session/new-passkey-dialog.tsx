import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { secondFactorOf, type BothFactors } from './both-factors-dialog.tsx';
import { useSession } from './session.tsx';

/** Asks for the name of a new passkey, and for what signing in takes. */
export function NewPasskeyDialog({
  run,
  onClose,
  onDone,
}: {
  run: (name: string, factors: BothFactors) => Promise<void>;
  onClose: () => void;
  onDone: () => void;
}) {
  const { operator } = useSession();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submit = useMutation({
    mutationFn: () => run(name, { password, ...(operator.totpEnabled && secondFactorOf(code)) }),
    onSuccess: onDone,
  });
  return (
    <FormDialog title="Add a passkey" submit={submit} action="Add passkey" onClose={onClose}>
      <TextField
        label="Name"
        hint="Which device or key it is on."
        required
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {operator.totpEnabled && (
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
      )}
    </FormDialog>
  );
}
