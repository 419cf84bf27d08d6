import { windowPx, type PowerSpectrum } from './power-spectrum.ts';

/** The waves per window that are examined: lower ones come from striped objects, higher ones from a camera's own grid. */
const waves = { least: 40, most: 124 };
/** Pictures and videos are compressed in squares of 8 or 16 pixels, so their borders are waves of these lengths in any picture. */
const blockWaves = windowPx / 16;
/** The range of neighbours with which a wave is compared. The nearest ones are excluded, because each wave spreads over several places. */
const neighbours = { reach: 14, own: 3 };
/** Next to the axis, because a screen is never quite straight. */
const breadth = 1;

/**
 * How far the strongest upright or level wave exceeds waves of nearly its length on the same axis, as the median over windows of one
 * picture. Edges produce all wavelengths at once, and stripes are in one place; the rows and columns of a screen that is filmed straight on
 * produce the same wave everywhere.
 */
export function axisWaveContrast(spectra: readonly PowerSpectrum[]): number {
  let best = 0;
  for (const powerOn of [powerAcross, powerDown]) {
    const lines = spectra.map((spectrum) =>
      Float32Array.from({ length: windowPx / 2 }, (_, wave) => powerOn(spectrum, wave)),
    );
    for (let wave = waves.least; wave <= waves.most; wave++) {
      const offBlock = Math.abs(((wave + blockWaves / 2) % blockWaves) - blockWaves / 2);
      if (offBlock <= 1) continue;
      best = Math.max(best, median(lines.map((line) => contrastAt(line, wave))));
    }
  }
  return best;
}

function powerAcross(spectrum: PowerSpectrum, wave: number): number {
  let sum = 0;
  for (let down = 0; down <= breadth; down++) {
    sum += spectrum[down * windowPx + wave] ?? 0;
    // Waves that lean the other way. Those on the axis itself are the same ones.
    if (down > 0) sum += spectrum[down * windowPx + windowPx - wave] ?? 0;
  }
  return sum;
}

function powerDown(spectrum: PowerSpectrum, wave: number): number {
  let sum = 0;
  for (let across = -breadth; across <= breadth; across++) {
    sum += spectrum[wave * windowPx + ((across + windowPx) % windowPx)] ?? 0;
  }
  return sum;
}

function contrastAt(line: Float32Array, wave: number): number {
  const around: number[] = [];
  for (let other = wave - neighbours.reach; other <= Math.min(line.length - 2, wave + neighbours.reach); other++) {
    if (Math.abs(other - wave) > neighbours.own) around.push(line[other] ?? 0);
  }
  const peak = Math.max(line[wave - 1] ?? 0, line[wave] ?? 0, line[wave + 1] ?? 0);
  return Math.sqrt(peak / Math.max(1, median(around)));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
