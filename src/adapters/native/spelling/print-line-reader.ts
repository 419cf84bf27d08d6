import { lookAlikes } from '../../../domain/documents/native-scripts.ts';
import { ownLettersOf, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { FrameProbabilities } from '../nets/frame-probabilities.ts';
import { softmaxRows } from '../nets/softmax-rows.ts';
import type { Model } from '../nets/model-store.ts';
import { createPageMeter, type PageMeter } from '../nets/page-meter.ts';
import { quadHeight, quadWidth, wholeRaster } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { stretchContrast } from '../rasters/stretch-contrast.ts';
import { lineHeightPx, type LineCut, type PlacedWord, type SecondReader, type SecondReading } from './second-reader.ts';

/** The net takes lines of this height, a quarter wider than they are: CTC needs three columns for `ll`. */
const inputHeightPx = 40;
const widthStretch = 1.25;
const narrowestPx = 24;
const widestPx = 2000;
/** Widths are filled up to a multiple of this with paper, as in training. */
const widthStepPx = 16;
/** Columns of the input to one frame of the output. */
const columnsPerFrame = 4;

/**
 * Weight of a letter that none of the page's languages has, against those that they have: guilloche above an `O` looks like a mark. A
 * foreign name is still read where the net is sure of its letters.
 */
const otherLetterWeight = 0.14;

/** A blank line for the first run, which shows that the net and its characters belong together and sets up what later runs need. */
const blankRaster: Raster = {
  data: new Uint8Array(160 * lineHeightPx).fill(255),
  widthPx: 160,
  heightPx: lineHeightPx,
};
const blankLine: LineCut = {
  raster: blankRaster,
  box: wholeRaster(blankRaster),
  pixels: new Float32Array(160 * lineHeightPx).fill(255),
  widthPx: 160,
};

/** A letter of the best path: the middle of its frames, and its highest probability there. */
interface SeenLetter {
  letter: string;
  frame: number;
  probability: number;
}

/**
 * Reads lines of print by our own net (`print-line.onnx`), whatever their language. `characterList` names the classes 1 and up, one a
 * line; class 0 is the blank of CTC. Throws when the net has other classes.
 */
export async function createPrintLineReader(model: Model, characterList: string): Promise<SecondReader> {
  const characters = ['', ...characterList.replace(/\n$/, '').split('\n')];
  const weightsIn = new Map<string, Float32Array>();
  const twins = findTwins(characters);

  function weightsOf(languages: readonly ReadLanguage[]): Float32Array {
    const name = languages.join('+');
    const weights = weightsIn.get(name) ?? weighLetters(characters, languages);
    weightsIn.set(name, weights);
    return weights;
  }

  async function readLine(line: LineCut, languages: readonly ReadLanguage[], meter: PageMeter): Promise<SecondReading> {
    const { input, widthPx, paddedPx } = toInput(line);
    const { letters: logits } = await meter.runAll(model, input, [1, 1, inputHeightPx, paddedPx]);
    const [, paddedFrames = 0, classes = 0] = logits?.dims ?? [];
    if (logits === undefined || classes !== characters.length) {
      throw new Error(`Model '${model.name}' has ${classes} classes, its character list ${characters.length}`);
    }
    const frames = Math.min(paddedFrames, Math.ceil(widthPx / columnsPerFrame));
    const data = weigh(softmaxRows(logits.data, frames, classes), weightsOf(languages));
    const letters = lettersOf({ data, frames, classes }, characters, twins);
    return readingOf(letters, {
      lineColumns: line.widthPx,
      columnsOfFrame: (columnsPerFrame * line.widthPx) / widthPx,
    });
  }

  await readLine(blankLine, [], createPageMeter());
  return {
    // Fails when the page is out of time, which its other readers report.
    read: (line, languages, meter) => readLine(line, languages, meter).catch(() => null),
  };
}

/** The weight of each class: letters other than a to z count in full if one of the languages has them. */
function weighLetters(characters: readonly string[], languages: readonly ReadLanguage[]): Float32Array {
  const own = new Set(Array.from(languages.map((language) => ownLettersOf[language]).join('')));
  const isOther = (letter: string) =>
    /[^\p{ASCII}]/u.test(letter) &&
    /\p{L}/u.test(letter) &&
    !own.has(letter) &&
    !own.has(letter.toLocaleLowerCase('en'));
  return Float32Array.from(characters, (letter) => (isOther(letter) ? otherLetterWeight : 1));
}

/** Changes the probabilities in place; those of a frame add up to 1 again. */
function weigh(probabilities: Float32Array, weights: Float32Array): Float32Array {
  for (let start = 0; start < probabilities.length; start += weights.length) {
    let sum = 0;
    // By index: an iterator makes an array for each of half a million entries of a page.
    for (let index = 0; index < weights.length; index++) {
      const weighed = (probabilities[start + index] ?? 0) * (weights[index] ?? 0);
      probabilities[start + index] = weighed;
      sum += weighed;
    }
    for (let index = start; index < start + weights.length; index++) {
      probabilities[index] = (probabilities[index] ?? 0) / sum;
    }
  }
  return probabilities;
}

function toInput({ raster, box }: LineCut): { input: Float32Array; widthPx: number; paddedPx: number } {
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

/** For each class, the classes of other scripts whose letters look the same. */
function findTwins(characters: readonly string[]): readonly (readonly number[])[] {
  const shapes = characters.map((letter) => lookAlikes.latin[lookAlikes.other.indexOf(letter || ' ')] ?? letter);
  return shapes.map((shape, own) =>
    shape === '' ? [] : shapes.flatMap((other, index) => (other === shape && index !== own ? [index] : [])),
  );
}

/** Letters of two scripts that look the same share the probability of their shape: the word tells the script. */
function lettersOf(
  { data, frames, classes }: FrameProbabilities,
  characters: readonly string[],
  twins: readonly (readonly number[])[],
): SeenLetter[] {
  const letters: SeenLetter[] = [];
  let previous = 0;
  let firstFrame = 0;
  for (let frame = 0; frame < frames; frame++) {
    const base = frame * classes;
    const own = (index: number) => data[base + index] ?? 0;
    const ofShape = (index: number) => (twins[index] ?? []).reduce((sum, twin) => sum + own(twin), own(index));
    let best = 0;
    for (let i = 1; i < classes; i++) {
      if (own(i) > own(best)) best = i;
    }
    const probability = ofShape(best);
    const last = letters.at(-1);
    const isSame = best === previous || twins[previous]?.includes(best) === true;
    if (best !== 0 && isSame && last !== undefined) {
      // One letter, seen in several frames.
      last.frame = (firstFrame + frame) / 2;
      last.probability = Math.max(last.probability, probability);
    } else if (best !== 0) {
      letters.push({ letter: characters[best] ?? '', frame, probability });
      firstFrame = frame;
    }
    previous = best;
  }
  return letters;
}

/** A line is as sure as its least sure letter: one mark in doubt is a name in doubt. */
function readingOf(
  letters: readonly SeenLetter[],
  { lineColumns, columnsOfFrame }: { lineColumns: number; columnsOfFrame: number },
): SecondReading {
  const half = (medianStep(letters) * columnsOfFrame) / 2;
  const words: PlacedWord[] = [];
  let word: SeenLetter[] = [];
  const close = () => {
    const [first, last] = [word[0], word.at(-1)];
    if (first === undefined || last === undefined) return;
    words.push({
      text: inOneScript(word.map(({ letter }) => letter).join('')),
      from: Math.max(0, Math.floor((first.frame + 0.5) * columnsOfFrame - half)),
      to: Math.min(lineColumns, Math.ceil((last.frame + 0.5) * columnsOfFrame + half)),
      confidence: Math.min(...word.map(({ probability }) => probability)),
      middles: word.map(({ frame }) => (frame + 0.5) * columnsOfFrame),
    });
    word = [];
  };
  for (const seen of letters) {
    if (seen.letter === ' ') close();
    else word.push(seen);
  }
  close();
  const confidence = words.length === 0 ? 0 : Math.min(...words.map((each) => each.confidence));
  return { text: words.map(({ text }) => text).join(' '), confidence, words };
}

/**
 * A word with as many Latin letters as others, or more, is Latin: its letters that look the same in another script are, too. So is a number:
 * its few letters do not tell a script.
 */
function inOneScript(word: string): string {
  const letters = word.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter));
  const isNumber = (word.match(/\d/g)?.length ?? 0) >= letters.length;
  if (latin.length === letters.length || (latin.length * 2 < letters.length && !isNumber)) return word;
  return Array.from(word, (letter) => lookAlikes.latin[lookAlikes.other.indexOf(letter)] ?? letter).join('');
}

/** From one letter to the next, in frames. */
function medianStep(letters: readonly SeenLetter[]): number {
  const steps = letters.slice(1).map(({ frame }, index) => frame - (letters[index]?.frame ?? 0));
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 4;
}
