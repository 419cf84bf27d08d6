import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { shares } from '../../src/domain/jobs/shares.ts';
import { estimateWaitMs } from '../../src/domain/jobs/waiting-time.ts';
import { createEnqueueJobs } from '../../src/services/jobs/enqueue-jobs.ts';
import { createRelayOutbox } from '../../src/services/jobs/relay-outbox.ts';
import { createRunJob } from '../../src/services/jobs/run-job.ts';
import { createPaceMeter } from '../../workers/pace-meter.ts';
import { startLoop, startQueueWorker } from '../../workers/runtime.ts';
import { quantile, type Section } from '../section.ts';

/** The jobs of each client, in order of arrival. */
const backlogs = [160, 60, 20];
const places = 2;
/** From half to three times the usual file, which is shorter here so that the bench ends. */
const usualMs = 300;
const sampleEveryMs = 1_500;
const sampled = 12;
const leastMs = 1_000;
const share = 0.8;

/** The wait that a session's state announces, compared with the real wait. */
export const waitingTime: Section = {
  name: 'waiting-time',
  title: 'Estimates of waiting times',
  async measure(stack, say) {
    const { container } = stack;
    const { db } = container;
    const endedAt = new Map<string, number>();
    const estimates: { id: string; atMs: number; estimateMs: number }[] = [];
    const pace = createPaceMeter();
    const clientIds: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      const id = `cli_bench_${name}_${randomUUID().slice(0, 8)}`;
      await db.clients.create({ id, name, mode: 'live' });
      clientIds.push(id);
    }
    const waiting: string[] = [];
    for (const [index, count] of backlogs.entries()) {
      const all = Array.from({ length: count }, () => ({
        payload: { stepRunId: randomUUID(), attempt: 1 },
        clientId: clientIds[index] ?? '',
      }));
      waiting.push(...all.map(({ payload }) => payload.stepRunId));
      await createEnqueueJobs(container)(await db.outbox.addAll('document.read', all));
    }
    say(`${waiting.length} jobs of ${clientIds.length} clients, ${places} at a time`);
    const runJob = createRunJob({
      ...container,
      random: Math.random,
      handlers: {
        'document.read': {
          async work({ stepRunId }) {
            await pause(usualMs * (0.5 + 2.5 * Math.random() ** 3));
            endedAt.set(stepRunId, performance.now());
            return null;
          },
          onExhausted: () => null,
        },
      },
    });
    const running = [
      startQueueWorker({ queue: 'document', redis: container.config.redis, concurrency: places, runJob, pace }),
      startLoop({ everyMs: 500, task: createRelayOutbox(container), onFailure: () => undefined }),
    ];
    while (endedAt.size < waiting.length) {
      await pause(sampleEveryMs);
      const measured = pace.read();
      if (measured === null) continue;
      const lines = await db.outbox.listLines('document', shares.document.enqueued);
      const left = waiting.filter((id) => !endedAt.has(id));
      for (let count = 0; count < sampled; count += 1) {
        const id = left[Math.floor(Math.random() * left.length)] ?? '';
        const asked = { lines, paces: [measured], waitingShare: shares.document.waiting };
        const estimateMs = estimateWaitMs(id, asked);
        if (estimateMs !== null) estimates.push({ id, atMs: performance.now(), estimateMs });
      }
    }
    await Promise.all(running.map((part) => part.stop()));
    const ratios = estimates
      .map(({ id, atMs, estimateMs }) => ({ estimateMs, waitMs: (endedAt.get(id) ?? Number.NaN) - atMs }))
      .filter(({ waitMs }) => waitMs >= leastMs)
      .map(({ estimateMs, waitMs }) => estimateMs / waitMs);
    const near = ratios.filter((ratio) => ratio >= 0.5 && ratio <= 2).length;
    const text = (q: number) => quantile(ratios, q).toFixed(2);
    return [
      {
        what: 'estimate before rounding, as a multiple of the wait',
        measured: `median ${text(0.5)}, from ${text(0.1)} (p10) to ${text(0.9)} (p90)`,
        against: `waits of ${leastMs / 1000} s and more`,
        ratio: `${((100 * near) / ratios.length).toFixed(0)} % from half to twice`,
        bar: `≥ ${100 * share} %`,
        met: near >= share * ratios.length,
        samples: `${ratios.length} estimates, ${waiting.length} jobs of ${backlogs.join(', ')} of 3 clients, 1 worker`,
      },
    ];
  },
};
