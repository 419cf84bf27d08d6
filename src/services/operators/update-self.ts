import { Problem } from '../../domain/faults/errors.ts';
import type { Operator, SignedInOperator } from '../../domain/operators/operator.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { beginTry } from './begin-try.ts';

export interface OwnUpdate {
  name?: string | undefined;
  password?: { current: string; next: string } | undefined;
}

/**
 * Changes one's own name or password. A new password ends every other session of the person; the old one is asked for, and
 * wrong answers count like wrong sign-ins. @throws Problem `request.invalid`, `auth.locked_out`
 */
export function createUpdateSelf({
  db,
  passwords,
}: {
  db: Pick<Database, 'transaction' | 'operators' | 'signInTries'>;
  passwords: PasswordHasher;
}) {
  return async function updateSelf(self: SignedInOperator, { name, password }: OwnUpdate): Promise<Operator> {
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
  };

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
}
