import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { LineFrames } from '../../../domain/mrz/decode-line.ts';
import { answerBriefly } from '../../onnx/answer-briefly.ts';
import { bestPathOf } from '../nets/best-path.ts';
import { findUnnamed } from '../nets/find-unnamed.ts';
import type { FrameAnswers } from '../nets/frame-probabilities.ts';
import type { ModelStore } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { foldClasses, groupClasses } from './zone-symbols.ts';

export interface RecognisedText {
  text: string;
  confidence: number;
  /** One per character (code point) of the text. */
  confidences: readonly number[];
  /** The number of characters of the text before each one that the net saw and could not name. */
  unnamed: readonly number[];
}

/** Reads lines of a machine-readable zone with a net that reads any print. */
export interface SymbolRecogniser {
  /** Probabilities of the symbols of a zone. */
  recogniseSymbols(raster: Raster, box: Quad, meter: PageMeter): Promise<LineFrames>;
}

export interface TextRecogniser extends SymbolRecogniser {
  recognise(raster: Raster, box: Quad, meter: PageMeter): Promise<RecognisedText>;
}

const lineHeightPx = 48;
const narrowestLinePx = 16;
const widestLinePx = 2400;

/** @throws ModelUnavailable when the net or its character list cannot be used */
export async function openTextRecogniser(models: Pick<ModelStore, 'load' | 'readText'>): Promise<TextRecogniser> {
  // The list has the names of the classes from 1 on, one per line; the class after the last one is the space.
  const characterList = models.readText('pp-ocr-v4-characters');
  const characters = ['', ...characterList.replace(/\n$/, '').split('\n'), ' '];
  const space = characters.length - 1;
  const groups = groupClasses(characters);
  // Most of the net's thousands of classes are Chinese: their probabilities for a page are 32 MB, which nothing here looks at.
  const kept = [0, space, ...groups.flat()];
  const placeOf = new Map(kept.map((kind, index) => [kind, 2 + index]));
  const places = groups.map((group) => group.flatMap((kind) => placeOf.get(kind) ?? []));
  const model = await models.load('pp-ocr-v4-text-recogniser', (net) =>
    answerBriefly(net, { classes: characters.length, kept }),
  );

  async function read(raster: Raster, box: Quad, meter: PageMeter): Promise<FrameAnswers> {
    const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
    const width = Math.round(Math.min(widestLinePx, Math.max(narrowestLinePx, ratio * lineHeightPx)));
    // One line per run: on two cores, a batch of lines was no faster, and it needs padding.
    const { data, dims } = await meter.run(model, toInput(sampleQuad(raster, box, width, lineHeightPx)), [
      1,
      3,
      lineHeightPx,
      width,
    ]);
    const [, frames = 0, answerWidth = 0] = dims;
    if (answerWidth !== 2 + kept.length) throw new Error(`Model '${model.name}' answers with ${answerWidth} numbers`);
    return { data, frames, width: answerWidth };
  }

  return {
    async recognise(raster, box, meter) {
      const frames = await read(raster, box, meter);
      const { classes, confidences, confidence } = bestPathOf(frames);
      const letters = classes.map((kind) => characters[kind] ?? '');
      const isPrinted = (character: string) => character.trim() !== '';
      const [from, to] = [letters.findIndex(isPrinted), letters.findLastIndex(isPrinted) + 1];
      const text = letters.slice(Math.max(0, from), to).join('');
      const start = Math.max(0, from);
      const unnamed = findUnnamed(frames, space).flatMap((place) => {
        return place < start || place > to ? [] : [place - start];
      });
      return { text, confidence, confidences: confidences.slice(start, to), unnamed };
    },
    recogniseSymbols: async (raster, box, meter) => foldClasses(await read(raster, box, meter), 2, places),
  };
}

function toInput(grey: Float32Array): Float32Array {
  const input = new Float32Array(3 * grey.length);
  for (let i = 0; i < grey.length; i++) input[i] = (grey[i] ?? 0) / 127.5 - 1;
  input.copyWithin(grey.length, 0, grey.length);
  input.copyWithin(2 * grey.length, 0, grey.length);
  return input;
}
