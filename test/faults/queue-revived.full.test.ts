import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBullmqJobQueue } from '../../src/adapters/redis/bullmq-job-queue.ts';
import { jobs, queueNames, type JobName } from '../../src/domain/jobs/job.ts';
import type { JobQueue } from '../../src/domain/ports/job-queue.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { startRedis, type RunningRedis } from '../../src/embedded/redis.ts';
import { startQueueWorker, type RunningWorker } from '../../workers/runtime.ts';
import { makeFolder } from '../embedded/support.ts';
import { eventually } from '../support/eventually.ts';

const folder = makeFolder();
let port: number;
let redis: RunningRedis | undefined;
let queue: JobQueue;
let worker: RunningWorker;
const ran: string[] = [];

beforeAll(async () => {
  port = await findFreePort();
  // Started once for the password that it makes for itself.
  const first = await startRedis({ dir: folder.path, port, durable: false });
  await first.stop();
  const place = { url: first.url, prefix: 'revived' };
  queue = createBullmqJobQueue(place);
  worker = startQueueWorker({
    queue: 'document',
    redis: place,
    concurrency: 1,
    runJob: (_job, outboxId) => Promise.resolve(void ran.push(outboxId)),
  });
});
afterAll(async () => {
  await worker.stop();
  await queue.close();
  await redis?.stop();
  folder.remove();
});

const jobOf = (name: (typeof queueNames)[number]) => {
  const job = (Object.keys(jobs) as JobName[]).find((one) => jobs[one].queue === name) ?? 'document.read';
  return { outboxId: `out_${name}`, job, queue: name, payload: {}, clientId: null, test: false, behind: false };
};

test('every queue that was first used while Redis was down works in the same process once Redis is back', async () => {
  for (const name of queueNames) await expect(queue.add(name, [jobOf(name)])).rejects.toThrow();
  await expect(queue.probe()).rejects.toThrow();
  redis = await startRedis({ dir: folder.path, port, durable: false });
  await eventually(
    () =>
      queue.probe().then(
        () => true,
        () => false,
      ),
    { what: 'the queues' },
  );
  for (const name of queueNames) {
    await queue.add(name, [jobOf(name)]);
    if (name !== 'document') expect(await queue.findMissing(name, [`out_${name}`, 'out_none'])).toEqual(['out_none']);
  }
  await eventually(() => ran.includes('out_document'), { withinMs: 60_000, what: 'the worker' });
});
