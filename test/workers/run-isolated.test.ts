import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEnqueueJobs } from '../../src/services/jobs/enqueue-jobs.ts';
import { createRunJob, type JobHandlers } from '../../src/services/jobs/run-job.ts';
import { createRunIsolated, type StartProcess } from '../../workers/run-isolated.ts';
import { startQueueWorker } from '../../workers/runtime.ts';
import { eventually } from '../support/eventually.ts';
import { seedClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  // One process only, so that jobs of others cannot disturb it.
  stack = await startStack({ apis: 1 });
});
afterAll(() => stack.close());

/** One document's work for each name, each of another client; answers the rows' ids. */
async function ask(stepRunIds: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    stepRunIds.map(async (stepRunId) => {
      const { clientId } = await seedClient(stack.container.db);
      return { payload: { stepRunId, attempt: 1 }, clientId };
    }),
  );
  const jobs = await stack.container.db.outbox.addAll('document.read', all);
  await createEnqueueJobs(stack.container)(jobs);
  return jobs.map(({ outboxId }) => outboxId);
}

test('a job that failed, met an outage or was requested again has ended its run', async () => {
  const { outbox } = stack.container.db;
  const relay = createEnqueueJobs(stack.container);
  const endings = [
    (run: { outboxId: string }) => outbox.release([run.outboxId]),
    (run: Parameters<typeof outbox.giveBack>[0]) => outbox.giveBack(run, 0),
    (run: Parameters<typeof outbox.postpone>[0]) => outbox.postpone(run, 0),
  ];
  for (const end of endings) {
    const [job] = await outbox.addAll('document.read', [
      { payload: { stepRunId: 'ended', attempt: 1 }, clientId: stack.client.clientId },
    ]);
    if (job === undefined) throw new Error('no work was asked for');
    const run = await outbox.begin(job.outboxId);
    if (run === null) throw new Error('the work is gone');
    await end(run);
    await relay([job]);
    expect(await outbox.hasUnfinishedRun(job.outboxId)).toBe(false);
    await outbox.complete({ ...run, round: run.round + (end === endings[2] ? 1 : 0) });
  }
});

test('jobs whose process died run in a separate process, and the worker with one place takes the others meanwhile', async () => {
  const { outbox } = stack.container.db;
  const names = ['died-1', 'fresh-1', 'died-2', 'fresh-2', 'fresh-3'];
  const ids = await ask(names);
  // What a killed process leaves behind: runs that began and never ended.
  for (const index of [0, 2]) await outbox.begin(ids[index] ?? '');
  expect(await Promise.all(ids.map((id) => outbox.hasUnfinishedRun(id)))).toEqual([true, false, true, false, false]);

  const here: string[] = [];
  const isolated: string[] = [];
  const handlers = {
    'document.read': {
      work({ stepRunId }) {
        here.push(stepRunId);
        return Promise.resolve(null);
      },
      onExhausted: () => null,
    },
  } satisfies JobHandlers;
  const worker = startQueueWorker({
    queue: 'document',
    redis: stack.container.config.redis,
    concurrency: 1,
    runJob: createRunJob({ ...stack.container, handlers, random: Math.random }),
    isolation: {
      hasDied: (id) => outbox.hasUnfinishedRun(id),
      async run({ outboxId }) {
        // It ends only after all others: a worker that waited for it would never get to them.
        await eventually(() => Promise.resolve(here.length === 3), { withinMs: 60_000, what: 'the other jobs' });
        isolated.push(outboxId);
        await stack.sql.query('delete from outbox where id = $1', [outboxId]);
      },
    },
  });
  try {
    await eventually(async () => (await stack.sql.query('select 1 from outbox')).rowCount === 0, {
      withinMs: 60_000,
      what: 'the end of all jobs',
    });
  } finally {
    await worker.stop();
  }
  expect(here.sort()).toEqual(['fresh-1', 'fresh-2', 'fresh-3']);
  expect(isolated.sort()).toEqual([ids[0], ids[2]].sort());
});

test('a job that throws leaves nothing of the message in Redis, which keeps the end of every job for a while', async () => {
  const { redis: settings, queue } = { ...stack.container.config, queue: stack.container.queue };
  const worker = startQueueWorker({
    queue: 'maintenance',
    redis: settings,
    concurrency: 1,
    runJob: () => Promise.reject(Object.assign(new Error('no such person: Maria Silva'), { code: 'P2025' })),
  });
  const redis = new Redis(settings.url);
  try {
    const job = { outboxId: 'out_throws', job: 'code.send', queue: 'maintenance', payload: {} } as const;
    await queue.add('maintenance', [{ ...job, clientId: null, test: false, behind: false }]);
    const events = await eventually(async () => {
      const text = JSON.stringify(await redis.xrange(`${settings.prefix}:maintenance:events`, '-', '+'));
      return text.includes('failed') && text;
    });
    expect(events).toContain('Error P2025');
    expect(events).not.toContain('Maria');
    expect(await redis.exists(`${settings.prefix}:maintenance:out_throws`)).toBe(0);
  } finally {
    redis.disconnect();
    await worker.stop();
  }
});

describe('a job that runs in a separate process', () => {
  const log = { warn: () => undefined, error: () => undefined };
  const job = { name: 'document.read', outboxId: 'out_1', payload: {} };
  /** Answers what the processes were asked, in order. */
  function playing(ends: readonly Awaited<ReturnType<StartProcess>>[]) {
    const asked: { outboxId: string; last: boolean }[] = [];
    const left = [...ends];
    let underWay = 0;
    const run = createRunIsolated({
      log,
      waitMs: () => 0,
      async startProcess({ outboxId }, { last }) {
        asked.push({ outboxId, last });
        underWay += 1;
        expect(underWay).toBe(1);
        await setTimeout(5);
        underWay -= 1;
        const end = left.shift();
        return end === undefined ? 'running' : end;
      },
    });
    return { asked, run };
  }
  const going = new AbortController().signal;

  test('ends after it has killed two separate processes: the third opens no file', async () => {
    const { asked, run } = playing(['died', 'died', 'running']);
    await run(job, going);
    expect(asked.map(({ last }) => last)).toEqual([false, false, true]);
  });

  test('is tried on if its process could not begin, which says nothing about the job', async () => {
    const { asked, run } = playing([null, 'not run', null, 'died', 'not run', 'running']);
    await run(job, going);
    expect(asked.map(({ last }) => last)).toEqual([false, false, false, false, false, false]);
  });

  test('has the only separate process of its worker', async () => {
    const { asked, run } = playing(['died', 'running', 'running']);
    await Promise.all([run(job, going), run({ ...job, outboxId: 'out_2' }, going)]);
    expect(asked.map(({ outboxId }) => outboxId)).toEqual(['out_1', 'out_1', 'out_2']);
  });

  test('is left to another worker when this one stops', async () => {
    const stopping = new AbortController();
    const { asked, run } = playing(['died', 'died', 'died', 'died']);
    stopping.abort();
    await run(job, stopping.signal);
    expect(asked).toEqual([]);
  });
});
