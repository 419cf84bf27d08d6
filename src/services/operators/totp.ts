import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Operator, SignedInOperator } from '../../domain/operators/operator.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { newTotpSecret, otpauthUrlOf, totpCounterOf } from './one-time-password.ts';

export interface TotpEnrolment {
  /** Base32; answered here and nowhere else. */
  secret: string;
  otpauthUrl: string;
}

/** Draws a secret for the authenticator app. What was in force stays so until the new one is confirmed. */
export function createEnrolTotp({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function enrolTotp(
    { actorId }: SignedInOperator,
    effect: Effect<TotpEnrolment> = unrecorded,
  ): Promise<TotpEnrolment> {
    const secret = newTotpSecret();
    return db.transaction(async (tx) => {
      const operator = await tx.operators.find(actorId);
      if (operator === null) throw new Problem('auth.unauthorized');
      await tx.operators.setPendingTotp(actorId, secret);
      const enrolment = { secret, otpauthUrl: otpauthUrlOf(secret, operator.email) };
      await effect.record(tx, enrolment);
      return enrolment;
    });
  };
}

/** Puts the drawn secret in force once the app shows the right digits, which are used up by it. Ends the other sessions. */
export function createConfirmTotp({ db, clock }: { db: Pick<Database, 'transaction'>; clock: Clock }) {
  return async function confirmTotp({ actorId, sessionId }: SignedInOperator, password: string): Promise<Operator> {
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
  };
}

export function createRemoveTotp({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function removeTotp({ actorId }: SignedInOperator): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.operators.removeTotp(actorId);
      await auditEverywhere(tx, { actorId, action: 'operator.totp_disabled', subjectId: actorId });
    });
  };
}
