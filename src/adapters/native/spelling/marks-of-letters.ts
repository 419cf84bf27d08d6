import { findInkLevel } from './ink-level.ts';
import { findSpecks, type Speck } from './find-specks.ts';
import type { PlacedWord } from './second-reader.ts';
import { tallestRun } from './tallest-run.ts';

/** Where a straightened line shows marks: above its letters, or below them, which is above them in the line turned by 180°. */
export type MarkSide = 'above' | 'below';

/** A letter and the column of its middle. */
interface PlacedLetter {
  letter: string;
  at: number;
}

/** The letters of a line, by word; `step`: from one letter to the next, in columns. */
interface PlacedLine {
  words: readonly (readonly PlacedLetter[])[];
  step: number;
}

/** The edge on which the letters of a word are, which may lean, and how high they are. */
interface Edge {
  at: (x: number) => number;
  height: number;
}

const marksOf: Readonly<Record<MarkSide, RegExp>> = {
  above: /[\u0300-\u030c]/,
  below: /[\u0323\u0326-\u0328]/,
};
/** Diaeresis and double acute, which are two signs. */
const marksOfTwo = /[\u0308\u030b]/;
/** Letters whose mark is printed next to them, or above them in spite of its name. */
const placedElsewhere = /[Ľľťďģ]/u;

/** In heights of the letters: how far a mark rises above them at least, how far away it begins at most, and what lies between. */
const leastRise = 0.12;
const farthestMark = 0.25;
const edgeMargin = 0.06;
/** Smaller specks are noise of the picture: a share of the square of the letters' height. */
const leastSpeck = 0.009;
/** In steps from letter to letter: how far the middle of a mark is from that of its letter at most, and how wide it is. */
const farthestMiddle = 0.6;
const widestMark = 1.56;
/** Wider than the mark of one letter: those of two adjoining letters that touch. */
const widerThanOne = 1.2;
/** In steps: from the middle of a letter to where its strokes are, at least. */
const halfLetter = 0.45;
/** In heights of the letters: less was found of a round letter between its strokes. */
const wholeLetter = 0.8;
/** A letter is at least this high, as a share of the line's height. */
const leastLetter = 0.25;
/** Fewer slopes do not show how a word leans. */
const fewestSlopes = 3;
const leastDistancePx = 30;
const usualStepPx = 10;

/**
 * Whether each letter with a mark on this side has separate ink for it: as dark as the letters, no wider than a letter, at its place, and
 * not hanging from the neighbouring line. A reader takes guilloche, the foot of a `g` above or what it expects in a word for a mark
 * (`LÓGROÑO`). False where the ink or the places of the letters do not tell. `line`: turned by 180° for marks below, as the places are.
 * `signsApart`: whether the line is so large that the two signs of a diaeresis or double acute on a capital are apart.
 */
export function hasInkForMarks(
  { words, step }: PlacedLine,
  side: MarkSide,
  line: Float32Array,
  widthPx: number,
  signsApart = false,
): boolean {
  const isMarked = ({ letter }: PlacedLetter) => hasMark(letter, side);
  const ink = findInkLevel(line);
  const heightPx = line.length / widthPx;
  return words.every((word) =>
    word.every((own, index) => {
      if (!isMarked(own)) return true;
      const letters = { references: referencesOf(own, word, words, side), feet: side === 'above' ? feetOf(word) : [] };
      const edge = ink && findEdge(letters, line, widthPx, { level: ink.level, step });
      if (ink === null || edge === null) return false;
      const end = (x: number) => edge.at(x) - edgeMargin * edge.height;
      const isInk = (x: number, y: number) => (line[y * widthPx + x] ?? 255) < ink.level;
      const specks = findSpecks((x, y) => y < end(x) && isInk(x, y), widthPx, heightPx);
      const wholes = findSpecks(isInk, widthPx, heightPx);
      const beside = [word[index - 1], word[index + 1]].filter((other) => other !== undefined && isMarked(other));
      const shown = specks.filter((speck) => {
        const { left, right, top, bottom, size } = speck;
        const isShared = beside.length > 0 && right - left > widerThanOne * step;
        const distance = Math.abs((left + right) / 2 - own.at);
        return (
          size >= leastSpeck * edge.height ** 2 &&
          right - left <= widestMark * step * (isShared ? 1 + beside.length : 1) &&
          distance <= (farthestMiddle + (isShared ? 0.5 : 0)) * step &&
          edge.at(own.at) - bottom < farthestMark * edge.height &&
          edge.at(own.at) - top > leastRise * edge.height &&
          wholes.some((whole) => isPartOf(speck, whole) && (whole.bottom <= edge.at(own.at) + 1 || isAt(own, whole)))
        );
      });
      return shown.length >= (signsApart && hasTwoSigns(own.letter) ? 2 : 1);
    }),
  );
}

