import type { Raster } from './raster.ts';

/** Side of a window in pixels, a power of two. */
const windowPx = 256;
const windowsAcross = 3;
const windowsDown = 2;
/** Radius of the spectrum that is looked at, in waves a window: below are the shapes of the document, above is noise. */
const radii = { least: 24, most: 120 };
/** Waves off both axes: edges and rows of letters crowd on the axes, a camera's own grid lies beyond the radius. */
const offAxis = 4;
const ringWidth = 8;

/** Of 17 real documents the highest is 12.5 (a printed raster), of 71 drawn pictures 5.6; simulated screens begin at 49. */
const noScreen = 8;
const surelyScreen = 30;

/** 0..1 from `waveContrast`. */
export function screenScoreOf(contrast: number): number {
  return Math.min(1, Math.max(0, (contrast - noScreen) / (surelyScreen - noScreen)));
}

/**
 * How much the strongest single wave of the picture's fine structure stands out of the waves of like length, as the median over
 * windows spread over the page. The pixels of a screen put the same wave everywhere; print has none, or has it in places.
 */
export function waveContrast(raster: Raster): number {
  const { widthPx, heightPx } = raster;
  if (widthPx < windowPx || heightPx < windowPx) return 0;
  const contrasts: number[] = [];
  for (let row = 0; row < windowsDown; row++) {
    for (let column = 0; column < windowsAcross; column++) {
      const left = Math.round(((column + 0.5) / windowsAcross) * (widthPx - windowPx));
      const top = Math.round(((row + 0.5) / windowsDown) * (heightPx - windowPx));
      const contrast = strongestWave(spectrumOf(raster, left, top));
      if (contrast !== null) contrasts.push(contrast);
    }
  }
  contrasts.sort((a, b) => a - b);
  return contrasts[contrasts.length >> 1] ?? 0;
}

/** Null for a window without structure. */
function strongestWave(power: Float32Array): number | null {
  const rings: number[][] = [];
  const strongest: number[] = [];
  for (let v = 0; v < windowPx / 2; v++) {
    for (let u = -windowPx / 2 + 1; u < windowPx / 2; u++) {
      const radius = Math.hypot(u, v);
      if (radius < radii.least || radius > radii.most || Math.abs(u) < offAxis || v < offAxis) continue;
      const ring = Math.floor((radius - radii.least) / ringWidth);
      const value = power[v * windowPx + ((u + windowPx) % windowPx)] ?? 0;
      (rings[ring] ??= []).push(value);
      strongest[ring] = Math.max(strongest[ring] ?? 0, value);
    }
  }
  let best: number | null = null;
  for (const [ring, values] of rings.entries()) {
    const sorted = Float32Array.from(values).sort();
    const typical = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
    if (typical < 1) continue;
    best = Math.max(best ?? 0, Math.sqrt((strongest[ring] ?? 0) / typical));
  }
  return best;
}

/** Power of the waves of one window, the mean taken off and the borders faded out (Hann). */
function spectrumOf({ data, widthPx }: Raster, left: number, top: number): Float32Array {
  const real = new Float32Array(windowPx * windowPx);
  const imaginary = new Float32Array(windowPx * windowPx);
  let sum = 0;
  for (let y = 0; y < windowPx; y++)
    for (let x = 0; x < windowPx; x++) sum += data[(top + y) * widthPx + left + x] ?? 0;
  const mean = sum / (windowPx * windowPx);
  for (let y = 0, at = 0; y < windowPx; y++) {
    for (let x = 0; x < windowPx; x++, at++) {
      const fade = (hann[x] ?? 0) * (hann[y] ?? 0);
      real[at] = ((data[(top + y) * widthPx + left + x] ?? 0) - mean) * fade;
    }
  }
  for (let y = 0; y < windowPx; y++) transform(real, imaginary, y * windowPx, 1);
  for (let x = 0; x < windowPx; x++) transform(real, imaginary, x, windowPx);
  return real.map((value, at) => value * value + (imaginary[at] ?? 0) * (imaginary[at] ?? 0));
}

const hann = Float32Array.from(
  { length: windowPx },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (windowPx - 1)),
);
const cosines = Float32Array.from({ length: windowPx / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / windowPx));
const sines = Float32Array.from({ length: windowPx / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / windowPx));

/** Fourier transform in place of the `windowPx` values at `start`, `start + stride`, … (Cooley and Tukey, 1965). */
function transform(real: Float32Array, imaginary: Float32Array, start: number, stride: number): void {
  for (let i = 1, j = 0; i < windowPx; i++) {
    let bit = windowPx >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(real, start + i * stride, start + j * stride);
      swap(imaginary, start + i * stride, start + j * stride);
    }
  }
  for (let size = 2; size <= windowPx; size *= 2) {
    const half = size / 2;
    const step = windowPx / size;
    for (let block = 0; block < windowPx; block += size) {
      for (let k = 0; k < half; k++) {
        const a = start + (block + k) * stride;
        const b = a + half * stride;
        const [cos, sin] = [cosines[k * step] ?? 0, sines[k * step] ?? 0];
        const [bReal, bImaginary] = [real[b] ?? 0, imaginary[b] ?? 0];
        const turnedReal = bReal * cos - bImaginary * sin;
        const turnedImaginary = bReal * sin + bImaginary * cos;
        real[b] = (real[a] ?? 0) - turnedReal;
        imaginary[b] = (imaginary[a] ?? 0) - turnedImaginary;
        real[a] = (real[a] ?? 0) + turnedReal;
        imaginary[a] = (imaginary[a] ?? 0) + turnedImaginary;
      }
    }
  }
}

function swap(values: Float32Array, a: number, b: number): void {
  const kept = values[a] ?? 0;
  values[a] = values[b] ?? 0;
  values[b] = kept;
}
