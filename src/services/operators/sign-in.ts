import { systemActor } from '../../domain/privacy/audit.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { newSecretToken } from '../../domain/encryption/secret-token.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { beginTry } from './begin-try.ts';
import { totpCounterOf } from './one-time-password.ts';
import { openSignIn, type SignedIn } from './open-sign-in.ts';

export interface Credentials {
  email: string;
  password: string;
  totp?: string | undefined;
}

/**
 * Signs an operator in. Whatever is wrong, the answer is the same and takes the same time; only who knows the password is told
 * that a one-time password is missing. @throws Problem `auth.unauthorized`, `auth.totp_required`, `auth.locked_out`
 */
export function createSignIn({ db, passwords, clock }: { db: Database; passwords: PasswordHasher; clock: Clock }) {
  /** Compared with when nobody has the address, so that it takes as long. */
  const decoy = passwords.hash(newSecretToken('operator'));

  return async function signIn({ email, password, totp }: Credentials): Promise<SignedIn> {
    const { last } = await beginTry(db, email);
    const found = await db.operators.findByEmail(email);
    const matches = await passwords.verify(found?.secrets.passwordHash ?? (await decoy), password);
    if (found === null || !matches) return refuse(found?.operator.id ?? null, last);

    const operatorId = found.operator.id;
    const { totpSecret } = found.secrets;
    if (totpSecret !== null) {
      if (totp === undefined) {
        await db.signInTries.takeBack(email);
        throw new Problem('auth.totp_required');
      }
      const counter = totpCounterOf(totpSecret, totp, clock.now());
      const fresh = counter !== null && (await db.operators.useTotpCounter(operatorId, counter));
      if (!fresh) return refuse(operatorId, last);
    }
    return db.transaction(async (tx) => {
      const signedIn = await openSignIn(tx, operatorId);
      await tx.signInTries.clear(email);
      await auditEverywhere(tx, { actorId: operatorId, action: 'operator.signed_in', subjectId: operatorId });
      return signedIn;
    });
  };

  async function refuse(operatorId: string | null, last: boolean): Promise<never> {
    if (operatorId !== null && last) {
      await db.transaction((tx) =>
        auditEverywhere(tx, { actorId: systemActor, action: 'operator.locked_out', subjectId: operatorId }),
      );
    }
    throw new Problem('auth.unauthorized');
  }
}
