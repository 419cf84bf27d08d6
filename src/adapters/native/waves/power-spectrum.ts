import type { Raster } from '../rasters/raster.ts';

/** The side of a window in pixels, a power of two. */
export const windowPx = 256;
const half = windowPx / 2;

/** The first pixel of a window. */
export interface WindowPlace {
  left: number;
  top: number;
}

/**
 * The power of the waves in one window, after the mean is removed and the borders are faded out (Hann). Rows are waves down (0 up to half a
 * window); columns are waves across from minus half a window, with negative ones wrapped to the end of the row.
 */
export type PowerSpectrum = Float32Array;

/** The spectra of windows of one picture, in order. Two real windows go through one complex transform and are separated afterwards. */
export function powerSpectraOf(raster: Raster, places: readonly WindowPlace[]): PowerSpectrum[] {
  const spectra: PowerSpectrum[] = [];
  for (let index = 0; index < places.length; index += 2) {
    const [first, second] = [places[index], places[index + 1]];
    const real = new Float32Array(windowPx * windowPx);
    const imaginary = new Float32Array(windowPx * windowPx);
    if (first !== undefined) fade(raster, first, real);
    if (second !== undefined) fade(raster, second, imaginary);
    for (let y = 0; y < windowPx; y++) transform(real, imaginary, y * windowPx);
    const [turnedReal, turnedImaginary] = [turn(real), turn(imaginary)];
    // From here on, rows are waves across.
    for (let u = 0; u < windowPx; u++) transform(turnedReal, turnedImaginary, u * windowPx);
    spectra.push(...apart(turnedReal, turnedImaginary).slice(0, second === undefined ? 1 : 2));
  }
  return spectra;
}

/**
 * By the symmetry of real pictures, the first spectrum is the common part of Z(w) and the conjugate of Z(-w), and the second is their
 * difference.
 */
function apart(real: Float32Array, imaginary: Float32Array): [PowerSpectrum, PowerSpectrum] {
  const first = new Float32Array(half * windowPx);
  const second = new Float32Array(half * windowPx);
  for (let u = 0; u < windowPx; u++) {
    const opposite = ((windowPx - u) % windowPx) * windowPx;
    for (let v = 0; v < half; v++) {
      const at = u * windowPx + v;
      const other = opposite + ((windowPx - v) % windowPx);
      const [a, b, c, d] = [real[at] ?? 0, imaginary[at] ?? 0, real[other] ?? 0, imaginary[other] ?? 0];
      first[v * windowPx + u] = ((a + c) * (a + c) + (b - d) * (b - d)) / 4;
      second[v * windowPx + u] = ((b + d) * (b + d) + (c - a) * (c - a)) / 4;
    }
  }
  return [first, second];
}

function fade({ data, widthPx }: Raster, { left, top }: WindowPlace, into: Float32Array): void {
  let sum = 0;
  for (let y = 0; y < windowPx; y++)
    for (let x = 0; x < windowPx; x++) sum += data[(top + y) * widthPx + left + x] ?? 0;
  const mean = sum / (windowPx * windowPx);
  for (let y = 0, at = 0; y < windowPx; y++) {
    const down = hann[y] ?? 0;
    const row = (top + y) * widthPx + left;
    for (let x = 0; x < windowPx; x++, at++) into[at] = ((data[row + x] ?? 0) - mean) * (hann[x] ?? 0) * down;
  }
}

const hann = Float32Array.from(
  { length: windowPx },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (windowPx - 1)),
);
const cosines = Float32Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / windowPx));
const sines = Float32Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / windowPx));
/** The position of each value before the butterflies: its index with the bits reversed. */
const reversed = Uint16Array.from({ length: windowPx }, (_, index) => {
  let turned = 0;
  for (let bit = 1; bit < windowPx; bit *= 2) turned = turned * 2 + ((index & bit) === 0 ? 0 : 1);
  return turned;
});

/** In-place Fourier transform of the `windowPx` values from `start` on (Cooley and Tukey, 1965). */
function transform(real: Float32Array, imaginary: Float32Array, start: number): void {
  for (let i = 0; i < windowPx; i++) {
    const j = reversed[i] ?? 0;
    if (i >= j) continue;
    swap(real, start + i, start + j);
    swap(imaginary, start + i, start + j);
  }
  for (let size = 2; size <= windowPx; size *= 2) {
    const span = size / 2;
    const step = windowPx / size;
    for (let k = 0; k < span; k++) {
      const cos = cosines[k * step] ?? 0;
      const sin = sines[k * step] ?? 0;
      for (let a = start + k; a < start + windowPx; a += size) {
        const b = a + span;
        const bReal = real[b] ?? 0;
        const bImaginary = imaginary[b] ?? 0;
        const turnedReal = bReal * cos - bImaginary * sin;
        const turnedImaginary = bReal * sin + bImaginary * cos;
        const aReal = real[a] ?? 0;
        const aImaginary = imaginary[a] ?? 0;
        real[b] = aReal - turnedReal;
        imaginary[b] = aImaginary - turnedImaginary;
        real[a] = aReal + turnedReal;
        imaginary[a] = aImaginary + turnedImaginary;
      }
    }
  }
}

function swap(values: Float32Array, a: number, b: number): void {
  const kept = values[a] ?? 0;
  values[a] = values[b] ?? 0;
  values[b] = kept;
}

/** Transposes rows and columns, so that the next pass walks along neighbours in memory. */
function turn(values: Float32Array): Float32Array {
  const turned = new Float32Array(values.length);
  for (let y = 0; y < windowPx; y++)
    for (let x = 0; x < windowPx; x++) turned[x * windowPx + y] = values[y * windowPx + x] ?? 0;
  return turned;
}
