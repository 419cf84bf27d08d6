import { Problem } from '../../domain/faults/errors.ts';
import type { SignedInOperator } from '../../domain/operators/operator.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { createConfirmPassword } from './confirm-password.ts';
import { spendSecondFactor, type SecondFactor } from './second-factor.ts';

/** Both factors, because a stolen session must not be enough. */
export type BothFactors = SecondFactor & { password: string };

/** Asks a signed-in operator for their credentials again. An operator without one-time passwords is asked for the password alone. */
export function createConfirmBoth({
  db,
  passwords,
  clock,
}: {
  db: Pick<Database, 'operators' | 'signInTries' | 'recoveryCodes'>;
  passwords: PasswordHasher;
  clock: Clock;
}) {
  const confirmPassword = createConfirmPassword({ db, passwords });

  /** Counts wrong answers as signing in does. @throws Problem `request.invalid`, `operator.totp_invalid`, `auth.locked_out` */
  return async function confirmBoth(self: SignedInOperator, { password, ...shown }: BothFactors) {
    const { operator, secrets } = await confirmPassword(self, password, '/password');
    if (secrets.totpSecret !== null) {
      const used = await spendSecondFactor(db, clock, { operatorId: self.actorId, secrets }, shown);
      if (used === null) throw new Problem('operator.totp_invalid');
    }
    return { operator, secrets };
  };
}
