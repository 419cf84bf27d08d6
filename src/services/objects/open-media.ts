import { open, SealBroken, type SealedPlace } from '../../domain/encryption/encryption.ts';
import { MediaDamaged } from '../../domain/media/media-damaged.ts';
import type { Media } from '../../domain/media/media.ts';
import { ObjectMissing, type ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';

interface Parts {
  db: Pick<Database, 'identities' | 'media'>;
  objects: Pick<ObjectStore, 'get'>;
}

/**
 * The bytes of a stored file as they are in the store: an upload that was not made safe may be hostile. A lost or altered file stays so,
 * but a file that another process has just replaced is read again.
 * @throws MediaDamaged
 */
export function createOpenMedia({ db, objects }: Parts) {
  return async function openMedia(media: Media): Promise<Buffer> {
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    try {
      return openObject(key, await objects.get(media.objectKey), mediaPlace(media));
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      const now = await db.media.findById(media.id);
      throw now?.objectKey === media.objectKey ? new MediaDamaged(error) : error;
    }
  };
}

export type OpenMedia = ReturnType<typeof createOpenMedia>;

/** @throws MediaDamaged when the bytes are not those that were stored there */
export function openObject(key: Buffer, sealed: Buffer, place: SealedPlace): Buffer {
  try {
    return open(key, sealed, place);
  } catch (error) {
    throw error instanceof SealBroken ? new MediaDamaged(error) : error;
  }
}
