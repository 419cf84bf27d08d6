import { createHash } from 'node:crypto';
import { seal } from '../../domain/encryption/encryption.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import { formsOfKind, maxBytesOfForm, type MediaKind } from '../../domain/media/media-kind.ts';
import { StorageFull, type ObjectStore } from '../../domain/ports/object-store.ts';
import type { UploadNews } from '../../domain/ports/upload-news.ts';
import { maxRecordingMs } from '../../domain/ports/faces/recording-decoder.ts';
import type { Database, Repositories, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import {
  liveGraceSeconds,
  maxChunkBytes,
  maxChunks,
  type Challenge,
  type LiveRecording,
} from '../../domain/verifications/challenge.ts';
import type { RandomBelow } from '../../steps/challenge-drawing.ts';
import type { Flows } from '../flows/load-flow.ts';
import { chunkPlace } from '../objects/media-place.ts';
import { unclaimedObjectSeconds } from '../objects/replace-original.ts';
import { enoughForType, sniffUpload } from '../objects/sniff-upload.ts';
import { findStep, lockWaitingStep, requireConsent, requireOpen, type StepInSession } from './step-in-session.ts';
import { dueInMs, type SendPrompts } from './send-prompts.ts';
import { refuseUnless, requireChallenge } from './use-challenge.ts';

export interface GivenChunk {
  challengeId: string;
  /** From 0. */
  index: number;
  source: AsyncIterable<Buffer>;
}

/** What the server has sent and received for a recording. */
export interface RecordingProgress {
  challengeId: string;
  prompts: LiveRecording['prompts'];
  /** Indexes into `lightColours`. */
  colours: readonly number[];
  chunkCount: number;
}

export function progressOf(challengeId: string, recording: LiveRecording | null): RecordingProgress {
  const { prompts = [], light = [], chunks = [] } = recording ?? {};
  return { challengeId, prompts, colours: light.map(({ colour }) => colour), chunkCount: chunks.length };
}

/** From the first chunk to the end of the challenge. */
const endsInSeconds = maxRecordingMs / 1_000 + liveGraceSeconds;

/**
 * Stores the next part of a recording while it is made. The first part starts the clock of the prompts. A chunk's object is scheduled for
 * removal when it is stored: the whole recording copies its bytes in time, or they are deleted.
 */
export function createTakeChunk({
  db,
  flows,
  objects,
  randomBelow,
  sendPrompts,
  uploadNews,
}: {
  db: Database;
  flows: Flows;
  objects: Pick<ObjectStore, 'put'>;
  randomBelow: RandomBelow;
  sendPrompts: SendPrompts;
  uploadNews: Pick<UploadNews, 'announce'>;
}) {
  return async function takeChunk(
    session: SessionOfVerification,
    stepId: string,
    { challengeId, index, source }: GivenChunk,
  ): Promise<RecordingProgress> {
    requireOpen(session);
    const before = await findStep(db, flows, await db.verifications.get(session.verificationId), stepId);
    const kind = recordedKindOf(before);
    if (before.run.status !== 'waiting') throw new Problem('step.not_waiting');
    await requireConsent(db, before);
    await requireChallenge(db, before, { kind, challengeId });

    const bytes = await readAll(source);
    // The browser chooses how many bytes are in the first chunk (Chromium sends one). The whole recording is examined when it is finished.
    if (index === 0 && bytes.length >= enoughForType) await sniffUpload(bytes, formsOfKind[kind]);
    const chunk = {
      bytes: bytes.length,
      digest: createHash('sha256').update(bytes).digest('hex'),
      objectKey: newId('media'),
    };
    await store(before, { challengeId, objectKey: chunk.objectKey, bytes });

    const taken = await db.transaction(async (tx) => {
      const step = await lockWaitingStep(tx, flows, session, stepId);
      const { challenge, elapsedMs } = await lock(tx, step, challengeId);
      const so = challenge.recording ?? { prompts: [], chunks: [], nextPromptMs: null };
      const same = so.chunks[index];
      if (same !== undefined) {
        if (same.digest !== chunk.digest) throw new Problem('challenge.chunk_differs');
        await tx.objects.scheduleRemoval(chunk.objectKey, 0);
        return { recording: so, sequence: null, elapsedMs, isNew: false };
      }
      if (index > so.chunks.length) throw new Problem('challenge.chunk_missing');
      requireRoom(so, { bytes: chunk.bytes, kind });
      const drawing = step.step.challenge?.prompts;
      const { recording, sequence } = await sendPrompts.ifDue(tx, step, {
        challenge,
        elapsedMs,
        recording: {
          ...so,
          chunks: [...so.chunks, { ...chunk, receivedMs: elapsedMs }],
          ...(index === 0 && drawing != null && { nextPromptMs: elapsedMs + drawing.leadMs(randomBelow) }),
        },
      });
      await tx.challenges.storeRecording(challengeId, recording, index === 0 ? endsInSeconds : undefined);
      return { recording, sequence, elapsedMs, isNew: true };
    });
    const { recording, sequence, elapsedMs, isNew } = taken;
    const { verificationId } = session;
    if (isNew) {
      const { objectKey } = chunk;
      const { prompts } = recording;
      uploadNews.announce('chunk', { verificationId, stepId, challengeId, index, objectKey, prompts });
    }
    sendPrompts.announce({ verificationId, stepId, challengeId }, { sequence, dueInMs: dueInMs(recording, elapsedMs) });
    return progressOf(challengeId, recording);
  };

  async function store(
    { verification }: StepInSession,
    { challengeId, objectKey, bytes }: { challengeId: string; objectKey: string; bytes: Buffer },
  ): Promise<void> {
    const { clientId, identityId } = verification;
    const key = await db.identities.getDataKey(clientId, identityId);
    await db.objects.scheduleRemoval(objectKey, unclaimedObjectSeconds);
    try {
      await objects.put(objectKey, seal(key, bytes, chunkPlace({ clientId, challengeId, objectKey })));
    } catch (error) {
      throw error instanceof StorageFull ? new Problem('storage.full', { cause: error }) : error;
    }
  }
}

async function lock(
  tx: Repositories,
  { run }: StepInSession,
  challengeId: string,
): Promise<{ challenge: Challenge; elapsedMs: number }> {
  const locked = await tx.challenges.lockRecording(challengeId, { stepRunId: run.id, attempt: run.attempt });
  if (locked.state === 'open') return locked;
  return refuseUnless(locked.state);
}

/** The kind of file that the chunks form. @throws Problem `step.route_not_applicable` */
export function recordedKindOf({ step, flowStep }: StepInSession): MediaKind {
  const kind = step.recordedKind(flowStep.config);
  if (kind === null) throw new Problem('step.route_not_applicable');
  return kind;
}

async function readAll(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of source) {
      length += part.length;
      if (length > maxChunkBytes) throw new Problem('file.too_large');
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('upload.incomplete', { cause: error });
  }
  if (length === 0) {
    throw new Problem('request.invalid', {
      errors: [{ pointer: '/file', code: 'value.too_small', detail: 'is empty' }],
    });
  }
  return Buffer.concat(parts);
}

function requireRoom({ chunks }: LiveRecording, { bytes, kind }: { bytes: number; kind: MediaKind }): void {
  const held = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  const atMost = maxBytesOfForm[kind === 'voice-audio' ? 'audio' : 'video'];
  if (chunks.length >= maxChunks || held + bytes > atMost) throw new Problem('file.too_large');
}
