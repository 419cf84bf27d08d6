import { Problem } from '../../domain/faults/errors.ts';
import type { Operator, OperatorSession, SignedInOperator } from '../../domain/operators/operator.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { admitPassword } from './admit-password.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { createConfirmPassword } from './confirm-password.ts';
import { readSelfOf, type Self } from './open-sign-in.ts';

export interface OwnUpdate {
  name?: string | undefined;
  password?: { current: string; next: string } | undefined;
}

export type SelfUseCases = ReturnType<typeof createSelfUseCases>;

/** What operators read and change in their account; the second factor has a separate file. */
export function createSelfUseCases({
  db,
  passwords,
}: {
  db: Pick<Database, 'operators' | 'clients' | 'transaction' | 'signInTries' | 'operatorSessions' | 'recoveryCodes'>;
  passwords: PasswordHasher;
}) {
  const confirmPassword = createConfirmPassword({ db, passwords });

  async function takePassword(self: SignedInOperator, { current, next }: NonNullable<OwnUpdate['password']>) {
    const { operator } = await confirmPassword(self, current, '/password/current');
    await admitPassword(next, operator, '/password/next');
    return passwords.hash(next);
  }

  return {
    /** The signed-in operator, and what they may work on. */
    async readSelf({ actorId, hasSecondFactor }: SignedInOperator): Promise<Self> {
      const self = await readSelfOf(db, actorId, () => hasSecondFactor);
      if (self === null) throw new Problem('auth.unauthorized');
      return self;
    },

    /**
     * Changes the operator's own name or password. A new password requires the old one and ends all other sessions; wrong answers count
     * like wrong sign-ins.
     * @throws Problem `request.invalid`, `auth.locked_out`
     */
    async updateSelf(self: SignedInOperator, { name, password }: OwnUpdate): Promise<Operator> {
      const { actorId, sessionId } = self;
      const nextHash = password === undefined ? null : await takePassword(self, password);
      return db.transaction(async (tx) => {
        if (name !== undefined) await tx.operators.rename(actorId, name);
        if (nextHash !== null) {
          await tx.operators.setPassword(actorId, nextHash);
          await tx.operatorSessions.endAllBut(actorId, sessionId);
        }
        const operator = await tx.operators.find(actorId);
        if (operator === null) throw new Problem('auth.unauthorized');
        if (nextHash !== null) await tx.signInTries.succeed(operator.email, sessionId);
        const action = nextHash === null ? 'operator.updated' : 'operator.password_changed';
        await auditEverywhere(tx, { actorId, action, subjectId: actorId });
        return operator;
      });
    },

    /** The operator's sessions; the current one is marked. */
    async listOwnSessions({
      actorId,
      sessionId,
    }: SignedInOperator): Promise<(OperatorSession & { current: boolean })[]> {
      const sessions = await db.operatorSessions.list(actorId);
      return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
    },

    /** Takes effect with that browser's next request. @throws Problem `operator.session_not_found` */
    async endOwnSession({ actorId }: SignedInOperator, operatorSessionId: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await tx.operatorSessions.end(actorId, operatorSessionId)))
          throw new Problem('operator.session_not_found');
        await auditEverywhere(tx, { actorId, action: 'operator.session_ended', subjectId: operatorSessionId });
      });
    },

    /** Ends all of the operator's sessions except the current one. */
    async endOtherSessions({ actorId, sessionId }: SignedInOperator): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.operatorSessions.endAllBut(actorId, sessionId);
        await auditEverywhere(tx, { actorId, action: 'operator.session_ended', subjectId: actorId });
      });
    },
  };
}
