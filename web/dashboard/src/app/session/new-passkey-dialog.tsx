import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FactorFields, secondFactorOf, type BothFactors } from './factor-fields.tsx';
import { useSession } from './session.tsx';

/** Asks for the name of a new passkey, and for the operator's password and code. */
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
  const [typed, setTyped] = useState({ password: '', code: '' });
  const submit = useMutation({
    mutationFn: () => run(name, { password: typed.password, ...(operator.totpEnabled && secondFactorOf(typed.code)) }),
    onSuccess: onDone,
  });
  return (
    <FormDialog title="Add a passkey" submit={submit} action="Add passkey" onClose={onClose}>
      <TextField
        label="Name"
        hint="The device or key that holds the passkey."
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <FactorFields typed={typed} onType={setTyped} withCode={operator.totpEnabled} />
    </FormDialog>
  );
}
