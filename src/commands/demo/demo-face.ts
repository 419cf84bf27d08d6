import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PhotographedPerson } from '../../../specimens/captures/photograph-person.ts';
import { sendLive } from '../../../specimens/faces/film-live.ts';
import { openPerson, recordVoice } from '../../../specimens/faces/record-person.ts';
import type { SdkClient, Session } from '../sdk-client.ts';

type DemoStep = Session['steps'][number];

/** The person's action for each step type that needs their face or voice. */
const uploads: Partial<Record<DemoStep['type'], (client: SdkClient, request: FaceStepRequest) => Promise<void>>> = {
  selfie: uploadSelfie,
  // Nothing to submit: in the demo's flow, the step uses the selfie.
  'passive-liveness': () => Promise.resolve(),
  'active-liveness': uploadVideo,
  'voice-liveness': uploadVoice,
};

/** Whether the step needs the person's face or voice. */
export function isFaceStep({ type }: Pick<DemoStep, 'type'>): boolean {
  return type in uploads;
}

/** Makes the picture or recording that the step needs, uploads it and submits the step. */
export async function submitFaceStep(client: SdkClient, request: FaceStepRequest): Promise<void> {
  const { session, step, say } = request;
  await uploads[step.type]?.(client, request);
  await client.submit(session.sessionToken, step.id, {});
  say(`${step.type} submitted`);
}

interface FaceStepRequest {
  session: Session;
  step: DemoStep;
  person: PhotographedPerson;
  /** The folder for pictures and recordings, so that a person can look at them. */
  dir: string;
  say: (line: string) => void;
}

async function uploadSelfie(client: SdkClient, request: FaceStepRequest): Promise<void> {
  await upload(client, request, { kind: 'selfie', bytes: request.person.selfie, name: 'selfie.jpg' });
}

async function uploadVideo(client: SdkClient, request: FaceStepRequest): Promise<void> {
  const { session, step, person, say } = request;
  // Only this picture of the person is so large that a blink and a smile are visible in the video.
  say('the video is made from the portrait of the document: the service should notice the copy and reject it');
  const film = await openPerson(person.portrait);
  const challenge = await client.drawChallenge(session.sessionToken, step.id);
  if (!('promptCount' in challenge)) throw new Error('The server asks for no movements.');
  const { challengeId, promptCount } = challenge;
  const startedAt = performance.now();
  let asked = 0;
  const { bytes, ...whole } = await sendLive(film(promptCount), {
    untilMs: (atMs) => untilRecorded(startedAt, atMs),
    async send(index, part) {
      const chunk = { challengeId, index, bytes: part };
      const progress = await client.sendChunk(session.sessionToken, step.id, chunk);
      for (const { action } of progress.prompts.slice(asked)) say(`asked to ${action}`);
      asked = progress.prompts.length;
      return progress;
    },
  });
  const kept = keep(request, 'active-liveness.webm', bytes);
  const finished = { challengeId, ...whole };
  const { quality } = await client.finishRecording(session.sessionToken, step.id, finished);
  say(`the video arrived in ${whole.chunkCount} chunks (${kept}): ${told(quality)}`);
}

async function uploadVoice(client: SdkClient, request: FaceStepRequest): Promise<void> {
  const { session, step, say } = request;
  const challenge = await client.drawChallenge(session.sessionToken, step.id);
  if (!('digits' in challenge)) throw new Error('The server asks for no digits.');
  say(`asked to say ${challenge.digits}: a synthetic voice says as many syllables, but no digits`);
  const { challengeId } = challenge;
  const startedAt = performance.now();
  const { bytes, ...whole } = await sendLive(recordVoice(challenge.digits), {
    untilMs: (atMs) => untilRecorded(startedAt, atMs),
    send: (index, part) => client.sendChunk(session.sessionToken, step.id, { challengeId, index, bytes: part }),
  });
  const kept = keep(request, 'voice.webm', bytes);
  const { quality } = await client.finishRecording(session.sessionToken, step.id, { challengeId, ...whole });
  say(`the voice arrived in ${whole.chunkCount} chunks (${kept}): ${told(quality)}`);
}

/** The server refuses a recording that ends too early, so a made-up one waits as long as a camera would need. */
async function untilRecorded(drawnAt: number, recordingMs: number): Promise<void> {
  await delay(Math.max(0, drawnAt + recordingMs - performance.now()));
}

async function upload(
  client: SdkClient,
  { session, step, dir, say }: FaceStepRequest,
  { name, ...file }: { kind: string; bytes: Buffer; name: string },
): Promise<void> {
  const kept = keep({ dir }, name, file.bytes);
  const { quality } = await client.upload(session.sessionToken, step.id, file);
  say(`${file.kind} uploaded (${kept}): ${told(quality)}`);
}

function keep({ dir }: Pick<FaceStepRequest, 'dir'>, name: string, bytes: Buffer): string {
  mkdirSync(dir, { recursive: true });
  const kept = path.join(dir, name);
  writeFileSync(kept, bytes);
  return kept;
}

const told = (quality: { acceptable?: unknown; codes: readonly unknown[] }) =>
  quality.acceptable === false ? quality.codes.join(', ') : 'taken';
