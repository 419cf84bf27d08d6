import { createPictureDecoder, type PictureDecoder } from '../../../src/adapters/native/decoding/picture-decoder.ts';

let decoder: PictureDecoder | undefined;

/** The decoder of this process, as a worker has one for all its queues: each new one starts a process. */
export function sharedDecoder(): PictureDecoder {
  return (decoder ??= createPictureDecoder());
}
