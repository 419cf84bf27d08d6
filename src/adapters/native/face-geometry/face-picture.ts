import { imageSize } from 'image-size';
import type { RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';
import { decodeScaled, openOwnJpeg } from '../rasters/own-jpeg.ts';

/** A picture in several sizes, each half as wide and high as the one before, so that any crop is sampled without aliasing. */
export interface FacePicture {
  /** Largest first; each is made on first use. */
  level(index: number): RgbPicture;
  widthPx: number;
  heightPx: number;
  /** The size of the original picture. */
  givenWidthPx: number;
  givenHeightPx: number;
  /** Pixels of the largest level per pixel of the original picture. */
  scale: number;
}

/** A face that fills a picture of this size has twice the pixels that any model needs. */
const longestSidePx = 1280;
const smallestLevelPx = 32;

/** Decodes a normalised JPEG in colour, shrunk by its decoder when it is large, or takes a decoded picture unchanged. */
export async function openFacePicture(picture: Buffer | RgbPicture): Promise<FacePicture> {
  if (!Buffer.isBuffer(picture)) return toFacePicture(picture, picture.widthPx, picture.heightPx);
  // The header is read here: asking sharp costs another trip through its threads, a fiftieth of the time of a face.
  const { width, height } = imageSize(picture);
  const scale = Math.min(1, longestSidePx / Math.max(width, height));
  return toFacePicture(await decodeScaled(openOwnJpeg(picture), { width, height }, scale), width, height);
}

function toFacePicture(largest: RgbPicture, givenWidthPx: number, givenHeightPx: number): FacePicture {
  const levels = [largest];
  function level(index: number): RgbPicture {
    const known = levels[index];
    if (known !== undefined) return known;
    const above = level(index - 1);
    const made = Math.min(above.widthPx, above.heightPx) < 2 * smallestLevelPx ? above : halve(above);
    levels[index] = made;
    return made;
  }
  return {
    level,
    widthPx: largest.widthPx,
    heightPx: largest.heightPx,
    givenWidthPx,
    givenHeightPx,
    scale: largest.widthPx / givenWidthPx,
  };
}

/** Each pixel is the mean of four. */
function halve({ rgb, widthPx, heightPx }: RgbPicture): RgbPicture {
  const width = widthPx >> 1;
  const height = heightPx >> 1;
  const out = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    let a = 2 * y * widthPx * 3;
    let b = a + widthPx * 3;
    // Written out: a loop over three channels costs more than its body.
    for (let x = 0; x < width; x++, a += 6, b += 6, to += 3) {
      out[to] = ((rgb[a] ?? 0) + (rgb[a + 3] ?? 0) + (rgb[b] ?? 0) + (rgb[b + 3] ?? 0) + 2) >> 2;
      out[to + 1] = ((rgb[a + 1] ?? 0) + (rgb[a + 4] ?? 0) + (rgb[b + 1] ?? 0) + (rgb[b + 4] ?? 0) + 2) >> 2;
      out[to + 2] = ((rgb[a + 2] ?? 0) + (rgb[a + 5] ?? 0) + (rgb[b + 2] ?? 0) + (rgb[b + 5] ?? 0) + 2) >> 2;
    }
  }
  return { rgb: out, widthPx: width, heightPx: height };
}
