import { Problem } from '../../domain/faults/errors.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { TestClock } from '../../domain/repositories/test-clock-repository.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { requireTestMode } from './require-test-mode.ts';

/** A virtual clock is never more than a year ahead. */
const furthestSeconds = 31_536_000;

export type TestModeUseCases = ReturnType<typeof createTestModeUseCases>;

/** The messages and the virtual clock of a client in test mode. */
export function createTestModeUseCases({
  db,
  expireVerifications,
}: {
  db: Database;
  expireVerifications: () => Promise<number>;
}) {
  return {
    /** The messages of a client in test mode, newest first. */
    async listTestMessages(
      caller: ApiCaller,
      query: { limit: number; after?: string | undefined; verificationId?: string | undefined },
    ) {
      await requireTestMode(db, caller.clientId);
      const page = pageOfQuery('message', query);
      const filter = { verificationId: query.verificationId };
      const rows = await db.testMessages.list(caller.clientId, { ...page, limit: page.limit + 1 }, filter);
      return toPage(rows, page.limit);
    },

    async readTestClock({ clientId }: ApiCaller): Promise<TestClock> {
      await requireTestMode(db, clientId);
      return db.testClock.read(clientId);
    },

    /**
     * Moves the client's virtual clock forward: attempts expire, codes can be sent again, and webhooks are retried as they would be after
     * that time. Overdue attempts end before the response; deliveries follow as soon as a worker takes them.
     */
    async moveTestClock(
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
            detail: 'must not move the clock more than a year ahead',
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
    },
  };
}
