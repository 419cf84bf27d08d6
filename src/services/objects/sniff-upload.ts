import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { Problem } from '../../domain/faults/errors.ts';
import { isSignedPdf, signedEnvelopeType } from '../../domain/documents/signed-envelope.ts';
import { mediaFormOf, type MediaForm } from '../../domain/media/media-kind.ts';
import { maxImagePixels } from '../../domain/ports/pages/image-normaliser.ts';

/** Enough of a file to tell its type and, unless its metadata is unusual, its size in pixels. */
export const sniffedBytes = 262_144;
/** Enough of a recording to tell its type. */
export const enoughForType = 64;

/**
 * Examines the first bytes of a file without decoding it, so that a decompression bomb is refused before anything unpacks it. If the first
 * bytes do not contain the size, the decoder checks it under the same limit.
 * @throws Problem `file.unsupported_type` when the file has none of the accepted types, or `file.too_many_pixels`
 */
export async function sniffUpload(
  head: Buffer,
  wanted: readonly MediaForm[],
): Promise<{ contentType: string; form: MediaForm }> {
  const contentType = isSignedPdf(head)
    ? signedEnvelopeType
    : (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  const form = contentType === undefined ? null : mediaFormOf(contentType);
  if (contentType === undefined || form === null || !wanted.includes(form)) throw new Problem('file.unsupported_type');
  if (form === 'picture') {
    const size = sizeOf(head);
    if (size !== null && size.width * size.height > maxImagePixels) throw new Problem('file.too_many_pixels');
  }
  return { contentType, form };
}

function sizeOf(head: Buffer): { width: number; height: number } | null {
  try {
    return imageSize(head);
  } catch {
    return null;
  }
}
