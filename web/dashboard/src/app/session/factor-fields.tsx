import { TextField } from '../../ui/field.tsx';

/** Proof of the operator's identity: a browser that was left open must not be enough. */
export interface BothFactors {
  password: string;
  totp?: string;
  recoveryCode?: string;
}

/** As typed. */
export interface TypedFactors {
  password: string;
  code: string;
}

/** Six digits come from the app; everything else is a recovery code. */
export function secondFactorOf(code: string): { totp: string } | { recoveryCode: string } {
  const plain = code.trim();
  return /^\d{6}$/.test(plain) ? { totp: plain } : { recoveryCode: plain };
}

/** The fields for the password and, for an operator who has one, the second factor. */
export function FactorFields({
  typed,
  onType,
  withCode = true,
}: {
  typed: TypedFactors;
  onType: (typed: TypedFactors) => void;
  withCode?: boolean;
}) {
  return (
    <>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={typed.password}
        onChange={(event) => onType({ ...typed, password: event.target.value })}
      />
      {withCode && (
        <TextField
          label="The six digits of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          minLength={6}
          maxLength={20}
          required
          className="font-mono"
          value={typed.code}
          onChange={(event) => onType({ ...typed, code: event.target.value })}
        />
      )}
    </>
  );
}
