import { eventually } from './eventually.ts';
import type { Stack } from './stack.ts';

/** Waits until work on a verification was postponed because a dependency is down, without counting an attempt. */
export async function putOff(stack: Stack, verificationId: string): Promise<void> {
  await eventually(
    async () => {
      const { rowCount } = await stack.sql.query(
        `select 1 from outbox o join step_runs r on r.id = o.payload ->> 'stepRunId'
          where r.verification_id = $1 and o.attempts = 0 and o.available_at > now() + interval '100 milliseconds'`,
        [verificationId],
      );
      return rowCount === 1;
    },
    { what: 'the work to be put off' },
  );
}

/** Waits for the effect of work that is retried, without the pauses between the tries: all work is due at once. */
export function eventuallyWithoutPauses<T>(stack: Stack, look: () => T | Promise<T>) {
  return eventually(async () => {
    await stack.sql.query('update outbox set available_at = now() where available_at > now()');
    return look();
  });
}

/** Makes all work in progress so old that it no longer waits for outside providers. */
export async function losePatience(stack: Stack): Promise<void> {
  await stack.sql.query(`update outbox set created_at = now() - interval '10 minutes', available_at = now()`);
}
