import { otsuThreshold } from '../rasters/otsu-threshold.ts';
import { countReaching } from './count-reaching.ts';
import { findSpecks, type Speck } from './find-specks.ts';
import type { PlacedWord } from './second-reader.ts';

/** Share of the darkest row's ink from which a row belongs to the capitals; marks above them have less. */
const bandInk = 0.45;
/** Smaller specks are noise of the picture: a share of the square of the capitals' height, five pixels where they are 22 high. */
const leastSpeck = 0.009;
/** Shares of the line's height: what is as high as a letter, and how far above one its mark stands; the line above hangs lower. */
const leastLetter = 0.3;
const farthestMark = 0.13;
/** A mark is at most this high in heights of its letter. */
const highestMark = 0.5;

/** Marks of a word's outer letters may reach this far beyond them. Pixels of a line that is 36 high. */
const besideWordPx = 2;

/** Marks above a letter (Unicode's combining ones) that are printed as two specks: diaeresis and double acute. */
const marksOfTwo = /[\u0308\u030b]/g;
/** And those of one: grave, acute, circumflex, tilde, macron, breve, dot, ring and caron. */
const marksOfOne = /[\u0300-\u0304\u0306\u0307\u030a\u030c]/g;

/** Fewer letters do not show how a line leans. */
const fewestLetters = 5;

/** Quotes, and the caron of an L, which is printed as one: they may or may not rise above the letters. */
const besideLetters = /['"’‘´`^~Ľ]/gu;

/**
 * Whether the ink above the capitals of a straightened line contradicts the marks of its text: a reader that knows only some marks reads a
 * circumflex as two dots (`SIÂN`), and both readers may lose a mark (`GÜEMES`). In a line with small letters, which are as high as such
 * marks, only words that both readers read in capitals are examined, where `places` tells where its words are. False where the ink does not
 * tell. `finer`: the line at twice the size.
 */
export function hasOtherMarks(
  text: string,
  places: readonly (Pick<PlacedWord, 'from' | 'to'> & Partial<PlacedWord>)[],
  line: Float32Array,
  widthPx: number,
  heightPx: number,
  finer: (() => Float32Array) | null = null,
): boolean {
  const words = text.split(/\s+/);
  const arePlaced = places.length === words.length;
  // The first reader may say capitals for small letters (`NAME` for a printed `Name`), whose ascenders are no marks.
  const areSmall = places.map((place) => arePlaced && /\p{Ll}{2}/u.test(place.text ?? ''));
  if (isInCapitals(text) && !areSmall.includes(true)) return areOthersAbove(text, line, widthPx, heightPx, finer);
  if (!arePlaced) return false;
  return runsInCapitals(words, areSmall).some((run) => {
    const from = Math.max(0, (places[run.first]?.from ?? 0) - besideWordPx);
    const to = Math.min(widthPx, (places[run.first + run.words.length - 1]?.to ?? widthPx) + besideWordPx);
    const finerRun = finer && (() => cutColumns(finer(), 2 * widthPx, 2 * from, 2 * to));
    return areOthersAbove(run.words.join(' '), cutColumns(line, widthPx, from, to), to - from, heightPx, finerRun);
  });
}

/** Latin capitals alone. */
function isInCapitals(text: string): boolean {
  const isLatin = /^(?:\p{Script=Latin}|\P{L})*$/u.test(text);
  return isLatin && !/\p{Ll}/u.test(text);
}

/** Adjoining words in capitals, at least one of which is long enough to be a name or a place. */
function runsInCapitals(words: readonly string[], areSmall: readonly boolean[]): { words: string[]; first: number }[] {
  const runs: { words: string[]; first: number }[] = [];
  for (const [index, word] of words.entries()) {
    if (!isInCapitals(word) || areSmall[index] === true) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.first + last.words.length === index) last.words.push(word);
    else runs.push({ words: [word], first: index });
  }
  return runs.filter((run) => run.words.some((word) => /\p{Lu}{3}/u.test(word)));
}

