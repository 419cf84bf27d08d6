import { Problem } from '../../domain/faults/errors.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Client } from '../../domain/operators/client.ts';
import type { Operator, SignedInOperator } from '../../domain/operators/operator.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { beginTry } from './begin-try.ts';
import { newTotpSecret, otpauthUrlOf, totpCounterOf } from './one-time-password.ts';
import { clientsShown } from './open-sign-in.ts';

export interface OwnUpdate {
  name?: string | undefined;
  password?: { current: string; next: string } | undefined;
}

export interface TotpEnrolment {
  /** Base32; answered here and nowhere else. */
  secret: string;
  otpauthUrl: string;
}

export type SelfUseCases = ReturnType<typeof createSelfUseCases>;

/** What operators read and change of themselves. */
export function createSelfUseCases({
  db,
  passwords,
  clock,
}: {
  db: Pick<Database, 'operators' | 'clients' | 'transaction' | 'signInTries'>;
  passwords: PasswordHasher;
  clock: Clock;
}) {
  /** Asks for the password of somebody who is signed in. @throws Problem `request.invalid`, `auth.locked_out` */
  async function confirmPassword(operatorId: string, password: string, pointer: string) {
    const operator = await db.operators.find(operatorId);
    if (operator === null) throw new Problem('auth.unauthorized');
    await beginTry(db, operator.email);
    const secrets = await db.operators.getSecrets(operatorId);
    if (!(await passwords.verify(secrets.passwordHash, password))) {
      const fault = { pointer, code: 'operator.password_wrong', detail: 'is not your password' };
      throw new Problem('request.invalid', { errors: [fault] });
    }
    return { operator, secrets };
  }

  async function admitPassword(operatorId: string, { current, next }: NonNullable<OwnUpdate['password']>) {
    await confirmPassword(operatorId, current, '/password/current');
    return passwords.hash(next);
  }

  return {
    /** Who is signed in, and what they may work on. */
    async readSelf({ actorId }: SignedInOperator): Promise<{ operator: Operator; clients: Client[] }> {
      const operator = await db.operators.find(actorId);
      if (operator === null) throw new Problem('auth.unauthorized');
      return { operator, clients: await db.clients.list({ limit: clientsShown, after: null }) };
    },

    /**
     * Changes one's own name or password. A new password ends every other session of the person; the old one is asked for, and
     * wrong answers count like wrong sign-ins. @throws Problem `request.invalid`, `auth.locked_out`
     */
    async updateSelf(self: SignedInOperator, { name, password }: OwnUpdate): Promise<Operator> {
      const { actorId, sessionId } = self;
      const nextHash = password === undefined ? null : await admitPassword(actorId, password);
      return db.transaction(async (tx) => {
        if (name !== undefined) await tx.operators.rename(actorId, name);
        if (nextHash !== null) {
          await tx.operators.setPassword(actorId, nextHash);
          await tx.operatorSessions.endAllBut(actorId, sessionId);
        }
        const operator = await tx.operators.find(actorId);
        if (operator === null) throw new Problem('auth.unauthorized');
        if (nextHash !== null) await tx.signInTries.clear(operator.email);
        const action = nextHash === null ? 'operator.updated' : 'operator.password_changed';
        await auditEverywhere(tx, { actorId, action, subjectId: actorId });
        return operator;
      });
    },

    /**
     * Draws a secret for the authenticator app. Not while one is in force: who has only a session could put their own app in its
     * place. @throws Problem `operator.totp_in_use`
     */
    async enrolTotp({ actorId }: SignedInOperator, effect: Effect<TotpEnrolment> = unrecorded): Promise<TotpEnrolment> {
      const secret = newTotpSecret();
      return db.transaction(async (tx) => {
        const operator = await tx.operators.find(actorId);
        if (operator === null) throw new Problem('auth.unauthorized');
        if (operator.totpEnabled) throw new Problem('operator.totp_in_use');
        await tx.operators.setPendingTotp(actorId, secret);
        const enrolment = { secret, otpauthUrl: otpauthUrlOf(secret, operator.email) };
        await effect.record(tx, enrolment);
        return enrolment;
      });
    },

    /** Puts the drawn secret in force once the app shows the right digits, which are used up by it. Ends the other sessions. */
    async confirmTotp({ actorId, sessionId }: SignedInOperator, password: string): Promise<Operator> {
      return db.transaction(async (tx) => {
        const { pendingTotpSecret, totpSecret } = await tx.operators.getSecrets(actorId);
        if (totpSecret !== null) throw new Problem('operator.totp_in_use');
        const counter = pendingTotpSecret === null ? null : totpCounterOf(pendingTotpSecret, password, clock.now());
        if (counter === null) throw new Problem('operator.totp_invalid');
        await tx.operators.confirmTotp(actorId);
        await tx.operators.useTotpCounter(actorId, counter);
        await tx.operatorSessions.endAllBut(actorId, sessionId);
        const operator = await tx.operators.find(actorId);
        if (operator === null) throw new Problem('auth.unauthorized');
        await auditEverywhere(tx, { actorId, action: 'operator.totp_enabled', subjectId: actorId });
        return operator;
      });
    },

    /**
     * Needs what signing in needs, and counts wrong answers as it does: a stolen session must not be enough.
     * @throws Problem `request.invalid`, `operator.totp_invalid`, `auth.locked_out`
     */
    async removeTotp({ actorId }: SignedInOperator, given: { password: string; totp: string }): Promise<void> {
      const { operator, secrets } = await confirmPassword(actorId, given.password, '/password');
      const { totpSecret } = secrets;
      const counter = totpSecret === null ? null : totpCounterOf(totpSecret, given.totp, clock.now());
      const fresh = counter !== null && (await db.operators.useTotpCounter(actorId, counter));
      if (totpSecret !== null && !fresh) throw new Problem('operator.totp_invalid');
      await db.transaction(async (tx) => {
        await tx.operators.removeTotp(actorId);
        await tx.signInTries.clear(operator.email);
        await auditEverywhere(tx, { actorId, action: 'operator.totp_disabled', subjectId: actorId });
      });
    },
  };
}
