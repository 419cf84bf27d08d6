import { lookAlikes, nativeLanguageOf } from '../../../domain/documents/native-scripts.ts';
import { ownLettersOf, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { FrameProbabilities } from '../nets/frame-probabilities.ts';
import type { Model } from '../nets/model-store.ts';
import { createPageMeter, type PageMeter } from '../nets/page-meter.ts';
import { wholeRaster } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { printLineClasses, runPrintLine } from './print-line-net.ts';
import {
  lineHeightPx,
  textOfWords,
  type LineCut,
  type PlacedWord,
  type SecondReader,
  type SecondReading,
} from './second-reader.ts';

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
  const characters = printLineClasses(characterList);
  const weightsIn = new Map<string, Float32Array>();
  const twins = findTwins(characters);

  function weightsOf(languages: readonly ReadLanguage[]): Float32Array {
    const name = languages.join('+');
    const weights = weightsIn.get(name) ?? weighLetters(characters, languages);
    weightsIn.set(name, weights);
    return weights;
  }

  async function readLine(line: LineCut, languages: readonly ReadLanguage[], meter: PageMeter): Promise<SecondReading> {
    const { raster, box, widthPx } = line;
    const read = await runPrintLine(model, { raster, box, classes: characters.length }, meter);
    const data = weigh(read.data, weightsOf(languages));
    const letters = lettersOf({ ...read, data }, characters, twins);
    const columns = { lineColumns: widthPx, columnsOfFrame: widthPx / read.framesAcross };
    return readingOf(letters, columns, { isInTwoScripts: nativeLanguageOf(languages) !== null });
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

/**
 * A line is as sure as its least sure letter: one mark in doubt is a name in doubt. Where a document prints two scripts, a slash ends a word,
 * too (`ТКАЧЕНКО/TKACHENKO`).
 */
function readingOf(
  letters: readonly SeenLetter[],
  { lineColumns, columnsOfFrame }: { lineColumns: number; columnsOfFrame: number },
  { isInTwoScripts }: { isInTwoScripts: boolean },
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
  for (const [index, seen] of letters.entries()) {
    if (seen.letter === ' ') {
      close();
      continue;
    }
    word.push(seen);
    if (!isInTwoScripts || seen.letter !== '/') continue;
    close();
    const own = words.at(-1);
    if (own !== undefined && letters[index + 1]?.letter !== ' ') own.isGlued = true;
  }
  close();
  const confidence = words.length === 0 ? 0 : Math.min(...words.map((each) => each.confidence));
  return { text: textOfWords(words), confidence, words };
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
