import { Problem } from '../../domain/faults/errors.ts';

/** Where the provider alone signs people in, nothing of ours does: neither a password nor a passkey. @throws Problem `auth.password_off` */
export function requirePasswords(passwordsOff: boolean): void {
  if (passwordsOff) throw new Problem('auth.password_off');
}
