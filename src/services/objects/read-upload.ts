import { open } from '../../domain/encryption/encryption.ts';
import type { Media } from '../../domain/media/media.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';

/** A file as it was uploaded, opened. Its bytes are somebody else's: only processes that can be killed may parse them. */
export function createReadUpload({ db, objects }: { db: Pick<Database, 'identities'>; objects: ObjectStore }) {
  return async function readUpload(media: Media): Promise<Buffer> {
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    return open(key, await objects.get(media.objectKey), mediaPlace(media));
  };
}
