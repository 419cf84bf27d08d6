import type { ApiCaller } from '../domain/client.ts';
import { open } from '../domain/encryption.ts';
import { Problem } from '../domain/errors.ts';
import type { ObjectStore } from '../domain/ports/object-store.ts';
import type { Media } from '../domain/media.ts';
import type { Database, MediaLink } from '../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';

export interface OpenedMedia {
  bytes: Buffer;
  contentType: string;
}

/**
 * A stored file, opened for the client that it belongs to, or for whoever has a signed link. Only what has been made safe is
 * served: an upload that still waits for that is not ready.
 */
export function createReadMedia({ db, objects }: { db: Database; objects: Pick<ObjectStore, 'get'> }) {
  async function openReady(media: Media | null): Promise<OpenedMedia> {
    if (media === null || media.state === 'unusable') throw new Problem('media.not_found');
    if (media.state === 'received') throw new Problem('media.not_ready', { retryAfterSeconds: 1 });
    const key = await db.identities.getDataKey(media.clientId, media.identityId);
    return { bytes: open(key, await objects.get(media.objectKey), mediaPlace(media)), contentType: media.contentType };
  }

  return {
    readMedia: async (caller: ApiCaller, mediaId: string) => openReady(await db.media.find(caller.clientId, mediaId)),

    /** @throws Problem `auth.unauthorized` for a link that was never signed, whether or not there is such a file. */
    readLinkedMedia: async (mediaId: string, link: MediaLink) => {
      const linked = await db.media.findByLink(mediaId, link);
      if (linked === null) throw new Problem('auth.unauthorized');
      if (linked.expired) throw new Problem('media.link_expired');
      return openReady(linked.media);
    },
  };
}
