import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Shortest password of an operator, as the contract has it. */
export const minPasswordLength = 12;

export function PasswordField({
  value,
  onChange,
  label = 'Password',
  fault,
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  fault?: string | undefined;
}) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        label={label}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        minLength={minPasswordLength}
        maxLength={200}
        required
        hint={`At least ${minPasswordLength} characters. A few unrelated words are easy to remember.`}
        fault={fault}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        size="small"
        variant="quiet"
        className="absolute -top-1.5 right-0"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  );
}
