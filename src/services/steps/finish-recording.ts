import { createHash } from 'node:crypto';
import type { CaptureClaim } from '../../domain/capture/capture.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { MediaDamaged } from '../../domain/media/media-damaged.ts';
import type { Upload } from '../../domain/media/media.ts';
import { ObjectMissing, type ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { LiveRecording } from '../../domain/verifications/challenge.ts';
import type { Flows } from '../flows/load-flow.ts';
import { chunkPlace } from '../objects/media-place.ts';
import { openObject } from '../objects/open-media.ts';
import { readAhead } from '../objects/read-ahead.ts';
import type { AcceptFile } from './accept-file.ts';
import { findStep, requireOpen } from './step-in-session.ts';
import { recordedKindOf } from './take-chunk.ts';
import { findOpenChallenge, requireChallenge } from './use-challenge.ts';

export interface FinishedRecording {
  challengeId: string;
  chunkCount: number;
  /** SHA-256 of the whole recording, in hexadecimal digits. */
  sha256: string;
  capture: CaptureClaim | null;
}

/** Assembles one file from the chunks of a recording, and uses up its challenge. The device's statement about the whole must match. */
export function createFinishRecording({
  db,
  flows,
  objects,
  acceptFile,
}: {
  db: Database;
  flows: Flows;
  objects: Pick<ObjectStore, 'get'>;
  acceptFile: AcceptFile;
}) {
  return async function finishRecording(
    session: SessionOfVerification,
    stepId: string,
    { challengeId, chunkCount, sha256, capture }: FinishedRecording,
    effect: Effect<Upload> = unrecorded,
  ): Promise<Upload> {
    requireOpen(session);
    const before = await findStep(db, flows, await db.verifications.get(session.verificationId), stepId);
    const kind = recordedKindOf(before);
    await requireChallenge(db, before, { kind, challengeId });
    const challenge = await findOpenChallenge(db, { verificationId: session.verificationId, challengeId });
    const chunks = challenge?.recording?.chunks ?? [];
    if (chunks.length === 0 || chunks.length !== chunkCount) throw new Problem('challenge.recording_incomplete');
    const { clientId, identityId } = before.verification;
    const key = await db.identities.getDataKey(clientId, identityId);
    const source = readAll(chunks, {
      sha256,
      read: async (objectKey) => {
        try {
          return openObject(key, await objects.get(objectKey), chunkPlace({ clientId, challengeId, objectKey }));
        } catch (error) {
          // The person records again.
          const isLost = error instanceof MediaDamaged || error instanceof ObjectMissing;
          throw isLost ? new Problem('challenge.recording_incomplete', { cause: error }) : error;
        }
      },
    });
    return acceptFile(session, stepId, { kind, challengeId, capture, source, chunks }, effect);
  };
}

/** Of at most 2 MB each. */
const chunksAtATime = 4;

async function* readAll(
  chunks: LiveRecording['chunks'],
  { sha256, read }: { sha256: string; read: (objectKey: string) => Promise<Buffer> },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of readAhead(chunks, ({ objectKey }) => read(objectKey), chunksAtATime)) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256) throw new Problem('challenge.recording_incomplete');
}
