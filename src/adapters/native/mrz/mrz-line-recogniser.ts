import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { mrzSymbolCount } from '../../../domain/mrz/symbols.ts';
import type { FrameProbabilities } from '../nets/frame-probabilities.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';

/** Reads lines of OCR-B; its classes are those of `mrzSymbols`. One frame covers four pixels of a line 32 high. */
export interface MrzLineRecogniser {
  probabilities(raster: Raster, box: Quad, meter: PageMeter): Promise<FrameProbabilities>;
}

const lineHeightPx = 32;
const narrowestLinePx = 160;
const widestLinePx = 1400;

export function createMrzLineRecogniser(model: Model): MrzLineRecogniser {
  return {
    async probabilities(raster, box, meter) {
      const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
      const width = Math.round(Math.min(widestLinePx, Math.max(narrowestLinePx, ratio * lineHeightPx)));
      const paddedWidth = Math.ceil(width / 16) * 16;
      const line = stretchContrast(sampleQuad(raster, box, width, lineHeightPx));
      const input = new Float32Array(paddedWidth * lineHeightPx).fill(1);
      for (let row = 0; row < lineHeightPx; row++) {
        input.set(line.subarray(row * width, (row + 1) * width), row * paddedWidth);
      }
      const { data, dims } = await meter.run(model, input, [1, 1, lineHeightPx, paddedWidth]);
      const [, paddedFrames = 0, classes = 0] = dims;
      if (classes !== mrzSymbolCount) throw new Error(`Model '${model.name}' has ${classes} classes`);
      const frames = Math.min(paddedFrames, Math.ceil(width / 4));
      return { data: softmaxRows(data, frames, classes), frames, classes };
    },
  };
}

/** Stretches so that the 3rd and the 97th percentile become 0 and 1, as the net was trained; clips to -0.3..1.3. */
function stretchContrast(grey: Float32Array): Float32Array {
  const [low, high] = percentiles(grey, 0.03, 0.97);
  const gain = 1 / (high - low + 1e-3);
  const out = new Float32Array(grey.length);
  for (let i = 0; i < grey.length; i++) {
    const value = ((grey[i] ?? 0) - low) * gain;
    out[i] = value < -0.3 ? -0.3 : value > 1.3 ? 1.3 : value;
  }
  return out;
}

function percentiles(grey: Float32Array, lower: number, upper: number): [number, number] {
  const counts = new Uint32Array(256);
  let total = 0;
  // Every second pixel is enough for a percentile.
  for (let i = 0; i < grey.length; i += 2) {
    const bin = ((grey[i] ?? 0) + 0.5) | 0;
    counts[bin] = (counts[bin] ?? 0) + 1;
    total++;
  }
  return [percentile(counts, total * lower), percentile(counts, total * upper)];
}

function percentile(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (const [value, count] of counts.entries()) {
    seen += count;
    if (seen > rank) return value;
  }
  return 255;
}

function softmaxRows(logits: Float32Array, frames: number, classes: number): Float32Array {
  const out = new Float32Array(frames * classes);
  for (let frame = 0; frame < frames; frame++) {
    const from = frame * classes;
    const to = from + classes;
    let highest = -Infinity;
    for (let i = from; i < to; i++) highest = Math.max(highest, logits[i] ?? 0);
    let sum = 0;
    for (let i = from; i < to; i++) {
      const value = Math.exp((logits[i] ?? 0) - highest);
      out[i] = value;
      sum += value;
    }
    for (let i = from; i < to; i++) out[i] = (out[i] ?? 0) / sum;
  }
  return out;
}
