import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { openOwnJpeg } from '../rasters/own-jpeg.ts';

/**
 * Blur mixes fine colours into grey. A picture this small has mixed them already, so that a blurred page differs little from a sharp one, and
 * the noise of a copy is averaged.
 */
const longestSidePx = 240;
const leastArea = 0.25;
/** The share of the pixels that may have a stronger colour: a stamp or a finger covers no more. */
const percentile = 0.98;
/** The paper is lighter than most of the page. Ink is darker than this share of the paper, and its tint is mostly reflections and noise. */
const paperPercentile = 0.9;
const leastOfPaper = 0.7;
/** A colour at an end of its range was clipped, so its tint is unknown. */
const cutOff = 253;
/** Light changes its tint over this share of the longer side, in both directions from a pixel; ink does so within a few pixels. */
const reachOfLight = 0.1;
/** A camera's curve makes the tint of darker and lighter greys weaker or stronger by up to this share of their difference in luma. */
const curveOfCamera = 0.25;
/** Less than this is grey on a page with a portrait. The figures are in `bench/accuracy/results/tampering.md`, "Grey copies". */
const greyChroma = 2.15;

/** JPEG's chroma (blue and red minus luma) and luma, pixel by pixel. */
interface Colours {
  width: number;
  height: number;
  luma: Float64Array;
  blue: Float64Array;
  red: Float64Array;
  /** 1 for pixels whose tint is known, 0 for ink and clipped colours. */
  isTold: Float64Array;
  /** The luma of the paper. */
  paper: number;
}

/**
 * How far the colours of a document are from the tint of the light around them, in units of chroma for paper of luma 128. Light, however
 * warm or uneven, gives all greys in one place the same tint, as a share of their luma, and a copy has no other tint. Pale ink has another
 * tint, which changes from pixel to pixel. `lines`: the text on the document, as fractions of the picture's width and height; the rectangle
 * around them is measured.
 */
export async function measureChroma(jpeg: Buffer, lines: readonly Quad[]): Promise<number> {
  const { data, info } = await openOwnJpeg(jpeg)
    .resize(longestSidePx, longestSidePx, { fit: 'inside' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const area = rectangleAround(lines, info.width, info.height);
  const colours = coloursOf(data, info.width, area);
  const distances = distancesFromLight(colours);
  const distance = distances[Math.floor(distances.length * percentile)] ?? 0;
  return (distance * 128) / Math.max(16, colours.paper);
}

/** 1 for a picture without any colour, 0.5 at the limit of grey, 0 from twice the limit on. */
export function copyScoreOf(chroma: number): number {
  return Math.min(1, Math.max(0, 1 - chroma / (2 * greyChroma)));
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function rectangleAround(lines: readonly Quad[], width: number, height: number): Area {
  const points = lines.flat();
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (points.length === 0) return whole;
  const xs = points.map(([x]) => x * width);
  const ys = points.map(([, y]) => y * height);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const right = Math.min(width, Math.ceil(Math.max(...xs)));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)));
  // One or two lines are black on white on every document.
  return (right - left) * (bottom - top) < leastArea * width * height ? whole : { left, top, right, bottom };
}

function coloursOf(rgb: Uint8Array, rowPx: number, { left, top, right, bottom }: Area): Colours {
  const [width, height] = [right - left, bottom - top];
  const empty = () => new Float64Array(width * height);
  const [luma, blue, red, isTold] = [empty(), empty(), empty(), empty()];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, at = ((top + y) * rowPx + left) * 3; x < width; x++, i++, at += 3) {
      const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
      const light = 0.299 * r + 0.587 * g + 0.114 * b;
      luma[i] = light;
      blue[i] = 0.564 * (b - light);
      red[i] = 0.713 * (r - light);
      isTold[i] = Math.max(r, g, b) < cutOff ? 1 : 0;
    }
  }
  const paper = Float64Array.from(luma).sort()[Math.floor(luma.length * paperPercentile)] ?? 0;
  for (const [i, light] of luma.entries()) if (light < leastOfPaper * paper) isTold[i] = 0;
  return { width, height, luma, blue, red, isTold, paper };
}

/** Every pixel whose tint is known, the smallest value first. */
function distancesFromLight({ width, height, luma, blue, red, isTold }: Colours): Float64Array {
  const reach = Math.max(4, Math.round(Math.max(width, height) * reachOfLight));
  const told = (values: Float64Array) =>
    sumsAround(
      values.map((value, i) => value * (isTold[i] ?? 0)),
      width,
      reach,
    );
  const [lumas, blues, reds, counts] = [told(luma), told(blue), told(red), told(isTold)];
  const distances = luma.map((light, i) => {
    const share = light / Math.max(1, lumas[i] ?? 0);
    const tint = { blue: (blues[i] ?? 0) * share, red: (reds[i] ?? 0) * share };
    const usual = (lumas[i] ?? 0) / Math.max(1, counts[i] ?? 0);
    return distanceFromTint({ blue: blue[i] ?? 0, red: red[i] ?? 0 }, tint, Math.abs(1 - light / Math.max(1, usual)));
  });
  return distances.filter((_, i) => isTold[i] === 1).sort();
}

interface Chroma {
  blue: number;
  red: number;
}

/** How far a colour is from a tint, apart from what the camera's curve explains: a weaker or stronger tint of the same kind. */
function distanceFromTint(colour: Chroma, tint: Chroma, shade: number): number {
  const [blue, red] = [colour.blue - tint.blue, colour.red - tint.red];
  const strength = Math.hypot(tint.blue, tint.red);
  if (strength === 0) return Math.hypot(blue, red);
  const along = Math.abs(blue * tint.blue + red * tint.red) / strength;
  const across = Math.abs(blue * tint.red - red * tint.blue) / strength;
  return Math.hypot(across, Math.max(0, along - curveOfCamera * strength * shade));
}

/** The sum over the square around each pixel, `reach` pixels in each direction, by a summed-area table. */
function sumsAround(values: Float64Array, width: number, reach: number): Float64Array {
  const height = values.length / width;
  const row = width + 1;
  const table = new Float64Array(row * (height + 1));
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += values[y * width + x] ?? 0;
      table[(y + 1) * row + x + 1] = (table[y * row + x + 1] ?? 0) + sum;
    }
  }
  return values.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const [top, bottom] = [Math.max(0, y - reach) * row, Math.min(height, y + reach + 1) * row];
    return (
      (table[bottom + right] ?? 0) - (table[top + right] ?? 0) - (table[bottom + left] ?? 0) + (table[top + left] ?? 0)
    );
  });
}
