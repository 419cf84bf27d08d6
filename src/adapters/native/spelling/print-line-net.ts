import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { FrameProbabilities } from '../nets/frame-probabilities.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { softmaxRows } from '../nets/softmax-rows.ts';
import { quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { stretchContrast } from '../rasters/stretch-contrast.ts';

/** The net takes lines of this height, a quarter wider than they are: CTC needs three columns for `ll`. */
const inputHeightPx = 40;
const widthStretch = 1.25;
const narrowestPx = 24;
const widestPx = 2000;
/** Widths are filled up to a multiple of this with paper, as in training. */
const widthStepPx = 16;
/** Columns of the input to one frame of the output. */
const columnsPerFrame = 4;

/** What our net for lines of print (`print-line.onnx`) says about a line. */
export type PrintLine = FrameProbabilities & {
  /** The line's width, in frames. */
  framesAcross: number;
};

/** The classes of the net: the blank of CTC, then the lines of its character list. */
export function printLineClasses(characterList: string): string[] {
  return ['', ...characterList.replace(/\n$/, '').split('\n')];
}

/** Runs the net on a line. @throws when it has another number of classes */
export async function runPrintLine(
  model: Model,
  { raster, box, classes }: { raster: Raster; box: Quad; classes: number },
  meter: PageMeter,
): Promise<PrintLine> {
  const { input, widthPx, paddedPx } = toInput(raster, box);
  const { letters: logits } = await meter.runAll(model, input, [1, 1, inputHeightPx, paddedPx]);
  const [, paddedFrames = 0, ownClasses = 0] = logits?.dims ?? [];
  if (logits === undefined || ownClasses !== classes) {
    throw new Error(`Model '${model.name}' has ${ownClasses} classes, its character list ${classes}`);
  }
  const framesAcross = widthPx / columnsPerFrame;
  const frames = Math.min(paddedFrames, Math.ceil(framesAcross));
  return { data: softmaxRows(logits.data, frames, classes), frames, classes, framesAcross };
}

function toInput(raster: Raster, box: Quad): { input: Float32Array; widthPx: number; paddedPx: number } {
  const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
  const widthPx = Math.round(Math.min(widestPx, Math.max(narrowestPx, ratio * inputHeightPx * widthStretch)));
  const paddedPx = Math.ceil(widthPx / widthStepPx) * widthStepPx;
  const line = stretchContrast(sampleQuad(raster, box, widthPx, inputHeightPx));
  const input = new Float32Array(paddedPx * inputHeightPx).fill(1);
  for (let row = 0; row < inputHeightPx; row++) {
    input.set(line.subarray(row * widthPx, (row + 1) * widthPx), row * paddedPx);
  }
  return { input, widthPx, paddedPx };
}
