import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { estimateWaitMs, roundedSeconds, type ClientLine } from '../../src/domain/jobs/waiting-time.ts';
import { createEstimateWait } from '../../src/services/sessions/estimate-wait.ts';
import { createPaceMeter } from '../../workers/pace-meter.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { seedClient } from '../support/seed.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** Two seconds a job, one after the other. */
const pace = { jobs: 10, busyMs: 20_000, workMs: 20_000 };

function line(clientId: string, waiting: number, more: Partial<ClientLine> = {}): ClientLine {
  const jobs = Array.from({ length: waiting }, (_, index) => ({ ofId: `${clientId}${index}`, runningMs: null }));
  return { clientId, test: false, weight: 1, jobs, more: false, ...more };
}
const estimate = (ofId: string, lines: readonly ClientLine[], paces = [pace]) =>
  estimateWaitMs(ofId, { lines, paces, waitingShare: 2 });

describe('the estimate of a wait', () => {
  it('is the time of the jobs before it and of the job itself', () => {
    expect(estimate('a0', [line('a', 1)])).toBe(2_000);
    expect(estimate('a9', [line('a', 10)])).toBe(20_000);
    expect(estimate('a9', [line('a', 10)], [pace, pace])).toBe(11_000);
  });

  it('counts only the turns of another client’s backlog, by weight', () => {
    expect(estimate('a0', [line('a', 1), line('b', 200)])).toBe(6_000);
    expect(estimate('a3', [line('a', 4), line('b', 200)])).toBe(18_000);
    expect(estimate('a3', [line('a', 4), line('b', 3)])).toBe(14_000);
    expect(estimate('a0', [line('a', 1), line('b', 200, { weight: 3 })])).toBe(14_000);
  });

  it('lets a test client wait for every live one, and never the other way round', () => {
    const [testing, live] = [line('t', 20, { test: true }), line('a', 30)];
    expect(estimate('t0', [testing, live])).toBe(62_000);
    expect(estimate('a0', [testing, live])).toBe(2_000);
  });

  it('counts half of each other running job, and the rest of the job itself if it is running', () => {
    const running = { ofId: 'x', runningMs: 500 };
    const busy = line('b', 0, { jobs: [running] });
    expect(estimate('a0', [line('a', 1), busy])).toBe(3_000);
    expect(estimate('x', [busy])).toBe(1_500);
  });

  it('is unknown without a pace, outside the queue, beyond the listed jobs, and once it takes longer than usual', () => {
    expect(estimate('a0', [line('a', 1)], [])).toBeNull();
    expect(estimate('b0', [line('a', 1)])).toBeNull();
    expect(estimate('t0', [line('t', 1, { test: true }), line('a', 5, { more: true })])).toBeNull();
    expect(estimate('x', [line('a', 0, { jobs: [{ ofId: 'x', runningMs: 2_500 }] })])).toBeNull();
  });

  it('is rounded up, more coarsely the longer it is, and is unknown beyond an hour', () => {
    const rounded = [100, 5_000, 5_001, 46_000, 61_000, 700_000, 3_500_000, 3_600_001].map(roundedSeconds);
    expect(rounded).toEqual([5, 5, 10, 60, 90, 900, 3_600, null]);
  });
});

it('the pace of a worker is that of its last jobs, with idle time left out', async () => {
  let now = 0;
  const meter = createPaceMeter(() => now);
  const after = (ms: number) => meter.during(() => Promise.resolve((now += ms)));
  expect(meter.read()).toBeNull();
  await after(1_000);
  now += 60_000;
  await after(3_000);
  expect(meter.read()).toEqual({ jobs: 2, busyMs: 4_000, workMs: 4_000 });
  // Two at the same time: each takes as long, and the worker is busy once.
  let release = () => {};
  const held = meter.during(() => new Promise<void>((resolve) => (release = resolve)));
  await after(2_000);
  release();
  await held;
  expect(meter.read()).toEqual({ jobs: 4, busyMs: 6_000, workMs: 8_000 });
  for (let more = 0; more < 50; more += 1) await after(10);
  expect(meter.read()).toEqual({ jobs: 50, busyMs: 500, workMs: 500 });
});

describe('the state of a session', () => {
  let stack: Stack;
  let session: SdkSession;
  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ qualityHandlers: noInspection });
  });
  afterAll(() => stack.close());
  beforeEach(async () => {
    await stack.sql.query('delete from outbox');
    session = await stack.startSession();
  });

  /** The answer of an API that has not looked at the queue yet. */
  async function estimateNow(): Promise<number | null> {
    const { stepRuns } = await stack.container.db.sessions.getSteps(session.verificationId);
    return createEstimateWait(stack.container)(stepRuns);
  }
  async function submit(of: SdkSession) {
    expect((await of.upload(await smallPicture())).status).toBe(201);
    expect((await of.submit()).status).toBe(202);
  }
  const report = (paces?: object) =>
    stack.container.workers.publish({ workerId: 'w', queues: ['document'], models: [], ...(paces && { paces }) });
  const ask = (clientId: string, count: number) =>
    stack.container.db.outbox.addAll(
      'document.read',
      Array.from({ length: count }, () => ({ payload: { stepRunId: randomUUID(), attempt: 1 }, clientId })),
    );

  it('says how long a person is likely to wait, from the work before theirs and the measured pace; null if unknown', async () => {
    const { clientId } = stack.client;
    await ask(clientId, 20);
    expect(await estimateNow()).toBeNull();
    await submit(session);
    await report();
    expect(await estimateNow()).toBeNull();
    await report({ document: pace });
    expect(await estimateNow()).toBe(45);
    await ask((await seedClient(stack.container.db)).clientId, 2_000);
    expect(await estimateNow()).toBe(90);
    // It moves up as earlier work is finished.
    await stack.sql.query(`delete from outbox where client_id = $1 and payload ->> 'stepRunId' like '%-%'`, [clientId]);
    expect(await estimateNow()).toBe(10);
    const { body } = await session.state();
    expect(body.estimatedSeconds).toBe(10);
  });

  it('stays readable while the state of the workers is unknown', async () => {
    await submit(session);
    await stack.sql.query('alter table outbox rename to outbox_away');
    try {
      const { status, body } = await session.state();
      expect([status, body.estimatedSeconds]).toEqual([200, null]);
    } finally {
      await stack.sql.query('alter table outbox_away rename to outbox');
    }
  });
});
