import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { Media } from '../../domain/media/media.ts';

/** The additional authenticated data of a file. It includes the object's key, so an object that was moved to another key does not open. */
export function mediaPlace(media: Pick<Media, 'clientId' | 'id' | 'objectKey'>): SealedPlace {
  return { clientId: media.clientId, object: 'media', id: media.id, field: media.objectKey };
}

/** The additional authenticated data of a chunk of a recording. It includes the challenge that the recording answers. */
export function chunkPlace(chunk: { clientId: string; challengeId: string; objectKey: string }): SealedPlace {
  return { clientId: chunk.clientId, object: 'chunk', id: chunk.challengeId, field: chunk.objectKey };
}
