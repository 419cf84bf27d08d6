/** The most pixels in an uploaded picture (50 megapixels). */
export const maxImagePixels = 50_000_000;

/** A picture made safe: upright, sRGB, re-encoded as JPEG without metadata or trailing bytes. */
export interface NormalisedImage {
  jpeg: Buffer;
  widthPx: number;
  heightPx: number;
}

/** Why a picture could not be made safe. */
export const imageFaults = ['file.unreadable_image', 'file.too_many_pixels'] as const;
export type ImageFault = (typeof imageFaults)[number];

export interface ImageNormaliser {
  /**
   * Decodes an untrusted picture (JPEG, PNG, WebP, HEIF, AVIF or TIFF, detected by content) under the pixel limit, rotates it upright
   * according to its metadata and re-encodes it. Of several pictures in a file, it takes the main one, or the first. Never throws because
   * of the picture's content: a fault is a result.
   */
  normalise(original: Buffer): Promise<{ image: NormalisedImage } | { fault: ImageFault }>;
}
