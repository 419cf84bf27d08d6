/** Most pixels that an uploaded picture may have (50 megapixels). */
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
   * Decodes an untrusted picture (JPEG, PNG, WebP, HEIF, AVIF or TIFF, told apart by content) under the pixel limit, turns it
   * upright as the file says and re-encodes it. Of a file with several pictures it takes the main one, or the first. Never
   * throws for what the picture contains: a fault is an answer.
   */
  normalise(original: Buffer): Promise<{ image: NormalisedImage } | { fault: ImageFault }>;
}