function isPartOf(part: Speck, whole: Speck): boolean {
  return whole.left <= part.left && part.right <= whole.right && whole.top <= part.top && part.bottom <= whole.bottom;
}

/** Whether a letter is where this ink is: the arm of a `K` next to a small letter is no mark of that letter. */
function isAt({ at }: PlacedLetter, { left, right }: Speck): boolean {
  return left <= at && at <= right;
}

/** The letters of words in a line; null where their reader did not say where each letter is. `mirrored`: in the line turned by 180°. */
export function placeLetters(
  words: readonly PlacedWord[],
  { shift = 0, mirroredIn = null }: { shift?: number; mirroredIn?: number | null } = {},
): PlacedLine | null {
  const placed = words.map(({ text, middles = [] }) =>
    Array.from(text).flatMap((letter, index): PlacedLetter[] => {
      const middle = middles[index];
      if (middle === undefined) return [];
      return [{ letter, at: mirroredIn === null ? middle + shift : mirroredIn - middle - shift }];
    }),
  );
  if (placed.some((word, index) => word.length !== Array.from(words[index]?.text ?? '').length)) return null;
  const steps = placed.flatMap((word) => word.slice(1).map(({ at }, index) => Math.abs(at - (word[index]?.at ?? 0))));
  return { words: placed, step: steps.length === 0 ? usualStepPx : middleOf(steps) };
}

/** Whether it is a capital with two signs above it. */
export function hasTwoSigns(letter: string): boolean {
  return letter !== letter.toLowerCase() && marksOfTwo.test(letter.normalize('NFD'));
}

function hasMark(letter: string, side: MarkSide): boolean {
  return !placedElsewhere.test(letter) && marksOf[side].test(letter.normalize('NFD'));
}

/**
 * Letters without a mark that are as high as this one: of its word, or of the line where the word has too few. Without any, the letter itself,
 * whose mark then has to be apart from it.
 */
function referencesOf(
  self: PlacedLetter,
  word: readonly PlacedLetter[],
  words: PlacedLine['words'],
  side: MarkSide,
): readonly PlacedLetter[] {
  const isCapital = self.letter !== self.letter.toLowerCase();
  const pattern = side === 'below' ? /^[A-IK-PR-Za-fhik-or-xz0-9]$/ : isCapital ? /^[A-Z0-9]$/ : /^[acemnorsuvwxz]$/;
  const isReference = (other: PlacedLetter) => pattern.test(other.letter);
  const own = word.filter(isReference);
  if (own.length > 1) return own;
  const others = words.flat().filter(isReference);
  return others.length > 0 ? others : [self];
}

/** Letters of a word with their feet on its line: all but those that hang below it, and those with a mark there. */
function feetOf(word: readonly PlacedLetter[]): readonly PlacedLetter[] {
  return word.filter(
    ({ letter }) => /^[\p{L}\p{N}]$/u.test(letter) && !/[gjpqyJQ]/.test(letter) && !hasMark(letter, 'below'),
  );
}

/**
 * By the tops of letters: the median, along the median slope (Theil and Sen). Of a short word, whose feet lean as its tops do, these count as
 * well. Null where no letter is found.
 */
function findEdge(
  { references, feet }: { references: readonly PlacedLetter[]; feet: readonly PlacedLetter[] },
  line: Float32Array,
  widthPx: number,
  { level, step }: { level: number; step: number },
): Edge | null {
  const heightPx = line.length / widthPx;
  const half = halfLetter * step;
  const find = (letters: readonly PlacedLetter[]) =>
    letters.flatMap(({ at }) => {
      const run = tallestRun(line, widthPx, [at - half, at + half], level);
      return run.length < leastLetter * heightPx ? [] : [{ x: at, ...run }];
    });
  const found = find(references);
  if (found.length === 0) return null;
  const height = middleOf(found.map(({ length }) => length));
  const runs = found.filter(({ length }) => length >= wholeLetter * height);
  const slopes = slopesOf(runs.map(({ x, top }) => ({ x, y: top })));
  if (slopes.length < fewestSlopes)
    slopes.push(...slopesOf(find(feet).map(({ x, top, length }) => ({ x, y: top + length }))));
  const slope = slopes.length < fewestSlopes ? 0 : middleOf(slopes);
  const start = middleOf(runs.map(({ x, top }) => top - slope * x));
  return { at: (x) => start + slope * x, height };
}

/** From each point to those that are far enough from it. */
function slopesOf(points: readonly { x: number; y: number }[]): number[] {
  return points.flatMap((one, index) =>
    points.slice(index + 1).flatMap((other) => {
      return Math.abs(other.x - one.x) < leastDistancePx ? [] : [(other.y - one.y) / (other.x - one.x)];
    }),
  );
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
