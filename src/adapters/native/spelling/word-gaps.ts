import { otsuThreshold } from '../rasters/otsu-threshold.ts';
import type { PlacedWord } from './second-reader.ts';

/** Rows in which letters stand: above them are marks and the line above, below them descenders. Shares of the height. */
const band = { top: 0.25, bottom: 0.9 };
/**
 * Between two letters of a word the paper shows for at most 0.17 of the height, between two words for 0.19 and more. (Of some 3,000 lines on
 * drawn pages in glare and blur, this takes three in glare for a word too many.)
 */
const leastGap = 0.19;
/**
 * A space that one reader alone saw shows more paper than this. (Of 197 on drawn pages the one that was made up showed less, and 8
 * true ones in lines of small letters.)
 */
const leastSpace = 0.125;
/** Share of the darkest row's ink down to the row on which letters end; what hangs below it has less. */
const footInk = 0.45;
/** A house number and a word that were read as one (`9RUE`, `TOMISLAVA2`). Fewer letters may be a part of the number (`1ER`, `3RD`). */
const gluedNumber = /^(?:(\d{1,4})\p{L}{3,}|(\p{L}{3,})\d{1,4})$/u;
/** How far such a gap may be from where the number begins or ends. Share of the word's width. */
const gluedWithin = 0.12;
/** How far a reader's word may begin or end off its ink. Pixels of a line that is 36 high. */
const boxErrorPx = 4;

interface Gap {
  /** Shares of the line's ink, from its first to its last column. */
  from: number;
  to: number;
}

/**
 * Whether a straightened line has a gap as wide as a space within what was read as one word: both readers lost it (`A CORUÑA` as
 * `ACORUÑA`). Of words with digits or signs, some of which stand as far apart, only the end of a house number counts. False where nothing can
 * be told. `first`: a column of the first letter, if ink of what is printed before it (`/ IVANOVA`) may be in the line.
 */
export function hasLostSpace(
  text: string,
  line: Float32Array,
  widthPx: number,
  heightPx: number,
  first: number | null = null,
): boolean {
  const words = text.trim().split(/\s+/);
  const gaps = findWideGaps(line, widthPx, heightPx, first);
  if (gaps.length < words.length) return false;
  const spaces = matchSpaces(gaps, words);
  if (spaces === null) return false;
  return gaps.some((gap) => {
    if (spaces.includes(gap)) return false;
    const before = spaces.filter((space) => space.to <= gap.from);
    const word = words[before.length] ?? '';
    if (/^\p{L}+$/u.test(word)) return true;
    return isEndOfNumber(gap, word, { from: before.at(-1)?.to ?? 0, to: spaces[before.length]?.from ?? 1 });
  });
}

/** Whether a gap within a word, whose place is given, is where a house number ends or begins. */
function isEndOfNumber(gap: Gap, word: string, { from, to }: Gap): boolean {
  const match = gluedNumber.exec(word);
  if (match === null) return false;
  const end = from + (widthOf(match[1] ?? match[2] ?? '') / widthOf(word)) * (to - from);
  return Math.abs((gap.from + gap.to) / 2 - end) <= gluedWithin * (to - from);
}

/**
 * Whether one of these spaces, given by the number of letters and digits before it, is where a straightened line shows no more
 * paper than between two letters: a reader made it up (`AVE NIDA`). False where nothing can be told.
 */
export function hasMadeUpSpace(
  words: readonly Pick<PlacedWord, 'text' | 'from' | 'to'>[],
  spaces: readonly number[],
  line: Float32Array,
  widthPx: number,
  heightPx: number,
): boolean {
  const inked = spaces.length === 0 ? null : findInkedColumns(line, widthPx, heightPx);
  if (inked === null) return false;
  let letters = 0;
  return words.slice(1).some((word, index) => {
    const before = words[index];
    letters += before?.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (before === undefined || !spaces.includes(letters)) return false;
    const columns = word.text.startsWith('J') ? (findColumnsAboveFoot(line, widthPx, heightPx) ?? inked) : inked;
    return widestGap(columns, before.to - boxErrorPx, word.from + boxErrorPx) < leastSpace * heightPx;
  });
}

