import type { Media } from '../../domain/media/media.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { createOpenMedia } from './open-media.ts';

/** A file as it was uploaded, opened. Its bytes are somebody else's: only processes that can be killed may parse them. */
export function createReadUpload(parts: { db: Pick<Database, 'identities' | 'media'>; objects: ObjectStore }) {
  const openMedia = createOpenMedia(parts);
  return (media: Media): Promise<Buffer> => openMedia(media);
}
