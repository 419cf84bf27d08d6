import { otsuThreshold } from '../rasters/otsu-threshold.ts';
import { findSpecks, type Speck } from './find-specks.ts';

/** In heights of the line: what is as high as a letter. */
const leastLetter = 0.3;
/** In heights of the letters: how far one with a mark reaches above the others, and how far above it its mark is. */
const leastDepth = 0.12;
const farthestMark = 0.2;
/** Smaller specks are noise of the picture: a share of the square of the letters' height. */
const leastSpeck = 0.009;

/**
 * How many letters of a straightened line reach above the line on which the tops of the others are, or have a speck above them, and among how
 * many letters. Null where there is too little contrast to tell, or no letter.
 */
export function countReaching(
  line: Float32Array,
  widthPx: number,
  heightPx: number,
): { count: number; letters: number } | null {
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
  return { count: reaching.length + apart.length, letters: letters.length };
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
