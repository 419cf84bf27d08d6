import { createSdkClient, type SdkClient, type Session } from '../../src/commands/sdk-client.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { sendLive } from '../../specimens/faces/film-live.ts';
import { openPerson, recordVoice } from '../../specimens/faces/record-person.ts';
import type { PhotographedPerson } from '../../specimens/captures/photograph-person.ts';
import { peakMb, residentMb } from '../resident-memory.ts';
import type { Row } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const people = 3;
const barMb = 700;
const patienceMs = 120_000;

/** Selfies, pictures for liveness, videos and voices through the whole service, and the worker's memory after each. */
export async function benchWorkerMemory(
  stack: BenchStack,
  person: PhotographedPerson,
  say: (line: string) => void,
): Promise<Row> {
  await stack.startWorker('quality', 'maintenance');
  const worker = await stack.startWorker('liveness');
  const client = createSdkClient(stack.apiUrl);
  const idle = residentMb(worker.pid);
  for (let count = 1; count <= people; count += 1) {
    const session = await client.start(stack.demo.clientId, stack.demo.flows.full);
    if (session.consent.version !== null) await client.consent(session.sessionToken, session.consent.version);
    for (const stepId of ['selfie', 'passive-liveness', 'active-liveness', 'voice-liveness'] as const) {
      await uploadAndSubmit(client, { session, stepId, person });
      const mb = residentMb(worker.pid);
      say(`person ${count} of ${people}, ${stepId}: the worker holds ${mb.toFixed(0)} MB`);
    }
  }
  const most = peakMb(worker.pid);
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

async function uploadAndSubmit(
  client: SdkClient,
  { session, stepId, person }: { session: Session; stepId: FaceStep; person: PhotographedPerson },
): Promise<void> {
  const token = session.sessionToken;
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
    await client.finishRecording(token, stepId, { challengeId, chunkCount, sha256 });
  }
  await client.submit(token, stepId, {});
  await untilJudged(client, token, stepId);
}

/** Looks four times a second; a step that comes back for another try was judged, too. */
async function untilJudged(client: SdkClient, token: string, stepId: FaceStep): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs;) {
    const step = (await client.state(token)).steps.find(({ id }) => id === stepId);
    if (step !== undefined && step.status !== 'processing') return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${stepId} was not judged`);
}
