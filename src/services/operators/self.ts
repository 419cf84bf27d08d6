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
  async function admitPassword(operatorId: string, { current, next }: NonNullable<OwnUpdate['password']>) {
    const operator = await db.operators.find(operatorId);
    if (operator === null) throw new Problem('auth.unauthorized');
    await beginTry(db, operator.email);
    const { passwordHash } = await db.operators.getSecrets(operatorId);
    if (!(await passwords.verify(passwordHash, current))) {
      const fault = { pointer: '/password/current', code: 'operator.password_wrong', detail: 'is not your password' };
      throw new Problem('request.invalid', { errors: [fault] });
    }
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

    /** Draws a secret for the authenticator app. What was in force stays so until the new one is confirmed. */
    async enrolTotp({ actorId }: SignedInOperator, effect: Effect<TotpEnrolment> = unrecorded): Promise<TotpEnrolment> {
      const secret = newTotpSecret();
      return db.transaction(async (tx) => {
        const operator = await tx.operators.find(actorId);
        if (operator === null) throw new Problem('auth.unauthorized');
        await tx.operators.setPendingTotp(actorId, secret);
        const enrolment = { secret, otpauthUrl: otpauthUrlOf(secret, operator.email) };
        await effect.record(tx, enrolment);
        return enrolment;
      });
    },

    /** Puts the drawn secret in force once the app shows the right digits, which are used up by it. Ends the other sessions. */
    async confirmTotp({ actorId, sessionId }: SignedInOperator, password: string): Promise<Operator> {
      return db.transaction(async (tx) => {
        const { pendingTotpSecret } = await tx.operators.getSecrets(actorId);
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

    async removeTotp({ actorId }: SignedInOperator): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.operators.removeTotp(actorId);
        await auditEverywhere(tx, { actorId, action: 'operator.totp_disabled', subjectId: actorId });
      });
    },
  };
}
