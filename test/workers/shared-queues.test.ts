import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setClientWeightCommand } from '../../src/commands/admin/admin-client-weight.ts';
import { newJob } from '../../src/db/jobs/outbox.ts';
import type { QueuedJob } from '../../src/domain/ports/job-queue.ts';
import { createEnqueueJobs } from '../../src/services/jobs/enqueue-jobs.ts';
import { createRelayOutbox } from '../../src/services/jobs/relay-outbox.ts';
import { createRunJob, type JobHandlers } from '../../src/services/jobs/run-job.ts';
import { startQueueWorker, type RunningWorker } from '../../workers/runtime.ts';
import { eventually } from '../support/eventually.ts';
import { seedClient } from '../support/seed.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
afterEach(() => stack.sql.query('delete from outbox'));

const newClient = async (mode: 'live' | 'test' = 'live') => (await seedClient(stack.container.db, mode)).clientId;

/** One document's work for each run id, asked for and queued as a submit does. */
async function ask(clientId: string, stepRunIds: readonly string[]): Promise<void> {
  const all = stepRunIds.map((stepRunId) => ({ payload: { stepRunId, attempt: 1 }, clientId }));
  await createEnqueueJobs(stack.container)(await stack.container.db.outbox.addAll('document.read', all));
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

describe('a shared queue', () => {
  test('holds two jobs of a client at most, however many it asks for', async () => {
    const [flooding, other] = [await newClient(), await newClient()];
    await ask(flooding, names('flood', 50));
    const handed: QueuedJob[] = [];
    const queue = { add: async (_name: string, jobs: readonly QueuedJob[]) => void handed.push(...jobs) };
    await createRelayOutbox({ ...stack.container, queue })();
    expect(handed).toEqual([]);
    // Stored without the repository, which would put it into the real queue at the commit.
    const single = newJob('document.read', { stepRunId: 'single', attempt: 1 }, other);
    await stack.sql.query('insert into outbox (id, queue, job, payload, client_id) values ($1, $2, $3, $4, $5)', [
      single.outboxId,
      single.queue,
      single.job,
      single.payload,
      other,
    ]);
    await createEnqueueJobs({ ...stack.container, queue })([single]);
    expect(handed.map(({ clientId }) => clientId)).toEqual([other]);
    expect(await stack.container.db.outbox.countUnfinished('document', flooding, 1_000)).toBe(50);
    expect(await stack.container.db.outbox.countUnfinished('document', flooding, 7)).toBe(7);
  });

  test('of webhooks holds at most 512 deliveries of a client, all but 32 of them behind those of others, and does not count its later retries', async () => {
    const [flooding, other] = [await newClient(), await newClient()];
    const deliver = (clientId: string, prefix: string, count: number) =>
      stack.container.db.outbox.addAll(
        'webhook.deliver',
        names(prefix, count).map((deliveryId) => ({ payload: { deliveryId }, clientId })),
      );
    await deliver(flooding, 'later', 2_000);
    await stack.sql.query(`update outbox set available_at = now() + interval '1 hour'`);
    await deliver(flooding, 'flood', 3_000);
    await deliver(other, 'single', 1);
    const handed: QueuedJob[] = [];
    const queue = { add: async (_name: string, jobs: readonly QueuedJob[]) => void handed.push(...jobs) };
    const relay = createRelayOutbox({ ...stack.container, queue });
    await relay();
    await relay();
    expect(handed.filter(({ clientId }) => clientId === other)).toHaveLength(1);
    expect(handed.filter(({ clientId }) => clientId === flooding)).toHaveLength(512);
    expect(handed.filter(({ behind }) => !behind)).toHaveLength(32 + 1);
    // Those that run make room for as many, up to all that one client may have in the workers.
    for (const most of [1_024, 1_536, 2_048, 2_048]) {
      await stack.sql.query('update outbox set begun_at = now() where enqueued_at is not null');
      await relay();
      expect(handed.filter(({ clientId }) => clientId === flooding)).toHaveLength(most);
    }
    expect(handed.some(({ payload }) => JSON.stringify(payload).includes('later'))).toBe(false);
  });

  test('holds more for a client with a larger weight', async () => {
    const heavy = await newClient();
    const say = () => undefined;
    expect(await setClientWeightCommand.run(stack.container, [heavy, '0'], say)).toBe(1);
    expect(await setClientWeightCommand.run(stack.container, [heavy, '3'], say)).toBe(0);
    await ask(heavy, names('heavy', 20));
    const { rows } = await stack.sql.query('select 1 from outbox where enqueued_at is not null');
    expect(rows).toHaveLength(6);
  });

  test('keeps a job due if the queue refused it', async () => {
    const clientId = await newClient();
    const queue = { add: () => Promise.reject(new Error('away')) };
    const jobs = await stack.container.db.outbox.addAll('document.read', [
      { payload: { stepRunId: 'refused', attempt: 1 }, clientId },
    ]);
    await createEnqueueJobs({ ...stack.container, queue })(jobs);
    await expect(createRelayOutbox({ ...stack.container, queue })()).rejects.toThrow('document refuses its jobs: away');
    expect(await createRelayOutbox(stack.container)()).toBe(1);
  });

  test('is not reported as stuck while a client has jobs in it, but is if nobody queues its jobs', async () => {
    const clientId = await newClient();
    await ask(clientId, names('waiting', 5));
    await stack.sql.query(`update outbox set available_at = now() - interval '5 minutes'`);
    expect(await stack.container.db.outbox.measureUnclaimed()).toEqual([]);
    await stack.sql.query('update outbox set enqueued_at = null');
    expect(await stack.container.db.outbox.measureUnclaimed()).toMatchObject([{ queue: 'document' }]);
  });
});

describe('a client with too much work waiting', () => {
  test('cannot start a session, on a device or from its backend, until some of it is done', async () => {
    const busy = await startStack({ env: { CLIENT_WAITING_JOBS: '3' } });
    try {
      const { clientId, token } = busy.client;
      const flowId = busy.client.flowOf('document-only');
      const { outbox } = busy.container.db;
      const open = await busy.startSession();
      await outbox.addAll(
        'document.read',
        names('waiting', 3).map((stepRunId) => ({ payload: { stepRunId, attempt: 1 }, clientId })),
      );
      const start = () => busy.api.post('/v2/sdk/sessions', { json: sessionStart(clientId, flowId) });
      const prepare = () => busy.api.post('/v2/verifications', { token, json: { flowId } });
      // Each API counts for itself, and keeps its count for a moment.
      const refusalOf = (ask: typeof start) =>
        eventually(
          async () => {
            const answer = await ask();
            return answer.status === 429 && answer;
          },
          { what: 'the refusal' },
        );
      const refused = await refusalOf(start);
      expect(refused.body).toMatchObject({ code: 'client.busy', retryable: true });
      expect(refused.headers.get('retry-after')).toBe('30');
      expect((await refusalOf(prepare)).body).toMatchObject({ code: 'client.busy' });
      expect((await open.state()).status).toBe(200);
      await busy.sql.query(`delete from outbox where payload ->> 'stepRunId' = 'waiting1'`);
      await eventually(async () => (await start()).status === 201, { what: 'the next session' });
    } finally {
      await busy.close();
    }
  });
});

describe('a worker', () => {
  const running: RunningWorker[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((worker) => worker.stop()));
  });

  /** Works on the document queue, one job at a time, and answers the run ids in the order in which they ran. */
  function serve({
    until = () => Promise.resolve(),
  }: { until?: (ran: readonly string[]) => Promise<void> } = {}): string[] {
    const ran: string[] = [];
    const handlers: JobHandlers = {
      'document.read': {
        async work({ stepRunId }) {
          ran.push(stepRunId);
          await until(ran);
          await setTimeout(20);
          return null;
        },
        onExhausted: () => null,
      },
    };
    const runJob = createRunJob({ ...stack.container, handlers, random: () => 0 });
    running.push(startQueueWorker({ queue: 'document', redis: stack.container.config.redis, concurrency: 1, runJob }));
    return ran;
  }
  const all = (ran: string[], count: number) =>
    eventually(() => Promise.resolve(ran.length === count), { withinMs: 60_000, what: 'the jobs' });

  test("begins one client's single job within two of another client's backlog, and ends the backlog", async () => {
    const [flooding, other] = [await newClient(), await newClient()];
    await ask(flooding, names('flood', 30));
    // The fifth job ends when the single one has been asked for: how long asking takes on this machine decides nothing.
    let release: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ran = serve({ until: async (begun) => (begun.length === 5 ? await asked : undefined) });
    await eventually(() => Promise.resolve(ran.length === 5), { withinMs: 60_000, what: 'the first jobs' });
    await ask(other, ['single']);
    release();
    await all(ran, 31);
    expect(ran.indexOf('single') - 5).toBeLessThanOrEqual(2);
    expect(ran.filter((id) => id.startsWith('flood'))).toEqual(names('flood', 30));
  });

  test('gives two backlogs the same share', async () => {
    const [first, second] = [await newClient(), await newClient()];
    await ask(first, names('first', 30));
    await ask(second, names('second', 10));
    const ran = serve();
    await all(ran, 40);
    const share = ran.slice(0, 20).filter((id) => id.startsWith('second')).length;
    expect(share).toBeGreaterThanOrEqual(8);
  });

  test("runs a test client's jobs only while no live client's job waits", async () => {
    const [testing, live] = [await newClient('test'), await newClient('live')];
    await ask(testing, names('test', 10));
    await ask(live, names('live', 10));
    const ran = serve();
    await all(ran, 20);
    expect(ran.slice(0, 12).filter((id) => id.startsWith('live'))).toHaveLength(10);
  });
});
