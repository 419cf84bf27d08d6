import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { mrzSymbolCount } from '../../../domain/mrz/symbols.ts';
import type { FrameProbabilities } from '../nets/frame-probabilities.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { softmaxRows } from '../nets/softmax-rows.ts';
import { quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { stretchContrast } from '../rasters/stretch-contrast.ts';

/** Reads lines of OCR-B; its classes are those of `mrzSymbols`. One frame covers four pixels of a line 32 high. */
export interface MrzLineRecogniser {
  probabilities(raster: Raster, box: Quad, meter: PageMeter): Promise<FrameProbabilities>;
}

const lineHeightPx = 32;
const pixelsPerFrame = 4;
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
      const frames = Math.min(paddedFrames, Math.ceil(width / pixelsPerFrame));
      return { data: softmaxRows(data, frames, classes), frames, classes, framesAcross: width / pixelsPerFrame };
    },
  };
}
