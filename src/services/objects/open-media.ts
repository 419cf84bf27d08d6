import { open } from '../../domain/encryption/encryption.ts';
import type { Media } from '../../domain/media/media.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';

/** The bytes of a stored file as they lie there: an upload that has not been made safe is a stranger's. */
export function createOpenMedia({ db, objects }: { db: Database; objects: Pick<ObjectStore, 'get'> }) {
  return async function openMedia(media: Media): Promise<Buffer> {
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    return open(key, await objects.get(media.objectKey), mediaPlace(media));
  };
}

export type OpenMedia = ReturnType<typeof createOpenMedia>;
