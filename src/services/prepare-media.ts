import { seal, open, type SealedPlace } from '../domain/encryption.ts';
import { newId } from '../domain/id.ts';
import type { Media } from '../domain/media.ts';
import type { ImageFault, ImageNormaliser } from '../domain/ports/image-normaliser.ts';
import type { ObjectStore } from '../domain/ports/object-store.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';

/** Seconds after which an object that no row has claimed is removed. */
export const unclaimedObjectSeconds = 3_600;

export type PreparedMedia = { media: Media; jpeg: Buffer } | { fault: ImageFault };

/**
 * Makes an uploaded picture safe, once: decoded under limits, re-encoded without metadata, stored in place of the original,
 * which is removed. Safe to run twice, also at the same time: the second finds it done.
 */
export function createPrepareMedia({
  db,
  objects,
  normaliser,
}: {
  db: Database;
  objects: ObjectStore;
  normaliser: ImageNormaliser;
}) {
  async function readSealed(media: Media, place: SealedPlace): Promise<Buffer> {
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    return open(key, await objects.get(media.objectKey), place);
  }

  return async function prepareMedia(media: Media): Promise<PreparedMedia> {
    if (media.state === 'ready') return { media, jpeg: await readSealed(media, mediaPlace(media)) };
    if (media.state === 'unusable') return { fault: faultOf(media) };

    const normalised = await normaliser.normalise(await readSealed(media, mediaPlace(media)));
    if ('fault' in normalised) {
      await db.media.markUnusable(media.id, normalised.fault);
      return normalised;
    }
    const { jpeg, widthPx, heightPx } = normalised.image;
    const objectKey = newId('media');
    await db.objects.doom(objectKey, unclaimedObjectSeconds);
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    const replaced = { ...media, objectKey };
    await objects.put(objectKey, seal(key, jpeg, mediaPlace(replaced)));
    const ready = await db.transaction(async (tx) => {
      const done = await tx.media.markReady(media, {
        objectKey,
        contentType: 'image/jpeg',
        bytes: jpeg.length,
        widthPx,
        heightPx,
      });
      if (done !== null) {
        await tx.objects.claim(objectKey);
        await tx.objects.doom(media.objectKey, 0);
      }
      return done;
    });
    return { media: ready ?? replaced, jpeg };
  };
}

export type PrepareMedia = ReturnType<typeof createPrepareMedia>;

function faultOf(media: Media): ImageFault {
  return media.codes.includes('file.too_many_pixels') ? 'file.too_many_pixels' : 'file.unreadable_image';
}
