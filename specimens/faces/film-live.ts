import { createHash } from 'node:crypto';
import { isLivenessAction, type LivenessPrompt, type PromptAction } from '../../src/domain/verifications/challenge.ts';
import { encodeInParts, type RecordingPictures } from '../captures/encode-recording.ts';
import { createFaceProjector } from './face-projector.ts';
import { performPrompts } from './perform-prompts.ts';
import type { ProjectedFace } from './projected-face.ts';

const framesPerSecond = 15;
/** After the last prompt, until the person has come back to rest. */
const tailMs = 2_600;
const longestMs = 20_000;
/** The interval at which a recorder delivers data. */
const partMs = 500;

/** A recording that is being made. */
export interface LiveFilm {
  /** What the recorder has written since the last time, and up to which moment; null once it has stopped. */
  next(): { bytes: Buffer; atMs: number } | null;
  /** The person hears a prompt now. */
  hear(action: PromptAction): void;
}

/** Films a person who follows prompts that nobody knows when the film begins. */
export function filmLive(
  face: ProjectedFace,
  { promptCount, seed = 1 }: { promptCount: number; seed?: number },
): LiveFilm {
  const project = createFaceProjector(face);
  const prompts: LivenessPrompt[] = [];
  const durationMs = () =>
    prompts.length < promptCount ? longestMs : Math.min(longestMs, (prompts.at(-1)?.atMs ?? 0) + tailMs);
  let nowMs = 0;
  function* pictures() {
    for (const expression of performPrompts(prompts, { durationMs, framesPerSecond, seed })) yield project(expression);
  }
  const { widthPx, heightPx } = face;
  const videos = [{ widthPx, heightPx, framesPerSecond, pictures: pictures() }];
  const recorded = recorderOf(encodeInParts({ container: 'webm', videos, sound: null }));
  return {
    hear(action) {
      if (isLivenessAction(action)) prompts.push({ action, atMs: nowMs });
    },
    next() {
      const part = recorded.next();
      nowMs = part?.atMs ?? nowMs;
      return part;
    },
  };
}

/** Films something that does not hear prompts. */
export function filmPictures(video: RecordingPictures): LiveFilm {
  const recorded = recorderOf(encodeInParts({ container: 'webm', videos: [video], sound: null }));
  return { hear: () => undefined, next: () => recorded.next() };
}

/** Records a sound. */
export function recordSound(sound: Float32Array): LiveFilm {
  const recorded = recorderOf(encodeInParts({ container: 'webm', videos: [], sound }));
  return { hear: () => undefined, next: () => recorded.next() };
}

function recorderOf(parts: ReturnType<typeof encodeInParts>): Pick<LiveFilm, 'next'> {
  let nowMs = 0;
  return {
    next() {
      const gathered: Buffer[] = [];
      const before = nowMs;
      while (nowMs - before < partMs || gathered.length === 0) {
        const part = parts.next();
        if (part.done === true) break;
        gathered.push(part.value.bytes);
        nowMs = Math.max(nowMs, Math.round(part.value.atMs));
      }
      const bytes = Buffer.concat(gathered);
      return bytes.length === 0 ? null : { bytes, atMs: nowMs };
    },
  };
}

/**
 * Sends a film while it is made. `untilMs` waits until a camera would have filmed so far. Returns what the finish reports about the whole.
 */
export async function sendLive(
  film: LiveFilm,
  {
    untilMs,
    send,
  }: {
    untilMs: (atMs: number) => Promise<void>;
    send: (index: number, bytes: Buffer) => Promise<{ prompts: readonly { action: PromptAction }[] }>;
  },
): Promise<{ chunkCount: number; sha256: string; bytes: Buffer }> {
  const chunks: Buffer[] = [];
  let heard = 0;
  let sent: readonly { action: PromptAction }[] = [];
  for (let part = film.next(); part !== null; part = film.next()) {
    await untilMs(part.atMs);
    // The camera runs on while a chunk and its answer are on their way.
    for (const { action } of sent.slice(heard)) film.hear(action);
    heard = sent.length;
    sent = (await send(chunks.length, part.bytes)).prompts;
    chunks.push(part.bytes);
  }
  const bytes = Buffer.concat(chunks);
  return { chunkCount: chunks.length, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
