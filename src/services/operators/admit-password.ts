import { Problem } from '../../domain/faults/errors.ts';
import { findPasswordWeakness, type PasswordOwner } from '../../domain/operators/password-weakness.ts';

const faults = {
  common: {
    code: 'operator.password_common',
    detail: 'is common or too simple: choose a few unrelated words',
  },
  personal: {
    code: 'operator.password_personal',
    detail: 'is made of your name, your email address or the name of this service',
  },
} as const;

let common: Promise<ReadonlySet<string>> | null = null;

/** The package's 49,233 most common passwords. Loaded when a password is set for the first time, which most processes never do. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}

/** Refuses a password that is easy to guess. @throws Problem `request.invalid` at `pointer` */
export async function admitPassword(password: string, owner: PasswordOwner, pointer: string): Promise<void> {
  const weakness = findPasswordWeakness(password, owner, await loadCommonPasswords());
  if (weakness === null) return;
  throw new Problem('request.invalid', { errors: [{ pointer, ...faults[weakness] }] });
}
