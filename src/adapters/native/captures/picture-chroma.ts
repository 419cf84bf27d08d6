import sharp from 'sharp';
import { maxImagePixels } from '../../../domain/ports/pages/image-normaliser.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';

const longestSidePx = 320;
const leastArea = 0.25;
/** Share of the pixels that may be stronger coloured: a stamp is no more, and neither is a finger. */
const percentile = 0.98;
/**
 * Less than this is grey: of 17 real and 102 drawn pictures, coloured documents have 1.8 and more, grey ones 0. A copy
 * photographed in warm light has about 2, like the palest documents: it is not told from them.
 */
const greyChroma = 1.2;

/**
 * How far the colours of a document lie from one tint, in units of chroma at a mean luminance of 128: a copy has the tint of its
 * light alone. `lines`: the text on it, in shares of the picture's width and height; looked at is the rectangle around them.
 */
export async function measureChroma(jpeg: Buffer, lines: readonly Quad[]): Promise<number> {
  const { data, info } = await sharp(jpeg, { limitInputPixels: maxImagePixels })
    .resize(longestSidePx, longestSidePx, { fit: 'inside' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const area = rectangleAround(lines, info.width, info.height);
  const count = (area.right - area.left) * (area.bottom - area.top);
  const [lumas, blue, red] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let luminance = 0;
  for (let y = area.top, i = 0; y < area.bottom; y++) {
    for (let at = (y * info.width + area.left) * 3, end = at + (area.right - area.left) * 3; at < end; at += 3, i++) {
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      const luma = 0.299 * r + 0.587 * g + 0.114 * b;
      luminance += luma;
      lumas[i] = luma;
      blue[i] = 0.564 * (b - luma);
      red[i] = 0.713 * (r - luma);
    }
  }
  const [tintBlue, tintRed] = [tintOf(blue, lumas), tintOf(red, lumas)];
  const squares = lumas.map((luma, i) => {
    const [u, v] = [(blue[i] ?? 0) - tintBlue(luma), (red[i] ?? 0) - tintRed(luma)];
    return u * u + v * v;
  });
  const distance = Math.sqrt(squares.sort()[Math.floor(count * percentile)] ?? 0);
  return (distance * 128) / Math.max(16, luminance / Math.max(1, count));
}

/** 1 for a picture without any colour, a half where grey ends, 0 from twice as much colour on. */
export function copyScoreOf(chroma: number): number {
  return Math.min(1, Math.max(0, 1 - chroma / (2 * greyChroma)));
}

function rectangleAround(lines: readonly Quad[], width: number, height: number) {
  const points = lines.flat();
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (points.length === 0) return whole;
  const xs = points.map(([x]) => x * width);
  const ys = points.map(([, y]) => y * height);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const right = Math.min(width, Math.ceil(Math.max(...xs)));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)));
  // A line or two are black on white on every document.
  return (right - left) * (bottom - top) < leastArea * width * height ? whole : { left, top, right, bottom };
}

/** What the light alone makes of a luminance: the straight line that fits the chroma best. */
function tintOf(chroma: Float64Array, lumas: Float64Array): (luma: number) => number {
  const meanLuma = meanOf(lumas);
  const meanChroma = meanOf(chroma);
  let product = 0;
  let square = 1;
  for (let i = 0; i < lumas.length; i++) {
    const away = (lumas[i] ?? 0) - meanLuma;
    product += away * ((chroma[i] ?? 0) - meanChroma);
    square += away * away;
  }
  const slope = product / square;
  return (luma) => meanChroma + slope * (luma - meanLuma);
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / Math.max(1, values.length);
}
