import { queueNames } from '../../domain/jobs/job.ts';
import type { Gauges } from '../../domain/ports/telemetry.ts';
import type { WorkerReports } from '../../domain/ports/worker-reports.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { createReadReadiness } from './read-readiness.ts';

/** The parts are queried at most once in this time, however often the metrics are read. */
const goodForMs = 2_000;

/** The state of the queues and of the service's parts. A value that cannot be read is omitted, and its part is down. */
export function createReadGauges({
  db,
  workers,
  readReadiness,
}: {
  db: Pick<Database, 'outbox' | 'partitions'>;
  workers: Pick<WorkerReports, 'list'>;
  readReadiness: ReturnType<typeof createReadReadiness>;
}) {
  async function read(): Promise<Gauges> {
    const [{ parts }, queues, reports, partitions] = await Promise.all([
      readReadiness(),
      db.outbox.measure().catch(() => null),
      workers.list().catch(() => []),
      db.partitions.measure().catch(() => []),
    ]);
    return {
      partitions,
      parts: parts
        .filter(({ status }) => status !== 'notConfigured')
        .map(({ name, status }) => ({ name, up: status === 'up' })),
      queues:
        queues === null
          ? []
          : queueNames.map((queue) => ({
              ...(queues.find((one) => one.queue === queue) ?? { dueJobs: 0, laterJobs: 0, oldestSeconds: 0 }),
              queue,
              workers: reports.filter((report) => report.queues.includes(queue)).length,
            })),
    };
  }

  let last: { at: number; gauges: Promise<Gauges> } | null = null;
  return function readGauges(): Promise<Gauges> {
    const now = performance.now();
    if (last === null || now - last.at > goodForMs) last = { at: now, gauges: read() };
    return last.gauges;
  };
}

export type ReadGauges = ReturnType<typeof createReadGauges>;
