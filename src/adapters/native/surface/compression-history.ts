import type { Raster } from '../rasters/raster.ts';
import { blockFrequencies, blockSide, frequencies } from './block-frequencies.ts';

/** The steps of an earlier compression that are searched for, in units of the coefficients. */
const steps = { least: 2, most: 32 };
/** Coefficients are counted in bins of this width, up to a largest value. */
const binsPerUnit = 4;
const largest = 256;
const bins = largest * binsPerUnit;
/** A page has more squares than are needed to find its steps. */
const mostBlocks = 6_000;
const mostBlocksOfPart = 1_500;
/** Fewer coefficients than this reveal no step. */
const leastCoefficients = 120;
/** How far the coefficients of the page must crowd at the multiples of a step (1: all of them are there, 0: no more than elsewhere). */
const leastCrowding = 0.3;
/** The largest step that crowds nearly as much is the true one, because its divisors crowd as well. */
const nearlyAsMuch = 0.7;

/**
 * The steps of the service's own save (quality 95: a tenth of the luminance table of ITU-T T.81, K.1), up to five waves across and down.
 * Every part of a picture went through that save, including a forged one, so steps that are no larger prove nothing.
 */
const ownSteps = [
  [2, 1, 1, 2, 2, 4],
  [1, 1, 1, 2, 3, 6],
  [1, 1, 2, 2, 4, 6],
  [1, 2, 2, 3, 5, 9],
  [2, 2, 4, 6, 7, 11],
  [2, 4, 6, 6, 8, 10],
] as const;
/** The crowding of a step cannot be sharper than this. */
const leastAboveOwn = 1.5;
/** Fewer frequencies than this may crowd by chance. */
const fewestFrequencies = 5;

/** A rectangle in whole pixels. */
export interface PixelArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The luminance of a pixel that has some colour at an end of its range. */
export const cutOff = 255;

/** The traces of an earlier compression of the whole page. */
export interface CompressionHistory {
  /** Where its squares begin, 0 to 7 across and down. */
  phase: readonly [number, number];
  /** For each frequency: the step of its coefficients, and how far they crowd at its multiples; null when none is visible. */
  steps: readonly ({ step: number; crowding: number } | null)[];
}

/** How far a part of the page shares the history of the whole page. */
export interface SharedHistory {
  /** 1: like the page, 0: not at all. */
  share: number;
  /** The coefficients that reveal it. */
  count: number;
}

const crowdingTable = new Map<number, Float64Array>();

/** For each bin, the weight that it adds to a step's crowding: the cosine of its distance from the multiples. */
function weightsOf(step: number): Float64Array {
  const known = crowdingTable.get(step);
  if (known !== undefined) return known;
  const weights = Float64Array.from({ length: bins }, (_, bin) => Math.cos((2 * Math.PI * bin) / binsPerUnit / step));
  crowdingTable.set(step, weights);
  return weights;
}

/**
 * Null when no compression before the last is visible: the picture was never saved as JPEG on this grid, or as finely as the service saves,
 * or more finely than the last time. `lastSteps`: of that last save, 64 row by row.
 */
export function findCompressionHistory(
  raster: Raster,
  phase: readonly [number, number],
  { without, lastSteps }: { without: PixelArea | null; lastSteps: readonly number[] },
): CompressionHistory | null {
  const places = blocksOf(raster, phase, { left: 0, top: 0, right: raster.widthPx, bottom: raster.heightPx }, without);
  const histograms = countCoefficients(raster, thin(places, mostBlocks));
  const found = histograms.map((histogram, index) => {
    const [across, down] = frequencies[index] ?? [0, 0];
    const own = ownSteps[down]?.[across] ?? Infinity;
    const last = lastSteps[down * blockSide + across] ?? Infinity;
    const one = stepOf(histogram);
    return one !== null && one.step >= leastAboveOwn * own && isEarlier(one.step, last) ? one : null;
  });
  return found.filter((one) => one !== null).length >= fewestFrequencies ? { phase, steps: found } : null;
}

/**
 * Whether a step is that of a save before the last one. The last save crowds the coefficients of every part at its own steps, those of a
 * forged part, too.
 */
