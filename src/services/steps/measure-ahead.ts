import { setImmediate } from 'node:timers/promises';
import { createBriefMemory } from '../../domain/brief-memory.ts';
import type { FaceAnalyser } from '../../domain/ports/faces/face-analyser.ts';
import type { RecordingFollower } from '../../domain/ports/faces/recording-follower.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { RecordingChunkNews, UploadNews } from '../../domain/ports/upload-news.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { rememberFaces } from '../../steps/faces/remembered-faces.ts';
import type { StepAhead } from '../../steps/step-ahead.ts';
import type { MeasuredAhead } from '../../steps/step-tools.ts';
import type { Flows } from '../flows/load-flow.ts';
import { chunkPlace } from '../objects/media-place.ts';
import { openObject } from '../objects/open-media.ts';
import { enoughForType, sniffUpload } from '../objects/sniff-upload.ts';
import { createChunkLine, type ChunkLine } from './chunk-line.ts';
import { findStep } from './step-in-session.ts';
import { createWake } from './wake.ts';
import { findOpenChallenge } from './use-challenge.ts';

/** Measurements are removed this long after the last chunk, whether the recording was judged or not. */
const keptMs = 60_000;

interface Kept {
  analyser: ReturnType<typeof rememberFaces>;
  chunks: ChunkLine;
  prompts: RecordingChunkNews['prompts'];
  /** Aborted when nothing more is to be measured. */
  ending: AbortController;
}

interface MeasureAheadParts {
  db: Database;
  flows: Flows;
  objects: Pick<ObjectStore, 'get'>;
  uploadNews: Pick<UploadNews, 'subscribe' | 'claim'>;
  follower: RecordingFollower;
  faceAnalyser: FaceAnalyser;
  /** Whether this process has a job. While it has one, nothing is measured ahead. */
  idleness: { isIdle(): boolean; whenIdle(): Promise<void> };
}

/**
 * Measures a recording while it arrives, so that the person waits less after the submit. One recording at a time, and only while this
 * process has no job. The measurements are in this process's memory alone. Every failure means only that the judgement measures more.
 */
export function createMeasureAhead(parts: MeasureAheadParts): MeasuredAhead {
  const { uploadNews, faceAnalyser, idleness } = parts;
  const kept = createBriefMemory<Kept>({
    keptMs,
    onForget(one) {
      end(one);
      one.analyser.forget();
    },
  });
  let measuring = false;

  function end({ ending, chunks }: Kept): void {
    ending.abort();
    chunks.end();
  }

  function keep({ challengeId }: RecordingChunkNews): Kept {
    const one: Kept = {
      analyser: rememberFaces(faceAnalyser),
      chunks: createChunkLine(),
      prompts: [],
      ending: new AbortController(),
    };
    kept.keep(challengeId, one);
    return one;
  }

  async function measure(news: RecordingChunkNews, one: Kept): Promise<void> {
    const recording = await openRecording(parts, news, one.chunks);
    if (recording === null || !(await uploadNews.claim(news.challengeId))) return;
    const { ahead, contentType, bytes } = recording;
    const work = ahead.begin(one.analyser);
    const arrived = createWake();
    const note = <Taken>(take: (taken: Taken) => void) => {
      return (taken: Taken) => {
        work.notePrompts(one.prompts);
        take(taken);
        arrived.wake();
      };
    };
    const decoding = { isOver: false };
    const listener = { onFrame: note(work.takeFrame), onStill: note(work.takeStill) };
    const following = parts.follower
      .follow(bytes, { contentType, frames: ahead.pictures }, listener)
      .catch(() => undefined)
      .finally(() => {
        decoding.isOver = true;
        arrived.wake();
      });
    while (!one.ending.signal.aborted) {
      const more = arrived.next();
      // Lets this process see a job that has come.
      await setImmediate();
      await idleness.whenIdle();
      const next = work.next();
      if (next !== null) await next();
      else if (decoding.isOver) break;
      else await more;
    }
    one.chunks.end();
    await following;
  }

  uploadNews.subscribe('chunk', (news) => {
    const known = kept.get(news.challengeId);
    if (known === undefined && (measuring || !idleness.isIdle())) return;
    const one = known ?? keep(news);
    one.prompts = news.prompts;
    kept.refresh(news.challengeId);
    one.chunks.put(news.index, news.objectKey);
    if (known !== undefined) return;
    measuring = true;
    void measure(news, one)
      .catch(() => undefined)
      .finally(() => {
        measuring = false;
        end(one);
      });
  });

  return {
    take(challengeId) {
      const one = kept.get(challengeId);
      if (one === undefined) return null;
      end(one);
      return { ...one.analyser, forget: () => kept.forget(challengeId) };
    },
  };
}

/** Null when nothing of this step is measured ahead, or when its first chunks are no video. */
async function openRecording(
  { db, flows, objects }: MeasureAheadParts,
  { verificationId, stepId, challengeId, index }: RecordingChunkNews,
  chunks: ChunkLine,
): Promise<{ ahead: StepAhead; contentType: string; bytes: AsyncIterable<Buffer> } | null> {
  const verification = await db.verifications.get(verificationId);
  const { step } = await findStep(db, flows, verification, stepId);
  if (step.ahead === null) return null;
  if (index > 0) {
    const challenge = await findOpenChallenge(db, { verificationId, challengeId });
    challenge?.recording?.chunks.forEach(({ objectKey }, at) => chunks.put(at, objectKey));
  }
  const { clientId, identityId } = verification;
  const key = await db.identities.getDataKey(clientId, identityId);
  const read = async (objectKey: string) =>
    openObject(key, await objects.get(objectKey), chunkPlace({ clientId, challengeId, objectKey }));

  const line = chunks.inOrder();
  const head: Buffer[] = [];
  while (Buffer.concat(head).length < enoughForType) {
    const next = await line.next();
    if (next.done === true) return null;
    head.push(await read(next.value));
  }
  const { contentType } = await sniffUpload(Buffer.concat(head), ['video']);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* head;
    for await (const objectKey of line) yield await read(objectKey);
  }
  return { ahead: step.ahead, contentType, bytes: bytes() };
}
