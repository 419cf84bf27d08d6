import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { SignedInOperator } from '../../domain/operators/operator.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import { systemActor } from '../../domain/privacy/audit.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { beginTry } from './begin-try.ts';
import { createOwner } from './create-owner.ts';
import { totpCounterOf } from './one-time-password.ts';
import { openSignIn, type SignedIn } from './open-sign-in.ts';

export interface Credentials {
  email: string;
  password: string;
  totp?: string | undefined;
}

export type SignInUseCases = ReturnType<typeof createSignInUseCases>;

/** How operators sign in and out. */
export function createSignInUseCases({
  db,
  passwords,
  clock,
}: {
  db: Database;
  passwords: PasswordHasher;
  clock: Clock;
}) {
  /** Compared with when nobody has the address, so that it takes as long. */
  const decoy = passwords.hash(newSecretToken('operator'));

  async function refuse(operatorId: string | null, last: boolean): Promise<never> {
    if (operatorId !== null && last) {
      await db.transaction((tx) =>
        auditEverywhere(tx, { actorId: systemActor, action: 'operator.locked_out', subjectId: operatorId }),
      );
    }
    throw new Problem('auth.unauthorized');
  }

  return {
    /**
     * Signs an operator in. Whatever is wrong, the answer is the same and takes the same time; only someone who knows the password learns
     * that a one-time password is missing. @throws Problem `auth.unauthorized`, `auth.totp_required`, `auth.locked_out`
     */
    async signIn({ email, password, totp }: Credentials): Promise<SignedIn> {
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
    },

    /** Ends the session that asks. */
    async signOut({ actorId, sessionId }: SignedInOperator): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.operatorSessions.end(sessionId);
        await auditEverywhere(tx, { actorId, action: 'operator.signed_out', subjectId: actorId });
      });
    },

    /** Lets the first owner in, with the token that only the console of the server showed. */
    async setUp(wanted: { setUpToken: string; email: string; name: string; password: string }): Promise<SignedIn> {
      const tokenHash = hashSecretToken(wanted.setUpToken);
      // Before the slow hash: guessing must cost us nothing.
      const expected = await db.installation.readSetUpToken();
      if (expected?.equals(tokenHash) !== true) throw new Problem('set_up.token_invalid');
      const passwordHash = await passwords.hash(wanted.password);
      return db.transaction(async (tx) => {
        if (!(await tx.installation.redeemSetUpToken(tokenHash))) throw new Problem('set_up.token_invalid');
        const operatorId = await createOwner(tx, { ...wanted, passwordHash });
        if (operatorId === null) throw new Problem('set_up.token_invalid');
        return openSignIn(tx, operatorId);
      });
    },
  };
}
