import { axisWaveContrast } from './axis-waves.ts';
import { powerSpectraOf, windowPx, type PowerSpectrum, type WindowPlace } from './power-spectrum.ts';
import type { Raster } from '../rasters/raster.ts';

const windowsAcross = 3;
const windowsDown = 2;
/** The radius of the spectrum that is examined, in waves per window: lower waves are the shapes of the document, higher ones are noise. */
const radii = { least: 24, most: 120 };
/** Waves away from both axes: edges and rows of letters crowd on the axes, and a camera's own grid is outside the radius. */
const offAxis = 4;
const ringWidth = 8;

/** Of 17 real documents, the highest has 18 (a printed raster); of 158 drawn pictures, 17. All of 153 simulated screens are above 24. */
const noScreen = 8;
const surelyScreen = 30;

/** 0..1, from `waveContrast`. */
export function screenScoreOf(contrast: number): number {
  return Math.min(1, Math.max(0, (contrast - noScreen) / (surelyScreen - noScreen)));
}

/**
 * How far a wave may move in the spectrum from one window to another: the picture may lean, and the pixels of a screen seem larger where it
 * is nearer.
 */
const reach = 3;
/** A limit for one window: a picture that was crafted to have thousands must not take longer than another. */
const mostPeaks = 64;

/**
 * How far a wave of the picture's fine structure, the same all over the page, exceeds waves of similar length. Takes the wave that exceeds
 * them most: its median over windows spread over the page; 0 when there is none. The pixels of a screen produce the same wave everywhere;
 * the fine lines of security print change from place to place, or cover only some places.
 */
export function waveContrast(raster: Raster): number {
  const peaks = spectraOver(raster).map(peaksOf);
  const contrasts = peaks.flatMap((ofWindow) =>
    ofWindow.map((peak) => medianOf(peaks.map((others) => strongestNear(peak, others)))),
  );
  return contrasts.reduce((most, contrast) => Math.max(most, contrast), 0);
}

/**
 * The contrast of each window's strongest wave, as the median over windows, and that of waves on the axes (`axisWaveContrast`), which are
 * common in documents and not in faces.
 */
export function waveContrasts(raster: Raster): { free: number; onAxes: number } {
  const spectra = spectraOver(raster);
  return { free: freeWaveContrast(spectra), onAxes: axisWaveContrast(spectra) };
}

/** Windows spread over the picture; none when it is smaller than one. */
function spectraOver(raster: Raster): PowerSpectrum[] {
  const { widthPx, heightPx } = raster;
  if (widthPx < windowPx || heightPx < windowPx) return [];
  const places: WindowPlace[] = [];
  for (let row = 0; row < windowsDown; row++) {
    for (let column = 0; column < windowsAcross; column++) {
      const left = Math.round(((column + 0.5) / windowsAcross) * (widthPx - windowPx));
      places.push({ left, top: Math.round(((row + 0.5) / windowsDown) * (heightPx - windowPx)) });
    }
  }
  return powerSpectraOf(raster, places);
}

function freeWaveContrast(spectra: readonly PowerSpectrum[]): number {
  return medianOf(spectra.flatMap((power) => strongestWave(power) ?? []));
}

function medianOf(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

interface Peak {
  /** A place in the spectrum: waves per window across (those to the left are above the middle) and down. */
  across: number;
  down: number;
  contrast: number;
}

/** The waves of a window that could come from a screen, the strongest first. */
function peaksOf(power: PowerSpectrum): Peak[] {
  const { typical } = levelsOf(power);
  const peaks: Peak[] = [];
  for (let at = 0; at < power.length; at++) {
    const level = typical[ringOf[at] ?? outside];
    if (level === undefined || level < leastLevel || (power[at] ?? 0) < noScreen * noScreen * level) continue;
    const contrast = Math.sqrt((power[at] ?? 0) / level);
    peaks.push({ across: at % windowPx, down: Math.floor(at / windowPx), contrast });
  }
  return peaks.sort((one, other) => other.contrast - one.contrast).slice(0, mostPeaks);
}

function strongestNear({ across, down }: Peak, others: readonly Peak[]): number {
  let strongest = 0;
  for (const other of others) {
    const aside = Math.abs(other.across - across);
    const isNear = Math.abs(other.down - down) <= reach && Math.min(aside, windowPx - aside) <= reach;
    if (isNear && other.contrast > strongest) strongest = other.contrast;
  }
  return strongest;
}

/** Null for a window without structure. */
function strongestWave(power: PowerSpectrum): number | null {
  const { typical, strongest } = levelsOf(power);
  let best: number | null = null;
  for (const [ring, level] of typical.entries()) {
    if (level < leastLevel) continue;
    best = Math.max(best ?? 0, Math.sqrt((strongest[ring] ?? 0) / level));
  }
  return best;
}

/** For each ring, the power that nine of ten waves stay below, and the highest power. */
function levelsOf(power: PowerSpectrum): { typical: number[]; strongest: Float32Array } {
  const values = rings.map(({ length }) => new Float32Array(length));
  const filled = new Uint32Array(rings.length);
  const strongest = new Float32Array(rings.length);
  for (let at = 0; at < power.length; at++) {
    const ring = ringOf[at] ?? outside;
    if (ring === outside) continue;
    const value = power[at] ?? 0;
    const among = values[ring];
    const place = filled[ring] ?? 0;
    if (among !== undefined) among[place] = value;
    filled[ring] = place + 1;
    if (value > (strongest[ring] ?? 0)) strongest[ring] = value;
  }
  return { typical: values.map((among) => nthSmallest(among, Math.floor(among.length * 0.9))), strongest };
}

/** Below this there is no structure that a wave could exceed. */
const leastLevel = 1;

const outside = 255;
/** The ring of waves of similar length to which each place of a spectrum belongs. */
const ringOf = Uint8Array.from({ length: (windowPx / 2) * windowPx }, (_, at) => {
  const [across, v] = [at % windowPx, Math.floor(at / windowPx)];
  const u = across < windowPx / 2 ? across : across - windowPx;
  const radius = Math.hypot(u, v);
  if (u === -windowPx / 2 || radius < radii.least || radius > radii.most || Math.abs(u) < offAxis || v < offAxis)
    return outside;
  return Math.floor((radius - radii.least) / ringWidth);
});
const rings = Array.from({ length: Math.floor((radii.most - radii.least) / ringWidth) + 1 }, (_, ring) => ({
  length: ringOf.reduce((count, other) => count + (other === ring ? 1 : 0), 0),
})).filter(({ length }) => length > 0);

/** The value that would be at `index` if they were sorted (Hoare's selection). Reorders them. */
function nthSmallest(values: Float32Array, index: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const pivot = values[(left + right) >> 1] ?? 0;
    let [i, j] = [left, right];
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i += 1;
      while ((values[j] ?? 0) > pivot) j -= 1;
      if (i > j) continue;
      const kept = values[i] ?? 0;
      values[i] = values[j] ?? 0;
      values[j] = kept;
      i += 1;
      j -= 1;
    }
    if (index <= j) right = j;
    else if (index >= i) left = i;
    else break;
  }
  return values[index] ?? 0;
}
