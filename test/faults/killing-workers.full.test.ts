import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerEnvironment } from '../../src/embedded/worker-environment.ts';
import { blankPicture, passportPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { startWorkerProcess, type ServiceProcess } from '../support/programs/processes.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { stepJobsOf } from '../support/steps.ts';

/** Pictures of these widths do it to the process that opens them each time, whatever it is (test/support/killing-files.mjs). */
const widths = { kills: 401, hangs: 405 };
const hook = fileURLToPath(new URL('../support/killing-files.mjs', import.meta.url));
const queues = ['quality', 'document'] as const;

let stack: Stack;
/** Ends the supervisor. */
const over = new AbortController();
const workers = new Map<string, ServiceProcess>();
const supervising: Promise<void>[] = [];
const deaths = { quality: 0, document: 0 };
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ maintenance: true });
}, 120_000);
afterAll(async () => {
  over.abort();
  for (const worker of workers.values()) await worker.kill();
  await Promise.all(supervising);
  await stack.close();
});

/** One worker of a queue, which is started again when it ends, as a supervisor does. */
async function supervise(queue: (typeof queues)[number]): Promise<void> {
  const env = { ...stack.env, ...workerEnvironment, NODE_OPTIONS: `--import=${hook}` };
  const start = async () => void workers.set(queue, await startWorkerProcess(env, queue));
  await start();
  supervising.push(
    (async () => {
      for (;;) {
        await pause(100);
        if (over.signal.aborted) return;
        if (workers.get(queue)?.isRunning() === true) continue;
        deaths[queue] += 1;
        await start();
      }
    })(),
  );
}

async function submit(picture: Buffer): Promise<SdkSession> {
  const session = await stack.startSession();
  expect((await session.upload(picture)).status).toBe(201);
  expect((await session.submit()).status).toBe(202);
  return session;
}

async function statusOf({ verificationId }: SdkSession): Promise<string | null> {
  const { rows } = await stack.sql.query<{ status: string }>(
    'select status from verifications where id = $1 and finished_at is not null',
    [verificationId],
  );
  return rows[0]?.status ?? null;
}

const verdictOf = (session: SdkSession) =>
  eventually(() => statusOf(session), { withinMs: 300_000, everyMs: 500, what: 'the verdict' });

/** Quick looks at files that are not done. */
const looks = async () => (await stack.sql.query(`select 1 from outbox where job = 'media.inspect'`)).rowCount;

test('while a file hangs in its second process, its one worker verifies other people', async () => {
  const hanging = await submit(await blankPicture(widths.hangs, 300));
  // As if its worker had died in the first run: no worker has started yet.
  const { rowCount } = await stack.sql.query('update outbox set attempts = 1, begun_at = now()');
  expect(rowCount).toBe(2);
  await Promise.all(queues.map(supervise));
  const runs = async () => (await stepJobsOf(stack, hanging.verificationId))[0]?.attempts;
  await eventually(async () => (await runs()) === 2, { withinMs: 120_000, what: 'the second run' });

  const other = await submit((await passportPicture()).jpeg);
  expect(await verdictOf(other)).toBe('verified');
  await eventually(async () => (await looks()) === 1, {
    withinMs: 300_000,
    what: "the quick look at the other's file",
  });
  // Neither of its processes came to an end in that time, and no worker died of it.
  expect(await statusOf(hanging)).toBeNull();
  expect(await runs()).toBe(2);
  expect(deaths).toEqual({ quality: 0, document: 0 });

  // The next test must not wait for the end of this file.
  await stack.sql.query('delete from outbox');
  for (const worker of workers.values()) await worker.kill();
  await eventually(() => Promise.resolve(deaths.quality + deaths.document === 2), { what: 'the next workers' });
}, 600_000);

test('a picture that kills each process that opens it kills one worker of each queue and ends in review', async () => {
  const killing = await submit(await blankPicture(widths.kills, 300));
  expect(await verdictOf(killing)).toBe('reviewNeeded');
  await eventually(async () => (await looks()) === 0, { withinMs: 300_000, what: 'the end of the quick look' });
  // One more of each than before.
  expect(deaths).toEqual({ quality: 2, document: 2 });
}, 600_000);
