import { Problem } from '../../domain/faults/errors.ts';

/** Where only the provider signs people in, neither passwords nor passkeys work. @throws Problem `auth.password_off` */
export function requirePasswords(passwordsOff: boolean): void {
  if (passwordsOff) throw new Problem('auth.password_off');
}
