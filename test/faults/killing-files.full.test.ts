import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerEnvironment } from '../../src/embedded/worker-environment.ts';
import { encodeRecording } from '../../specimens/captures/encode-recording.ts';
import { blankPicture, passportPicture } from '../support/documents/pictures.ts';
import { billPdf } from '../support/documents/pdfs.ts';
import { eventually } from '../support/eventually.ts';
import { startWorkerProcess, type ServiceProcess } from '../support/programs/processes.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

const hook = fileURLToPath(new URL('../support/killing-files.mjs', import.meta.url));

let stack: Stack;
const workers: ServiceProcess[] = [];
beforeAll(async () => {
  stack = await startStack();
  await stack.client.addFlow('pdf', {
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }], allowPdf: true } }],
  });
  await stack.client.addFlow('film', {
    consent: { version: '1', texts: { en: 'We film your face.' } },
    steps: [{ id: 'alive', type: 'active-liveness', config: { promptCount: 2 } }],
  });
  await stack.startWorkers({ maintenance: true });
  const env = { ...stack.env, ...workerEnvironment, NODE_OPTIONS: `--import=${hook}` };
  // Two for documents: the file that hangs each time occupies one of them for most of two minutes.
  for (const queue of ['quality', 'document', 'document', 'liveness'])
    workers.push(await startWorkerProcess(env, queue));
}, 240_000);
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await stack.close();
});

/** A comment segment behind the start of the image. */
async function pictureWith(word: string): Promise<Buffer> {
  const jpeg = await blankPicture(400, 300);
  const text = Buffer.from(word);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

async function handInPicture(word: string): Promise<SdkSession> {
  const session = await stack.startSession();
  expect((await session.upload(await pictureWith(word))).status).toBe(201);
  expect((await session.submit()).status).toBe(202);
  return session;
}

async function handInPdf(word: string): Promise<SdkSession> {
  const session = await stack.startSession('pdf');
  const pdf = Buffer.concat([await billPdf(['Bill']), Buffer.from(`\n% ${word}\n`)]);
  expect((await session.upload(pdf, { kind: 'document-page', name: 'bill.pdf' })).status).toBe(201);
  expect((await session.submit()).status).toBe(202);
  return session;
}

async function handInFilm(word: string): Promise<SdkSession> {
  const session = await stack.startSession('film');
  await session.consent();
  const drawn = await session.drawChallenge('alive');
  const { challengeId } = drawn.body;
  const grey = Array.from({ length: 5 }, () => new Uint8Array(64 * 48 * 3).fill(90));
  const video = { widthPx: 64, heightPx: 48, framesPerSecond: 1, pictures: grey };
  const film = Buffer.concat([encodeRecording({ container: 'webm', videos: [video], sound: null }), Buffer.from(word)]);
  expect((await session.sendChunk('alive', { challengeId, index: 0, bytes: film })).status).toBe(200);
  const sha256 = createHash('sha256').update(film).digest('hex');
  const finished = await session.finishRecording('alive', { challengeId, chunkCount: 1, sha256 });
  expect(finished.status).toBe(201);
  expect((await session.submit('alive', {})).status).toBe(202);
  return session;
}

async function finishedStatus({ verificationId }: SdkSession): Promise<string | null> {
  const { rows } = await stack.sql.query<{ status: string }>(
    'select status from verifications where id = $1 and finished_at is not null',
    [verificationId],
  );
  return rows[0]?.status ?? null;
}

const isFinished = async (session: SdkSession) => (await finishedStatus(session)) !== null;

const verdictOf = (session: SdkSession) =>
  eventually(() => finishedStatus(session), {
    withinMs: 400_000,
    everyMs: 500,
    what: `the verdict of ${session.verificationId}`,
  });

/** Jobs of a verification that a worker has begun. */
async function hasBegun({ verificationId }: SdkSession): Promise<boolean> {
  const { rows } = await stack.sql.query(
    `select 1 from outbox o join step_runs r on r.id = o.payload ->> 'stepRunId'
      where r.verification_id = $1 and o.attempts > 0`,
    [verificationId],
  );
  return rows.length > 0;
}

const handIn = { picture: handInPicture, PDF: handInPdf, film: handInFilm };

test('a picture, a PDF and a film that kill or hang their process each time end in review, and others continue', async () => {
  const killers = await Promise.all(
    Object.entries(handIn).flatMap(([kind, hand]) =>
      (['KILLS', 'HANGS'] as const).map(async (does) => ({ kind, does, session: await hand(`CHAOS-${does}`) })),
    ),
  );
  // Each kind of work hangs on a file when another person comes.
  for (const { kind, does, session } of killers.filter((one) => one.does === 'HANGS')) {
    await eventually(() => hasBegun(session), { withinMs: 120_000, what: `the ${kind} that ${does}` });
  }
  const other = await stack.startSession();
  expect((await other.upload((await passportPicture()).jpeg)).status).toBe(201);
  expect((await other.submit()).status).toBe(202);
  await eventually(() => hasBegun(other), { withinMs: 120_000, what: 'the work for another person' });
  for (const { kind, does, session } of killers.filter((one) => one.does === 'HANGS'))
    expect([kind, does, await isFinished(session)]).toEqual([kind, does, false]);
  expect(await verdictOf(other)).toBe('verified');

  for (const { kind, does, session } of killers) {
    expect([kind, does, await verdictOf(session)]).toEqual([kind, does, 'reviewNeeded']);
  }
  // The confined processes died, but no worker did.
  expect(workers.map((worker) => worker.isRunning())).toEqual(workers.map(() => true));
}, 600_000);
