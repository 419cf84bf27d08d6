import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { TestClock } from '../../domain/repositories/test-clock-repository.ts';
import { requireTestMode } from './require-test-mode.ts';

/** A virtual clock is never more than a year ahead. */
const furthestSeconds = 31_536_000;

export function createReadTestClock({ db }: { db: Database }) {
  return async function readTestClock({ clientId }: ApiCaller): Promise<TestClock> {
    await requireTestMode(db, clientId);
    return db.testClock.read(clientId);
  };
}

/**
 * Moves the client's virtual clock on: attempts expire, codes may be sent again, webhooks are tried again as they would after that
 * time. Attempts whose time has come are ended before the answer; deliveries follow as soon as a worker takes them.
 */
export function createMoveTestClock({
  db,
  expireVerifications,
}: {
  db: Database;
  expireVerifications: () => Promise<number>;
}) {
  return async function moveTestClock(
    { clientId, actorId }: ApiCaller,
    seconds: number,
    effect: Effect<TestClock> = unrecorded,
  ): Promise<TestClock> {
    await requireTestMode(db, clientId);
    const clock = await db.transaction(async (tx) => {
      const { offsetSeconds } = await tx.testClock.read(clientId);
      if (offsetSeconds + seconds > furthestSeconds) {
        const fault = {
          pointer: '/advanceSeconds',
          code: 'value.too_big',
          detail: 'moves the clock over a year ahead',
        };
        throw new Problem('request.invalid', { errors: [fault] });
      }
      const clock = await tx.testClock.advance(clientId, seconds);
      await effect.record(tx, clock);
      await tx.audit.append([{ clientId, actorId, action: 'test_clock.advanced', subjectId: clientId }]);
      return clock;
    });
    await expireVerifications();
    return clock;
  };
}
