import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { Problem } from '../domain/errors.ts';
import { maxImagePixels } from '../domain/ports/image-normaliser.ts';

/** Pictures that can be made safe. Told apart by content: neither the name nor the declared type of an upload counts. */
export const pictureContentTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureContentType = (typeof pictureContentTypes)[number];

/** Enough of a file to know its type and, save for unusual metadata, its size in pixels. */
export const sniffedBytes = 262_144;

/**
 * Looks at the first bytes of a file without decoding it: a bomb is refused before anything unpacks it. A size that the
 * first bytes do not tell is left to the decoder, which works under the same limit.
 * @throws Problem `file.unsupported_type` or `file.too_many_pixels`
 */
export async function sniffPicture(head: Buffer): Promise<PictureContentType> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const contentType = pictureContentTypes.find((type) => type === found?.mime);
  if (contentType === undefined) throw new Problem('file.unsupported_type');
  const size = sizeOf(head);
  if (size !== null && size.width * size.height > maxImagePixels) throw new Problem('file.too_many_pixels');
  return contentType;
}

function sizeOf(head: Buffer): { width: number; height: number } | null {
  try {
    return imageSize(head);
  } catch {
    return null;
  }
}
