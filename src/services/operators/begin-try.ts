import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Counts a try of this address's password. @throws Problem `auth.locked_out` with the remaining time */
export async function beginTry(
  db: Pick<Database, 'signInTries'>,
  email: string,
  source: string,
): Promise<{ last: boolean }> {
  const { allowed, last, secondsLeft } = await db.signInTries.begin(email, source);
  if (!allowed) {
    const retryAfterSeconds = Math.max(1, secondsLeft);
    throw new Problem('auth.locked_out', { retryAfterSeconds, extra: { retryAfterSeconds } });
  }
  return { last };
}
