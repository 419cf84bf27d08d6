import { otsuThreshold } from '../rasters/otsu-threshold.ts';
import { findSpecks, type Speck } from './find-specks.ts';

/** Marks below a letter (Unicode's combining ones): dot, comma, cedilla and ogonek. */
const marksBelow = /[\u0323\u0326-\u0328]/g;
/** Letters that hang below the line; the comma of `ģ` is printed above it. */
const hanging = /[gjpqy]/g;
/** What hangs below the line in some faces only. */
const perhapsHanging = /[QJf,;()[\]{}/|$&@§ß3-57-9]/g;

/** In heights of the line: what is as high as a letter. */
const leastLetter = 0.3;
/** In heights of the letters: how far one reaches below the others that has a mark or hangs, and how far below it its mark is. */
const leastDepth = 0.12;
const farthestMark = 0.2;
/** Smaller specks are noise of the picture: a share of the square of the letters' height. */
const leastSpeck = 0.009;

/**
 * Whether the ink below the letters of a straightened line contradicts the marks of its text: both readers may lose a comma, a cedilla or an
 * ogonek (`BRASOV` for BRAȘOV). `upsideDown` is the line turned by 180°, so that what is below comes first. Null where the ink does not tell.
 */
export function hasOtherMarksBelow(
  text: string,
  upsideDown: Float32Array,
  widthPx: number,
  heightPx: number,
): boolean | null {
  const seen = countMarksBelow(upsideDown, widthPx, heightPx);
  if (seen === null) return null;
  const apart = text.normalize('NFC').replace(/ģ/g, 'g').normalize('NFD');
  const countOf = (pattern: RegExp) => apart.match(pattern)?.length ?? 0;
  const least = countOf(marksBelow) + countOf(hanging);
  return seen < least || seen > least + countOf(perhapsHanging);
}

/** How many letters reach below the line on which the others are, or have a speck below them. */
function countMarksBelow(line: Float32Array, widthPx: number, heightPx: number): number | null {
  const limit = otsuThreshold(line);
  if (limit === null) return null;
  const specks = findSpecks((x, y) => (line[y * widthPx + x] ?? 255) < limit, widthPx, heightPx);
  const isLetter = ({ top, bottom }: Speck) => bottom - top >= leastLetter * heightPx;
  const letters = specks.filter(isLetter);
  if (letters.length === 0) return null;
  const height = middleOf(letters.map(({ top, bottom }) => bottom - top));
  const edgeAt = edgeOf(letters);
  const reaching = letters.filter((letter) => edgeAt(centreOf(letter)) - letter.top > leastDepth * height);
  const apart = specks.filter((speck) => {
    const gap = edgeAt(centreOf(speck)) - speck.bottom;
    const isOfLetter = letters.some(({ left, right }) => left <= centreOf(speck) && centreOf(speck) <= right);
    const isMark = !isLetter(speck) && isOfLetter && speck.size >= leastSpeck * height * height;
    return isMark && gap > -1.5 && gap < farthestMark * height;
  });
  return reaching.length + apart.length;
}

/** The line on which the letters are, which may lean: its row at a column, by the median slope (Theil and Sen). */
function edgeOf(letters: readonly Speck[]): (x: number) => number {
  const slopes = letters.flatMap((one, index) =>
    letters.slice(index + 1).flatMap((other) => {
      const distance = centreOf(other) - centreOf(one);
      return Math.abs(distance) < 1 ? [] : [(other.top - one.top) / distance];
    }),
  );
  const slope = slopes.length === 0 ? 0 : middleOf(slopes);
  const start = middleOf(letters.map((letter) => letter.top - slope * centreOf(letter)));
  return (x) => start + slope * x;
}

function centreOf({ left, right }: Speck): number {
  return (left + right) / 2;
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
