import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { JobName, JobPayload, SharedQueueName } from '../../src/domain/jobs/job.ts';
import { createEnqueueJobs } from '../../src/services/jobs/enqueue-jobs.ts';
import { createRunJob, type JobHandler } from '../../src/services/jobs/run-job.ts';
import { startQueueWorker } from '../../workers/runtime.ts';
import type { Row, Section } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const backlog = 2_000;
const rounds = 20;
const jobMs = 5;
/** The job that runs when the single one comes is not counted: it began before. */
const most = { live: 2, test: 1 };

/** The queues of files, each with a job and its payload for a subject. */
const longJobs = {
  quality: { job: 'media.inspect', payloadOf: (id: string) => ({ mediaId: id }), idOf: idIn('mediaId') },
  document: {
    job: 'document.read',
    payloadOf: (id: string) => ({ stepRunId: id, attempt: 1 }),
    idOf: idIn('stepRunId'),
  },
  liveness: { job: 'face.judge', payloadOf: (id: string) => ({ stepRunId: id, attempt: 1 }), idOf: idIn('stepRunId') },
} as const satisfies Partial<
  Record<
    SharedQueueName,
    { job: JobName; payloadOf: (id: string) => JobPayload<JobName>; idOf: (payload: object) => string }
  >
>;
type LongQueue = keyof typeof longJobs;

/** How many jobs of a client's backlog begin before the single job of another client. Counted, so that no other work disturbs it. */
export const fairness: Section = {
  name: 'fairness',
  title: 'Clients take turns',
  async measure(stack, say) {
    const rows: Row[] = [];
    for (const queue of Object.keys(longJobs) as LongQueue[]) {
      for (const mode of ['live', 'test'] as const) {
        say(`${queue}: ${backlog} jobs of a ${mode} client, and single ones of others`);
        const ahead = await countAhead(stack, queue, mode);
        const longest = Math.max(...ahead);
        rows.push({
          what: `${queue}: jobs of a ${mode} client with ${backlog} waiting that begin before another, live client's single one`,
          measured: `most ${longest}`,
          against: `${(ahead.reduce((sum, count) => sum + count, 0) / ahead.length).toFixed(1)} on average`,
          ratio: `${longest} jobs`,
          bar: `≤ ${most[mode]} jobs`,
          met: longest <= most[mode],
          samples: `${ahead.length} single jobs, 1 worker`,
        });
      }
    }
    return rows;
  },
};

async function countAhead(stack: BenchStack, queue: LongQueue, mode: 'live' | 'test'): Promise<number[]> {
  const { container, env } = stack;
  const { job, payloadOf, idOf } = longJobs[queue];
  const newClient = async (of: 'live' | 'test') => {
    const id = `cli_bench_${randomUUID().slice(0, 18)}`;
    await container.db.clients.create({ id, name: id, mode: of });
    return id;
  };
  const ask = async (clientId: string, ids: readonly string[]) => {
    const all = ids.map((id) => ({ payload: payloadOf(id), clientId }));
    await createEnqueueJobs(container)(await container.db.outbox.addAll<JobName>(job, all));
  };
  const began: string[] = [];
  const handler: JobHandler<JobName> = {
    async work(payload) {
      began.push(idOf(payload));
      await pause(jobMs);
      return null;
    },
    onExhausted: () => null,
  };
  const flooding = await newClient(mode);
  const flood = Array.from({ length: backlog }, (_, index) => `flood-${mode}-${index}`);
  await ask(flooding, flood);
  const runJob = createRunJob({ ...container, handlers: { [job]: handler }, random: Math.random });
  const worker = startQueueWorker({ queue, redis: container.config.redis, concurrency: 1, runJob });
  const ahead: number[] = [];
  try {
    while (ahead.length < rounds) {
      const [single, seen] = [`single-${randomUUID()}`, began.length];
      while (began.length < seen + 3) await pause(1);
      const clientId = await newClient('live');
      await ask(clientId, [single]);
      const askedAt = began.length;
      while (!began.includes(single)) await pause(1);
      ahead.push(began.slice(askedAt).indexOf(single));
    }
  } finally {
    await worker.stop();
    const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 1 });
    await pool.query('delete from outbox where client_id = $1', [flooding]);
    await pool.end();
  }
  return ahead;
}

function idIn(key: string): (payload: object) => string {
  return (payload) => String(new Map(Object.entries(payload)).get(key));
}
