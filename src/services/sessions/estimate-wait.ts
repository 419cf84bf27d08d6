import { isShared, jobs, type SharedQueueName } from '../../domain/jobs/job.ts';
import { shares } from '../../domain/jobs/shares.ts';
import { estimateWaitMs, roundedSeconds, type ClientLine, type QueuePace } from '../../domain/jobs/waiting-time.ts';
import type { WorkerReports } from '../../domain/ports/worker-reports.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { StepRunState } from '../../domain/repositories/session-repositories.ts';
import { stepRegistry } from '../../steps/registry.ts';

/** How often a process reads the state of a queue at most, however many people ask. */
const keptForMs = 2_000;

export type EstimateWait = (stepRuns: readonly StepRunState[]) => Promise<number | null>;

/**
 * How many seconds a person is likely to wait until every running check of their steps has ended. Null when no step is being checked, or
 * when the time is unknown. An error here fails no request.
 */
export function createEstimateWait({
  db,
  workers,
  nowMs = () => performance.now(),
}: {
  db: Pick<Database, 'outbox'>;
  workers: Pick<WorkerReports, 'list'>;
  nowMs?: () => number;
}): EstimateWait {
  const looks = new Map<SharedQueueName, { atMs: number; look: Promise<Look> }>();

  function lookAt(queue: SharedQueueName): Promise<Look> {
    const known = looks.get(queue);
    if (known !== undefined && nowMs() < known.atMs + keptForMs) return known.look;
    const look = readLook(queue);
    looks.set(queue, { atMs: nowMs(), look });
    look.catch(() => looks.delete(queue));
    return look;
  }

  async function readLook(queue: SharedQueueName): Promise<Look> {
    const [reports, lines] = await Promise.all([workers.list(), db.outbox.listLines(queue, shares[queue].enqueued)]);
    return { lines, paces: reports.flatMap(({ paces = {} }) => paces[queue] ?? []) };
  }

  async function estimateOf({ id, type }: StepRunState): Promise<number | null> {
    const { queue } = jobs[stepRegistry[type].job];
    // Jobs of other queues start immediately, or wait for an external service.
    if (!isShared(queue)) return null;
    return estimateWaitMs(id, { ...(await lookAt(queue)), waitingShare: shares[queue].waiting });
  }

  return async function estimateWait(stepRuns) {
    const processing = stepRuns.filter(({ status }) => status === 'processing');
    try {
      const estimates = await Promise.all(processing.map(estimateOf));
      const known = estimates.filter((estimate) => estimate !== null);
      return known.length === 0 ? null : roundedSeconds(Math.max(...known));
    } catch {
      return null;
    }
  };
}

interface Look {
  lines: ClientLine[];
  paces: QueuePace[];
}
