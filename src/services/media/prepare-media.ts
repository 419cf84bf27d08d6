import type { Media } from '../../domain/media/media.ts';
import type { ImageFault, ImageNormaliser } from '../../domain/ports/pages/image-normaliser.ts';
import type { OriginInspector } from '../../domain/ports/pages/origin-inspector.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { createOpenMedia } from '../objects/open-media.ts';
import { createReplaceOriginal } from '../objects/replace-original.ts';

export type PreparedMedia = { media: Media; jpeg: Buffer } | { fault: ImageFault };

/**
 * Makes an uploaded picture safe, once: examines the original for signs that no camera took it, decodes it under limits, re-encodes it
 * without metadata, stores the copy and removes the original. Safe to run twice, also in parallel: the second run finds the work done.
 */
export function createPrepareMedia({
  db,
  objects,
  normaliser,
  originInspector,
}: {
  db: Database;
  objects: ObjectStore;
  normaliser: ImageNormaliser;
  originInspector: OriginInspector;
}) {
  const openMedia = createOpenMedia({ db, objects });
  const replaceOriginal = createReplaceOriginal({ db, objects });

  return async function prepareMedia(media: Media): Promise<PreparedMedia> {
    if (media.state === 'ready') return { media, jpeg: await openMedia(media) };
    if (media.state === 'unusable') return { fault: faultOf(media) };

    const original = await openMedia(media);
    const normalised = await normaliser.normalise(original);
    if ('fault' in normalised) {
      await db.media.markUnusable(media.id, normalised.fault);
      return normalised;
    }
    const { jpeg, widthPx, heightPx } = normalised.image;
    const byCamera = media.capture?.source === 'camera' && media.capture.byBrowser;
    const originFindings = await originInspector.inspect(original, { safe: jpeg, byCamera });
    const copy = { bytes: jpeg, contentType: 'image/jpeg', widthPx, heightPx, originFindings };
    const ready = await replaceOriginal(media, copy);
    return { media: ready, jpeg };
  };
}

export type PrepareMedia = ReturnType<typeof createPrepareMedia>;

function faultOf(media: Media): ImageFault {
  return media.codes.includes('file.too_many_pixels') ? 'file.too_many_pixels' : 'file.unreadable_image';
}
