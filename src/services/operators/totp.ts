import { Problem } from '../../domain/faults/errors.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Operator, SignedInOperator } from '../../domain/operators/operator.ts';
import { newRecoveryCodes } from '../../domain/operators/recovery-codes.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { createConfirmBoth, type BothFactors } from './confirm-both.ts';
import { newTotpSecret, otpauthUrlOf, totpCounterOf } from './one-time-password.ts';

export interface TotpEnrolment {
  /** Base32. Returned only once, here. */
  secret: string;
  otpauthUrl: string;
}

/** The operator after one-time passwords were turned on. */
export interface TotpConfirmed {
  operator: Operator;
  /** Returned only once, here. */
  recoveryCodes: string[];
}

export type TotpUseCases = ReturnType<typeof createTotpUseCases>;

/** An operator's authenticator app, and the recovery codes for when it is lost. */
export function createTotpUseCases({
  db,
  passwords,
  clock,
}: {
  db: Pick<Database, 'operators' | 'transaction' | 'signInTries' | 'recoveryCodes'>;
  passwords: PasswordHasher;
  clock: Clock;
}) {
  const confirmBoth = createConfirmBoth({ db, passwords, clock });

  return {
    /**
     * Creates a secret for the authenticator app. Refused while one is active: somebody who has only a session could replace the operator's
     * app.
     * @throws Problem `operator.totp_in_use`
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

    /**
     * Activates the secret when the app's digits are right, which uses them up. Creates the recovery codes and ends the other sessions.
     * @throws Problem `operator.totp_in_use`, `operator.totp_invalid`
     */
    async confirmTotp({ actorId, sessionId }: SignedInOperator, password: string): Promise<TotpConfirmed> {
      return db.transaction(async (tx) => {
        const { pendingTotpSecret, totpSecret } = await tx.operators.getSecrets(actorId);
        if (totpSecret !== null) throw new Problem('operator.totp_in_use');
        const counter = pendingTotpSecret === null ? null : totpCounterOf(pendingTotpSecret, password, clock.now());
        if (counter === null) throw new Problem('operator.totp_invalid');
        await tx.operators.confirmTotp(actorId);
        await tx.operators.useTotpCounter(actorId, counter);
        await tx.operatorSessions.endAllBut(actorId, sessionId);
        const recoveryCodes = newRecoveryCodes();
        await tx.recoveryCodes.replace(actorId, recoveryCodes);
        const operator = await tx.operators.find(actorId);
        if (operator === null) throw new Problem('auth.unauthorized');
        await auditEverywhere(tx, { actorId, action: 'operator.totp_enabled', subjectId: actorId });
        return { operator, recoveryCodes };
      });
    },

    /** Replaces the recovery codes; the old ones stop working. @throws Problem `operator.totp_missing`, and as `confirmBoth` */
    async replaceRecoveryCodes(self: SignedInOperator, given: BothFactors): Promise<string[]> {
      const { operator, secrets } = await confirmBoth(self, given);
      if (secrets.totpSecret === null) throw new Problem('operator.totp_missing');
      const { actorId, sessionId } = self;
      return db.transaction(async (tx) => {
        const recoveryCodes = newRecoveryCodes();
        await tx.recoveryCodes.replace(actorId, recoveryCodes);
        await tx.signInTries.succeed(operator.email, sessionId);
        await auditEverywhere(tx, { actorId, action: 'operator.recovery_codes_replaced', subjectId: actorId });
        return recoveryCodes;
      });
    },

    /** Requires full credentials. Removes the recovery codes, too. @throws Problem as `confirmBoth` */
    async removeTotp(self: SignedInOperator, given: BothFactors): Promise<void> {
      const { operator } = await confirmBoth(self, given);
      const { actorId, sessionId } = self;
      await db.transaction(async (tx) => {
        await tx.operators.removeTotp(actorId);
        await tx.recoveryCodes.replace(actorId, []);
        await tx.signInTries.succeed(operator.email, sessionId);
        await auditEverywhere(tx, { actorId, action: 'operator.totp_disabled', subjectId: actorId });
      });
    },
  };
}
