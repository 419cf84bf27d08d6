import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { Media } from '../../domain/media/media.ts';

/** Where a file's bytes belong. The object's key is part of it: an object put in another's place does not open. */
export function mediaPlace(media: Pick<Media, 'clientId' | 'id' | 'objectKey'>): SealedPlace {
  return { clientId: media.clientId, object: 'media', id: media.id, field: media.objectKey };
}

/** Where the bytes of a chunk of a recording belong: with the challenge that it is made for. */
export function chunkPlace(chunk: { clientId: string; challengeId: string; objectKey: string }): SealedPlace {
  return { clientId: chunk.clientId, object: 'chunk', id: chunk.challengeId, field: chunk.objectKey };
}
