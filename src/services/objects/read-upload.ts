import type { Media } from '../../domain/media/media.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { createOpenMedia } from './open-media.ts';

/** Opens a file as it was uploaded. Its bytes may be hostile: only processes that can be killed may parse them. */
export function createReadUpload(parts: { db: Pick<Database, 'identities' | 'media'>; objects: ObjectStore }) {
  const openMedia = createOpenMedia(parts);
  return (media: Media): Promise<Buffer> => openMedia(media);
}