/** The columns from `from` up to `to` of a straightened line. */
export function cutColumns(line: Float32Array, widthPx: number, from: number, to: number): Float32Array {
  const cut = new Float32Array((to - from) * (line.length / widthPx));
  for (let row = 0; row * widthPx < line.length; row++) {
    cut.set(line.subarray(row * widthPx + from, row * widthPx + to), row * (to - from));
  }
  return cut;
}

function areOthersAbove(
  text: string,
  line: Float32Array,
  widthPx: number,
  heightPx: number,
  finer: (() => Float32Array) | null,
): boolean {
  const inLine = countMarksAbove(line, widthPx, heightPx);
  if (inLine === null) return false;
  const beside = text.match(besideLetters)?.length ?? 0;
  const least = marksAboveOf(text.replace(besideLetters, ''));
  const isLacking = (seen: MarksSeen) => least > Math.max(seen.least, seen.most);
  // In a small picture the two strokes of a double acute touch (`GYŐRI`). A roof is one speck in a finer one, too.
  const mayTouch = isLacking(inLine) && text.normalize('NFD').search(marksOfTwo) >= 0;
  const closer = mayTouch && finer !== null ? countMarksAbove(finer(), 2 * widthPx, 2 * heightPx) : null;
  const seen = closer ?? inLine;
  if (isLacking(seen)) return true;
  if (least > 0) return least + beside < seen.least;
  if (beside > 0) return beside < seen.most;
  // The tops of letters in a line that leans are no marks.
  const reaching = countReaching(line, widthPx, heightPx);
  const most = reaching !== null && reaching.letters >= fewestLetters ? reaching.count : seen.most;
  return Math.min(most, seen.most) > 0;
}

interface MarksSeen {
  least: number;
  most: number;
}

/** How many specks the marks of this text in capitals leave above it. */
function marksAboveOf(text: string): number {
  const apart = text.normalize('NFD');
  return 2 * (apart.match(marksOfTwo)?.length ?? 0) + (apart.match(marksOfOne)?.length ?? 0);
}

/**
 * How many marks stand above the capitals of a straightened line: dots, accents, tildes. Ink is what is darker than the middle
 * between print and paper (Otsu, 1979). `least` counts what stands apart above a letter, `most` whatever reaches above the row where
 * most letters begin: marks that touch their letters, and the tops of letters in a line that leans. Null where the line has too
 * little contrast or room above it to tell.
 */
export function countMarksAbove(line: Float32Array, widthPx: number, heightPx: number): MarksSeen | null {
  const limit = otsuThreshold(line);
  if (limit === null) return null;
  const isInk = (x: number, y: number) => (line[y * widthPx + x] ?? 255) < limit;
  const rows = Array.from({ length: heightPx }, (_, y) => {
    let ink = 0;
    for (let x = 0; x < widthPx; x++) if (isInk(x, y)) ink++;
    return ink;
  });
  const most = Math.max(...rows);
  const top = rows.findIndex((ink) => ink >= bandInk * most);
  // Print that begins at the upper edge has its marks outside the picture.
  if (most === 0 || top < 4) return null;
  const capitalsPx = rows.findLastIndex((ink) => ink >= bandInk * most) + 1 - top;
  const leastPx = leastSpeck * capitalsPx * capitalsPx;
  const above = findSpecks(isInk, widthPx, top - 1).filter(({ size }) => size >= leastPx);
  const apart = findSpecks(isInk, widthPx, heightPx).filter(({ size }) => size >= leastPx);
  return { least: apart.filter((speck) => isAboveLetter(speck, apart, heightPx)).length, most: above.length };
}

function isAboveLetter(mark: Speck, specks: readonly Speck[], heightPx: number): boolean {
  const centre = (mark.left + mark.right) / 2;
  return specks.some((letter) => {
    const height = letter.bottom - letter.top;
    const gap = letter.top - mark.bottom;
    return (
      height >= leastLetter * heightPx &&
      mark.bottom - mark.top <= highestMark * height &&
      letter.left <= centre &&
      centre <= letter.right &&
      gap >= 0 &&
      gap <= farthestMark * heightPx
    );
  });
}