function isEarlier(step: number, last: number): boolean {
  return step > last + 1;
}

/** Null when the part is too flat or too small to judge. */
export function shareOfHistory(raster: Raster, history: CompressionHistory, area: PixelArea): SharedHistory | null {
  const histograms = countCoefficients(raster, thin(blocksOf(raster, history.phase, area, null), mostBlocksOfPart));
  let [crowding, expected, count] = [0, 0, 0];
  for (const [index, histogram] of histograms.entries()) {
    const known = history.steps[index];
    if (known == null) continue;
    const here = crowdingAt(histogram, known.step);
    crowding += here.sum;
    count += here.count;
    expected += here.count * known.crowding;
  }
  return count === 0 ? null : { share: crowding / expected, count };
}

/** The top left corners of the squares within an area. */
function blocksOf(
  { widthPx, heightPx }: Raster,
  [phaseX, phaseY]: readonly [number, number],
  area: PixelArea,
  without: PixelArea | null,
): (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  const first = (from: number, phase: number) => Math.ceil((Math.max(0, from) - phase) / blockSide) * blockSide + phase;
  const [right, bottom] = [Math.min(widthPx, area.right) - blockSide, Math.min(heightPx, area.bottom) - blockSide];
  for (let y = first(area.top, phaseY); y <= bottom; y += blockSide) {
    for (let x = first(area.left, phaseX); x <= right; x += blockSide) {
      const isWithout =
        without !== null &&
        x + blockSide > without.left &&
        x < without.right &&
        y + blockSide > without.top &&
        y < without.bottom;
      if (!isWithout) places.push([x, y]);
    }
  }
  return places;
}

function thin<T>(values: readonly T[], most: number): readonly T[] {
  const every = Math.ceil(values.length / most);
  return every <= 1 ? values : values.filter((_, index) => index % every === 0);
}

function countCoefficients(raster: Raster, places: readonly (readonly [number, number])[]): Uint32Array[] {
  const histograms = frequencies.map(() => new Uint32Array(bins));
  const coefficients = new Float64Array(frequencies.length);
  for (const [left, top] of places) {
    if (isCutOff(raster, left, top)) continue;
    blockFrequencies(raster, left, top, coefficients);
    for (let i = 0; i < coefficients.length; i++) {
      const bin = Math.round(Math.abs(coefficients[i] ?? 0) * binsPerUnit);
      const histogram = histograms[i];
      if (bin < bins && histogram !== undefined) histogram[bin] = (histogram[bin] ?? 0) + 1;
    }
  }
  return histograms;
}

/** Values beyond black, white or a full colour were clipped, and the multiples were lost with them. */
function isCutOff({ data, widthPx }: Raster, left: number, top: number): boolean {
  for (let y = top; y < top + blockSide; y++) {
    const from = y * widthPx + left;
    for (let at = from; at < from + blockSide; at++) if (data[at] === cutOff) return true;
  }
  return false;
}

/** Coefficients below half a step are zeros of any step, so they reveal nothing. */
function crowdingAt(histogram: Uint32Array, step: number): { sum: number; count: number } {
  const weights = weightsOf(step);
  let [sum, count] = [0, 0];
  for (let bin = Math.ceil((step * binsPerUnit) / 2); bin < bins; bin++) {
    const here = histogram[bin] ?? 0;
    sum += here * (weights[bin] ?? 0);
    count += here;
  }
  return { sum, count };
}

function stepOf(histogram: Uint32Array): { step: number; crowding: number } | null {
  const crowdings: { step: number; crowding: number }[] = [];
  for (let step = steps.least; step <= steps.most; step++) {
    const { sum, count } = crowdingAt(histogram, step);
    if (count >= leastCoefficients) crowdings.push({ step, crowding: sum / count });
  }
  const most = crowdings.reduce((best, { crowding }) => Math.max(best, crowding), 0);
  if (most < leastCrowding) return null;
  return crowdings.findLast(({ crowding }) => crowding >= nearlyAsMuch * most && crowding >= leastCrowding) ?? null;
}
