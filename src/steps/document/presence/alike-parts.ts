import { findOutline } from './find-outline.ts';
import type { FollowedPlace, PlaneFollower } from './follow-plane.ts';
import { normalised, printOf, softened, spreadOf, straighten, type Cells, type GreyPicture } from './grey-picture.ts';
import { mapOfCorners, type Corners, type PlaneMap } from './plane-map.ts';

const fine: Cells = { columns: 320, rows: 200 };
/** Parts of the page. A reflection covers some parts in some pictures; a different value changes some parts in all pictures. */
const parts: Cells = { columns: 16, rows: 10 };
const [wide, high] = [fine.columns / parts.columns, fine.rows / parts.rows];
/** In levels of brightness: a part with less contrast has no print. */
const leastPrint = 4;
/** A submitted picture without an outline: the document may fill it. */
const wholePicture = [1, 0.95, 0.88];
/** Below this, the page counts as not found in such a picture. */
const leastAlikeWithoutOutline = 0.6;
/** Only pictures in which the page was followed with certainty are compared. */
const surelyFollowed = 0.75;
const mostCompared = 6;
/** In cells. */
const mostShift = 3;

/**
 * The similarity of each part of the page to the submitted picture; null when that picture does not show where the page is. `followed`:
 * pictures of the film that are large enough to distinguish letters, each with the position of the page.
 */
export function alikeParts(
  follower: Pick<PlaneFollower, 'find'>,
  picture: GreyPicture,
  followed: readonly { large: GreyPicture; at: FollowedPlace }[],
): (number | null)[] | null {
  const outline = findOutline(picture);
  const candidates = outline === null ? wholePicture.map((share) => wholeOf(picture, share)) : [outline];
  const found = candidates
    .flatMap(quarters)
    .map((corners) => follower.find(picture, mapOfCorners(corners)))
    .sort((one, other) => other.alike - one.alike)[0];
  if (found === undefined || (outline === null && found.alike < leastAlikeWithoutOutline)) return null;
  const submitted = finePrint(picture, found.map);
  const sure = followed.filter(({ at }) => at.alike >= surelyFollowed);
  const step = Math.max(1, Math.ceil(sure.length / mostCompared));
  const shown = sure.filter((_, index) => index % step === 0).map(({ large, at }) => finePrint(large, at.map));
  return Array.from({ length: parts.columns * parts.rows }, (_, index) => {
    const part = partOf(submitted, index);
    if (spreadOf(part) < leastPrint) return null;
    const wanted = normalised(part);
    // Where light has washed out the print in every picture, nothing can be compared.
    const printed = shown.filter((one) => spreadOf(partOf(one, index)) >= leastPrint / 2);
    if (printed.length === 0) return null;
    const best = Math.max(...printed.map((one) => bestOfShifts(wanted, one, index)));
    return Math.round(Math.min(1, best) * 1_000) / 1_000;
  });
}

const finePrint = (picture: GreyPicture, map: PlaneMap) => printOf(straighten(softened(picture, 1), map, fine), fine);

/** The position of the page is less precise than letters are small, so small shifts are tried. `wanted` is normalised. */
function bestOfShifts(wanted: Float32Array, shown: Float32Array, index: number): number {
  const [left, top] = cornerOf(index);
  let best = -1;
  for (let dy = -mostShift; dy <= mostShift; dy += 1) {
    for (let dx = -mostShift; dx <= mostShift; dx += 1) {
      let [sum, squares, product] = [0, 0, 0];
      for (let y = 0, at = 0; y < high; y += 1) {
        const row = within(top + dy + y, fine.rows) * fine.columns;
        // A film has tens of millions of these: no part is copied.
        for (let x = 0; x < wide; x += 1, at += 1) {
          const value = shown[row + within(left + dx + x, fine.columns)] ?? 0;
          sum += value;
          squares += value * value;
          product += value * (wanted[at] ?? 0);
        }
      }
      const spread = Math.sqrt(Math.max(0, squares / wanted.length - (sum / wanted.length) ** 2));
      if (spread > 0) best = Math.max(best, product / wanted.length / spread);
    }
  }
  return best;
}

function partOf(print: Float32Array, index: number): Float32Array {
  const [left, top] = cornerOf(index);
  const part = new Float32Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    const row = (top + y) * fine.columns + left;
    part.set(print.subarray(row, row + wide), y * wide);
  }
  return part;
}

const cornerOf = (index: number) => [(index % parts.columns) * wide, Math.floor(index / parts.columns) * high] as const;
const within = (place: number, length: number) => Math.min(length - 1, Math.max(0, place));

function wholeOf({ widthPx, heightPx }: GreyPicture, share: number): Corners {
  const [left, top] = [((1 - share) / 2) * widthPx, ((1 - share) / 2) * heightPx];
  return [
    [left, top],
    [widthPx - left, top],
    [widthPx - left, heightPx - top],
    [left, heightPx - top],
  ];
}

/** The document may be rotated in the submitted picture by any quarter turn. */
function quarters([a, b, c, d]: Corners): Corners[] {
  return [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
}
