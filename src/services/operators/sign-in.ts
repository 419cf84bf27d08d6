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
import { admitPassword } from './admit-password.ts';
import { requirePasswords } from './require-passwords.ts';
import { openSignIn, type SignedIn, type SignInPlace } from './open-sign-in.ts';
import { spendSecondFactor, type SecondFactor } from './second-factor.ts';

export interface Credentials extends SecondFactor {
  email: string;
  password: string;
}

export type SignInUseCases = ReturnType<typeof createSignInUseCases>;

/** How operators sign in and out. */
export function createSignInUseCases({
  db,
  passwords,
  clock,
  passwordsOff,
}: {
  db: Database;
  passwords: PasswordHasher;
  clock: Clock;
  passwordsOff: boolean;
}) {
  /**
   * Compared when no operator has the address, so that the answer takes the same time. The first sign-in makes it, whether an operator has the
   * address or not: most processes see no sign-in, and it costs as much as one.
   */
  let decoy: string | null = null;

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
     * that a one-time password is missing.
     * @throws Problem `auth.unauthorized`, `auth.totp_required`, `auth.locked_out`, `auth.password_off`
     */
    async signIn({ email, password, ...shown }: Credentials, place: SignInPlace): Promise<SignedIn> {
      requirePasswords(passwordsOff);
      const { last } = await beginTry(db, email, place.source);
      decoy ??= await passwords.hash(newSecretToken('operator'));
      const found = await db.operators.findByEmail(email);
      const matches = await passwords.verify(found?.secrets.passwordHash ?? decoy, password);
      if (found === null || !matches) return refuse(found?.operator.id ?? null, last);

      const operatorId = found.operator.id;
      const { secrets } = found;
      let used: 'totp' | 'recoveryCode' | null = null;
      if (secrets.totpSecret !== null) {
        if (shown.totp === undefined && shown.recoveryCode === undefined) {
          await db.signInTries.takeBack(email, place.source);
          throw new Problem('auth.totp_required');
        }
        used = await spendSecondFactor(db, clock, { operatorId, secrets }, shown);
        if (used === null) return refuse(operatorId, last);
      }
      return db.transaction(async (tx) => {
        const signedIn = await openSignIn(tx, operatorId, place);
        await tx.signInTries.succeed(email, place.source);
        if (used === 'recoveryCode')
          await auditEverywhere(tx, {
            actorId: operatorId,
            action: 'operator.recovery_code_used',
            subjectId: operatorId,
          });
        await auditEverywhere(tx, { actorId: operatorId, action: 'operator.signed_in', subjectId: operatorId });
        return signedIn;
      });
    },

    /** Ends the current session. */
    async signOut({ actorId, sessionId }: SignedInOperator): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.operatorSessions.end(actorId, sessionId);
        await auditEverywhere(tx, { actorId, action: 'operator.signed_out', subjectId: actorId });
      });
    },

    /**
     * Creates the first owner, with the token that only the server's console showed, or another owner, if no operator can sign in. Works
     * with passwords turned off, too.
     */
    async setUp(
      wanted: { setUpToken: string; email: string; name: string; password: string },
      place: SignInPlace,
    ): Promise<SignedIn> {
      const tokenHash = hashSecretToken(wanted.setUpToken);
      // Before the slow hash: guessing must not cost the server work.
      const expected = await db.installation.readSetUpToken();
      if (expected?.equals(tokenHash) !== true) throw new Problem('set_up.token_invalid');
      await admitPassword(wanted.password, wanted, '/password');
      const passwordHash = await passwords.hash(wanted.password);
      return db.transaction(async (tx) => {
        if (!(await tx.installation.redeemSetUpToken(tokenHash))) throw new Problem('set_up.token_invalid');
        const operatorId = await createOwner(tx, { ...wanted, passwordHash });
        if (operatorId === null) throw new Problem('set_up.token_invalid');
        return openSignIn(tx, operatorId, place);
      });
    },
  };
}
