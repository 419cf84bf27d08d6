import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { bestPath } from '../nets/best-path.ts';
import { findUnnamed } from '../nets/find-unnamed.ts';
import type { FrameProbabilities } from '../nets/frame-probabilities.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';

export interface RecognisedText {
  text: string;
  confidence: number;
  /** One per character (code point) of the text. */
  confidences: readonly number[];
  /** The number of characters of the text before each one that the net saw and could not name. */
  unnamed: readonly number[];
}

export interface TextRecogniser {
  /** The character of each class; class 0, the blank, is the empty string. */
  characters: readonly string[];
  recognise(raster: Raster, box: Quad, meter: PageMeter): Promise<RecognisedText>;
  probabilities(raster: Raster, box: Quad, meter: PageMeter): Promise<FrameProbabilities>;
}

const lineHeightPx = 48;
const narrowestLinePx = 16;
const widestLinePx = 2400;

/** `characterList` has the names of the classes from 1 on, one per line; the class after the last one is the space. */
export function createTextRecogniser(model: Model, characterList: string): TextRecogniser {
  const characters = ['', ...characterList.replace(/\n$/, '').split('\n'), ' '];

  const probabilities: TextRecogniser['probabilities'] = async (raster, box, meter) => {
    const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
    const width = Math.round(Math.min(widestLinePx, Math.max(narrowestLinePx, ratio * lineHeightPx)));
    // One line per run: on two cores, a batch of lines was no faster, and it needs padding.
    const { data, dims } = await meter.run(model, toInput(sampleQuad(raster, box, width, lineHeightPx)), [
      1,
      3,
      lineHeightPx,
      width,
    ]);
    const [, frames = 0, classes = 0] = dims;
    if (classes !== characters.length) {
      throw new Error(`Model '${model.name}' has ${classes} classes, its character list ${characters.length}`);
    }
    return { data, frames, classes };
  };

  return {
    characters,
    probabilities,
    async recognise(raster, box, meter) {
      const frames = await probabilities(raster, box, meter);
      const { classes, confidences, confidence } = bestPath(frames);
      const read = classes.map((c) => characters[c] ?? '');
      const isPrinted = (character: string) => character.trim() !== '';
      const [from, to] = [read.findIndex(isPrinted), read.findLastIndex(isPrinted) + 1];
      const text = read.slice(Math.max(0, from), to).join('');
      const start = Math.max(0, from);
      const unnamed = findUnnamed(frames, characters.length - 1).flatMap((place) => {
        return place < start || place > to ? [] : [place - start];
      });
      return { text, confidence, confidences: confidences.slice(start, to), unnamed };
    },
  };
}

function toInput(grey: Float32Array): Float32Array {
  const input = new Float32Array(3 * grey.length);
  for (let i = 0; i < grey.length; i++) input[i] = (grey[i] ?? 0) / 127.5 - 1;
  input.copyWithin(grey.length, 0, grey.length);
  input.copyWithin(2 * grey.length, 0, grey.length);
  return input;
}
