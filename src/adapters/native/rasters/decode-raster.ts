import type { Raster } from './raster.ts';
import { decodeScaled, openOwnJpeg } from './own-jpeg.ts';

export interface DecodedPage {
  raster: Raster;
  /** The size of the original picture. */
  widthPx: number;
  heightPx: number;
  /** Raster pixels per picture pixel. */
  scale: number;
}

/**
 * Decodes a normalised picture once, in grey, so that its longest side is between the two bounds. The decoder shrinks a JPEG larger than
 * twice the bound, so a 12-megapixel photo is cheap.
 */
export async function decodeRaster(
  jpeg: Buffer,
  bounds: { shortestPx: number; longestPx: number },
  { withLightest = false } = {},
): Promise<DecodedPage> {
  const picture = openOwnJpeg(jpeg);
  const { width, height } = await picture.metadata();
  const longest = Math.max(width, height);
  const scale = Math.min(bounds.longestPx, Math.max(bounds.shortestPx, longest)) / longest;
  const { rgb, ...size } = await decodeScaled(picture, { width, height }, scale);
  const raster = { data: toLuminance(rgb), ...(withLightest && { lightest: toLightest(rgb) }), ...size };
  return { raster, widthPx: width, heightPx: height, scale };
}

function toLightest(rgb: Uint8Array): Uint8Array {
  const lightest = new Uint8Array(rgb.length / 3);
  for (let i = 0, from = 0; i < lightest.length; i++, from += 3) {
    lightest[i] = Math.max(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0);
  }
  return lightest;
}

/** Luma of ITU-R BT.601 in 256ths. libvips would go through linear light, which takes longer than the decoding itself. */
function toLuminance(rgb: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgb.length / 3);
  for (let i = 0, from = 0; i < grey.length; i++, from += 3) {
    grey[i] = (77 * (rgb[from] ?? 0) + 150 * (rgb[from + 1] ?? 0) + 29 * (rgb[from + 2] ?? 0)) >> 8;
  }
  return grey;
}
