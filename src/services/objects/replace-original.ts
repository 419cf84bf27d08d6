import { createHash } from 'node:crypto';
import { seal } from '../../domain/encryption/encryption.ts';
import { newId } from '../../domain/id.ts';
import type { Media } from '../../domain/media/media.ts';
import type { OriginFindings } from '../../domain/capture/origin.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';

/** Seconds after which an object that no row has claimed is removed. */
export const unclaimedObjectSeconds = 3_600;

/** The file that replaces an upload, made by the service from what the upload shows. */
export interface SafeCopy {
  bytes: Buffer;
  /** The visible content, when the bytes contain more. */
  seen?: Buffer;
  contentType: string;
  widthPx: number;
  heightPx: number;
  /** Null for a file that is not a picture. */
  originFindings: OriginFindings | null;
}

/** Stores the safe copy of an upload and removes the original. If two runs do it, the first one's copy stays. */
export function createReplaceOriginal({ db, objects }: { db: Database; objects: Pick<ObjectStore, 'put'> }) {
  return async function replaceOriginal(media: Media, { bytes, seen = bytes, ...copy }: SafeCopy): Promise<Media> {
    const objectKey = newId('media');
    await db.objects.scheduleRemoval(objectKey, unclaimedObjectSeconds);
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    const replaced = { ...media, objectKey, originFindings: copy.originFindings };
    await objects.put(objectKey, seal(key, bytes, mediaPlace(replaced)));
    const store = async (tx: Repositories) => {
      const done = await tx.media.markReady(media, { objectKey, bytes: bytes.length, ...copy });
      if (done !== null) {
        // The same picture produces the same copy, whatever was appended to the upload.
        const { verificationId: id, clientId, identityId } = media;
        await tx.givenFiles.add({ id, clientId, identityId }, createHash('sha256').update(seen).digest());
        await tx.objects.claim(objectKey);
        await tx.objects.scheduleRemoval(media.objectKey, 0);
      }
      return done;
    };
    const ready = await db.onBehalfOf(media, () => db.transaction(store));
    return ready ?? replaced;
  };
}

export type ReplaceOriginal = ReturnType<typeof createReplaceOriginal>;
