import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FactorFields, secondFactorOf, type BothFactors } from './factor-fields.tsx';

/** Asks for the password, and for a code where the operator has one, before it changes how they sign in. */
export function BothFactorsDialog({
  title,
  why,
  action,
  variant = 'primary',
  withCode = true,
  run,
  onClose,
}: {
  title: string;
  why: string;
  action: string;
  variant?: 'primary' | 'danger';
  withCode?: boolean;
  run: (factors: BothFactors) => Promise<void>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState({ password: '', code: '' });
  const submit = useMutation({
    mutationFn: () => run({ password: typed.password, ...(withCode && secondFactorOf(typed.code)) }),
  });
  return (
    <FormDialog title={title} submit={submit} action={action} variant={variant} onClose={onClose}>
      <p className="text-soft">{why}</p>
      <FactorFields typed={typed} onType={setTyped} withCode={withCode} />
    </FormDialog>
  );
}
