import { otsuThreshold } from './otsu-threshold.ts';

/** Rows in which letters stand: above them are marks and the line above, below them descenders. Shares of the height. */
const band = { top: 0.25, bottom: 0.9 };
/**
 * Between two letters of a word the paper shows for at most 0.17 of the height, between two words for 0.22 and more. (Of 498 drawn
 * lines this takes one for a word too many.)
 */
const leastGap = 0.2;

interface Gap {
  /** Shares of the line's ink, from its first to its last column. */
  from: number;
  to: number;
}

/**
 * Whether a straightened line has a gap as wide as a space within what was read as one word: both readers lost it (`A CORUÑA` as
 * `ACORUÑA`). Words with digits and signs are left out, since some of those stand as far apart. False where nothing can be told.
 */
export function hasLostSpace(line: Float32Array, widthPx: number, heightPx: number, text: string): boolean {
  const words = text.trim().split(/\s+/);
  const gaps = findWideGaps(line, widthPx, heightPx);
  if (gaps.length < words.length) return false;
  const spaces = matchSpaces(gaps, words);
  if (spaces === null) return false;
  return gaps.some((gap) => {
    if (spaces.includes(gap)) return false;
    const word = words[spaces.filter((space) => space.to <= gap.from).length] ?? '';
    return /^\p{L}+$/u.test(word);
  });
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

function findWideGaps(line: Float32Array, widthPx: number, heightPx: number): Gap[] {
  const limit = otsuThreshold(line);
  if (limit === null) return [];
  const [top, bottom] = [Math.round(band.top * heightPx), Math.round(band.bottom * heightPx)];
  const inked = Array.from({ length: widthPx }, (_, x) => {
    for (let y = top; y < bottom; y++) if ((line[y * widthPx + x] ?? 255) < limit) return true;
    return false;
  });
  const [first, last] = [inked.indexOf(true), inked.lastIndexOf(true)];
  const ink = Math.max(1, last - first);
  const gaps: Gap[] = [];
  for (let x = first + 1, start = first + 1; x <= last; x++) {
    if (inked[x] !== true) continue;
    if (x - start >= leastGap * heightPx) gaps.push({ from: (start - first) / ink, to: (x - first) / ink });
    start = x + 1;
  }
  return gaps;
}
