/** Most pixels that an uploaded picture may have (50 megapixels). */
export const maxImagePixels = 50_000_000;

/** A picture made safe: upright, sRGB, re-encoded as JPEG without metadata or trailing bytes. */
export interface NormalisedImage {
  jpeg: Buffer;
  widthPx: number;
  heightPx: number;
}

/** Why a picture could not be made safe. */
export type ImageFault = 'file.unreadable_image' | 'file.too_many_pixels';

export interface ImageNormaliser {
  /**
   * Decodes an untrusted picture (JPEG, PNG or WebP, told apart by content) under the pixel limit, applies its EXIF
   * turn and re-encodes it. Never throws for what the picture contains: a fault is an answer.
   */
  normalise(original: Buffer): Promise<{ image: NormalisedImage } | { fault: ImageFault }>;
}
