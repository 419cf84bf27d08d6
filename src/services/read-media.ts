import type { ApiCaller } from '../domain/client.ts';
import { open } from '../domain/encryption.ts';
import { Problem } from '../domain/errors.ts';
import type { ObjectStore } from '../domain/ports/object-store.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';

/** A stored file, opened. Only what has been made safe is served: an upload that still waits for that is not ready. */
export function createReadMedia({ db, objects }: { db: Database; objects: Pick<ObjectStore, 'get'> }) {
  return async function readMedia(caller: ApiCaller, mediaId: string): Promise<{ bytes: Buffer; contentType: string }> {
    const media = await db.media.find(caller.clientId, mediaId);
    if (media === null || media.state === 'unusable') throw new Problem('media.not_found');
    if (media.state === 'received') throw new Problem('media.not_ready', { retryAfterSeconds: 1 });
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    return { bytes: open(key, await objects.get(media.objectKey), mediaPlace(media)), contentType: media.contentType };
  };
}
