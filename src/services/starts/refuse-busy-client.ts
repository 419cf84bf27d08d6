import { Problem } from '../../domain/faults/errors.ts';
import { longQueues } from '../../domain/jobs/job.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** How long an answer is reused for further starts of the same client, in ms. */
const countedForMs = 1_000;
const retryAfterSeconds = 30;

/**
 * Refuses a client's new sessions while too much of its work is waiting: more people would only wait longer. Running sessions continue. The
 * answer may be a second old, so that a start usually needs no query.
 */
export function createRefuseBusyClient({
  db,
  waitingAtMost,
  nowMs = () => performance.now(),
}: {
  db: Pick<Database, 'outbox'>;
  waitingAtMost: number;
  nowMs?: () => number;
}) {
  const counted = new Map<string, { isBusy: Promise<boolean>; atMs: number }>();

  async function hasMuchWaiting(clientId: string): Promise<boolean> {
    const counts = await Promise.all(
      longQueues.map((queue) => db.outbox.countUnfinished(queue, clientId, waitingAtMost)),
    );
    return counts.some((count) => count >= waitingAtMost);
  }

  function forgetOld(): void {
    for (const [clientId, { atMs }] of counted) if (atMs + countedForMs <= nowMs()) counted.delete(clientId);
  }

  /** @throws Problem `client.busy` */
  return async function refuseBusyClient(clientId: string): Promise<void> {
    forgetOld();
    const known = counted.get(clientId) ?? { isBusy: hasMuchWaiting(clientId), atMs: nowMs() };
    counted.set(clientId, known);
    const isBusy = await known.isBusy.catch((error: unknown) => {
      counted.delete(clientId);
      throw error;
    });
    if (isBusy) throw new Problem('client.busy', { retryAfterSeconds });
  };
}

export type RefuseBusyClient = ReturnType<typeof createRefuseBusyClient>;
