import type { ImageNormaliser } from '../../../domain/ports/pages/image-normaliser.ts';
import { convertPicture } from '../conversion/convert-picture.ts';
import { foreignPictureOf } from '../conversion/foreign-picture.ts';
import { createPictureDecoder, type PictureDecoder } from '../decoding/picture-decoder.ts';
import { noteLastSave, readLastSave } from '../rasters/last-save.ts';

/** Makes uploads safe in the confined decoder: compiled code of this process never parses an untrusted file. */
export function createImageNormaliser(decoder: PictureDecoder = createPictureDecoder()): ImageNormaliser {
  async function normalise(original: Buffer): ReturnType<ImageNormaliser['normalise']> {
    const made = await decoder.reencode(original);
    if ('fault' in made) return made;
    const { jpeg, widthPx, heightPx, from } = made.image;
    return {
      image: { jpeg: noteLastSave(jpeg, readLastSave(original, from.format, from.orientation)), widthPx, heightPx },
    };
  }

  return {
    async normalise(original) {
      const foreign = foreignPictureOf(original);
      if (foreign === null) return normalise(original);
      const converted = await convertPicture(original, foreign);
      return 'fault' in converted ? converted : normalise(converted.jpeg);
    },
  };
}
