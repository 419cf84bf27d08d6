import { createHash } from 'node:crypto';
import type { Effect } from '../../domain/jobs/effect.ts';
import type { Upload } from '../../domain/media/media.ts';
import { digestUpload } from '../../services/objects/store-upload.ts';
import { uploadedFileOf } from '../../services/verifications/session-state.ts';
import { respond } from '../bound-route.ts';
import type { RequestEffect } from '../idempotency.ts';

/** A repeated upload is read to its end, but no further than the longest allowed file. */
const largestReplayBytes = 50_000_000;

export const uploadedResponseOf = (media: Upload) => respond(201, uploadedFileOf(media));

/**
 * Stores an upload, or returns the stored response to the same upload with the same Idempotency-Key. `fields`: the form's fields as text,
 * because the same file with other fields is a different request.
 */
export async function respondToUpload(
  effect: RequestEffect,
  { fields, source }: { fields: string; source: AsyncIterable<Buffer> },
  store: (effect: Effect<Upload>) => Promise<Upload>,
) {
  const digestOf = (file: Buffer) => createHash('sha256').update(fields).update(file).digest();
  const replayed = await effect.replayFor(async () => digestOf(await digestUpload(source, largestReplayBytes)));
  // The operation is part of what the key stands for, so the stored response is one of this function's.
  if (replayed !== null) return replayed as ReturnType<typeof uploadedResponseOf>;
  const stored = effect.storing(uploadedResponseOf);
  const upload = await store({
    ...stored,
    record: (tx, media, file) => stored.record(tx, media, file && digestOf(file)),
  });
  return uploadedResponseOf(upload);
}
