import { Problem } from '../../domain/faults/errors.ts';
import type { Operator, SignedInOperator } from '../../domain/operators/operator.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { OperatorSecrets } from '../../domain/repositories/operator-repositories.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { beginTry } from './begin-try.ts';

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>;

/**
 * Asks a signed-in operator for their password. Wrong answers are counted by session, so that tries from elsewhere cannot lock the operator
 * out here.
 */
export function createConfirmPassword({
  db,
  passwords,
}: {
  db: Pick<Database, 'operators' | 'signInTries'>;
  passwords: PasswordHasher;
}) {
  /** @throws Problem `request.invalid`, `auth.locked_out` */
  return async function confirmPassword(
    { actorId, sessionId }: SignedInOperator,
    password: string,
    pointer: string,
  ): Promise<{ operator: Operator; secrets: OperatorSecrets }> {
    const operator = await db.operators.find(actorId);
    if (operator === null) throw new Problem('auth.unauthorized');
    await beginTry(db, operator.email, sessionId);
    const secrets = await db.operators.getSecrets(actorId);
    const { passwordHash } = secrets;
    if (passwordHash === null || !(await passwords.verify(passwordHash, password))) {
      const fault = { pointer, code: 'operator.password_wrong', detail: 'is not your password' };
      throw new Problem('request.invalid', { errors: [fault] });
    }
    return { operator, secrets };
  };
}