/** The columns with ink above the row on which most letters end: a `J` may hang below it, to the left. */
function findColumnsAboveFoot(line: Float32Array, widthPx: number, heightPx: number): boolean[] | null {
  const limit = otsuThreshold(line);
  if (limit === null) return null;
  const rows = Array.from({ length: heightPx }, (_, y) => {
    return line.subarray(y * widthPx, (y + 1) * widthPx).reduce((ink, value) => ink + (value < limit ? 1 : 0), 0);
  });
  const foot = rows.findLastIndex((ink) => ink >= footInk * Math.max(...rows));
  return findInkedColumns(line, widthPx, heightPx, Math.min(foot, band.bottom * heightPx));
}

/** The widest stretch of bare paper between two columns, in pixels. */
function widestGap(inked: readonly boolean[], from: number, to: number): number {
  let [widest, bare] = [0, 0];
  for (const isInked of inked.slice(Math.max(0, from), Math.max(0, to))) {
    bare = isInked ? 0 : bare + 1;
    widest = Math.max(widest, bare);
  }
  return widest;
}

/** The gap of each space of the text: the one nearest to where the letters put it. Null where two spaces would share one. */
function matchSpaces(gaps: readonly Gap[], words: readonly string[]): Gap[] | null {
  const whole = widthOf(words.join(' '));
  let before = 0;
  const spaces = words.slice(0, -1).map((word) => {
    before += widthOf(`${word} `);
    const place = (before - widthOf(' ') / 2) / whole;
    const distance = ({ from, to }: Gap) => Math.abs((from + to) / 2 - place);
    return gaps.reduce<Gap | undefined>(
      (best, gap) => (best === undefined || distance(gap) < distance(best) ? gap : best),
      undefined,
    );
  });
  const found = spaces.filter((space) => space !== undefined);
  return new Set(found).size === words.length - 1 ? found : null;
}

/** About how wide a text is in print, in heights of its type. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => {
    if (/[ .,:;'’|!iljfIJ]/u.test(character)) return sum + 0.27;
    if (/[MWmw]/.test(character)) return sum + 0.9;
    return sum + (/\p{Lu}/u.test(character) ? 0.66 : 0.56);
  }, 0);
}

/** Null where there is too little contrast to tell ink from paper. */
function findInkedColumns(
  line: Float32Array,
  widthPx: number,
  heightPx: number,
  end = band.bottom * heightPx,
): boolean[] | null {
  const limit = otsuThreshold(line);
  if (limit === null) return null;
  const [top, bottom] = [Math.round(band.top * heightPx), Math.round(end)];
  return Array.from({ length: widthPx }, (_, x) => {
    for (let y = top; y < bottom; y++) if ((line[y * widthPx + x] ?? 255) < limit) return true;
    return false;
  });
}

function findWideGaps(line: Float32Array, widthPx: number, heightPx: number, firstLetter: number | null): Gap[] {
  const inked = findInkedColumns(line, widthPx, heightPx);
  if (inked === null) return [];
  let start = firstLetter === null ? 0 : Math.round(firstLetter);
  while (start > 0 && inked[start - 1] === true) start -= 1;
  const [first, last] = [inked.indexOf(true, start), inked.lastIndexOf(true)];
  const ink = Math.max(1, last - first);
  const gaps: Gap[] = [];
  for (let x = first + 1, bare = first + 1; x <= last; x++) {
    if (inked[x] !== true) continue;
    if (x - bare >= leastGap * heightPx) gaps.push({ from: (bare - first) / ink, to: (x - first) / ink });
    bare = x + 1;
  }
  return gaps;
}
