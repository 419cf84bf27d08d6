import { createSdkClient, type SdkClient, type Session } from '../../src/commands/sdk-client.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { sendLive } from '../../specimens/faces/film-live.ts';
import { openPerson, recordVoice } from '../../specimens/faces/record-person.ts';
import type { PhotographedPerson } from '../../specimens/captures/photograph-person.ts';
import { peakMb, residentMb } from '../resident-memory.ts';
import { quantile, type Row } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const people = 5;
const barMb = 700;
const patienceMs = 120_000;
/** From the last chunk of a video to its judgement: half of the videos, and each. */
const bar = { usualMs: 1_500, longestMs: 4_000 };
const lookEveryMs = 50;

/**
 * Selfies, pictures for liveness, videos and voices through the whole service: how long the person with a video waits, and the worker's memory
 * after each.
 */
export async function benchWorker(
  stack: BenchStack,
  person: PhotographedPerson,
  say: (line: string) => void,
): Promise<Row[]> {
  await stack.startWorker('quality', 'maintenance');
  const worker = await stack.startWorker('liveness');
  const client = createSdkClient(stack.apiUrl);
  const idle = residentMb(worker.pid);
  const waits: number[] = [];
  for (let count = 1; count <= people; count += 1) {
    const session = await client.start(stack.demo.clientId, stack.demo.flows.full);
    if (session.consent.version !== null) await client.consent(session.sessionToken, session.consent.version);
    for (const stepId of ['selfie', 'passive-liveness', 'active-liveness', 'voice-liveness'] as const) {
      const { waitedMs } = await uploadAndSubmit(client, { session, stepId, person });
      if (stepId === 'active-liveness') waits.push(waitedMs);
      const mb = residentMb(worker.pid);
      say(
        `person ${count} of ${people}, ${stepId}: judged after ${waitedMs.toFixed(0)} ms, the worker holds ${mb.toFixed(0)} MB`,
      );
    }
  }
  return [waitRow(waits), memoryRow(peakMb(worker.pid), idle)];
}

function waitRow(waits: readonly number[]): Row {
  const [median, longest] = [quantile(waits, 0.5), Math.max(...waits)];
  return {
    what: 'from the last chunk of a video with 3 prompts to its judgement, over HTTP: finished, inspected, submitted, judged, stored',
    measured: `median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    against: '–',
    ratio: `${median.toFixed(0)} ms`,
    bar: `≤ ${bar.usualMs} ms, none > ${bar.longestMs} ms`,
    met: median <= bar.usualMs && longest <= bar.longestMs,
    samples: `${waits.length} people, one after the other, each with its own prompts; looked every ${lookEveryMs} ms`,
  };
}

function memoryRow(most: number, idle: number): Row {
  return {
    what: 'liveness worker, peak of resident memory (VmHWM; the process that decodes recordings not counted)',
    measured: `${most.toFixed(0)} MB, ${idle.toFixed(0)} MB when idle`,
    against: '–',
    ratio: '–',
    bar: `< ${barMb} MB`,
    met: most < barMb,
    samples: `one process, four steps of ${people} people`,
  };
}

type FaceStep = 'selfie' | 'passive-liveness' | 'active-liveness' | 'voice-liveness';

/** Returns how long the step took from the moment when its file had been made, for a recording from the answer to its last chunk. */
async function uploadAndSubmit(
  client: SdkClient,
  { session, stepId, person }: { session: Session; stepId: FaceStep; person: PhotographedPerson },
): Promise<{ waitedMs: number }> {
  const token = session.sessionToken;
  let completeAt = performance.now();
  if (stepId === 'selfie') await client.upload(token, stepId, { kind: 'selfie', bytes: person.selfie });
  if (stepId === 'active-liveness' || stepId === 'voice-liveness') {
    const film = await openPerson(person.portrait);
    const challenge = await client.drawChallenge(token, stepId);
    const { challengeId } = challenge;
    const startedAt = performance.now();
    if ('provider' in challenge) throw new Error('a challenge without a recording');
    const recording = 'digits' in challenge ? recordVoice(challenge.digits) : film(challenge.promptCount);
    const { chunkCount, sha256 } = await sendLive(recording, {
      untilMs: (atMs) => delay(Math.max(0, startedAt + atMs - performance.now())),
      send: (index, bytes) => client.sendChunk(token, stepId, { challengeId, index, bytes }),
    });
    completeAt = performance.now();
    await client.finishRecording(token, stepId, { challengeId, chunkCount, sha256 });
  }
  await client.submit(token, stepId, {});
  await untilJudged(client, token, stepId);
  return { waitedMs: performance.now() - completeAt };
}

/** A step that comes back for another try was judged, too. */
async function untilJudged(client: SdkClient, token: string, stepId: FaceStep): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs;) {
    const step = (await client.state(token)).steps.find(({ id }) => id === stepId);
    if (step !== undefined && step.status !== 'processing') return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new Error(`${stepId} was not judged`);
}
