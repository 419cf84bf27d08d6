import type { FollowedPlace } from './follow-plane.ts';
import { detailOf, straighten, type Cells, type GreyPicture } from './grey-picture.ts';

/** About as fine as the larger pictures of a film are. */
const fine: Cells = { columns: 480, rows: 300 };
const tile = 60;
/** Print that is followed a little wrongly changes from picture to picture, too, so the tiles with the least print are examined. */
const blankShare = 1 / 3;
const fewestTiles = 3;
/** In levels of brightness: where light has washed everything out, there is nothing to see. */
const leastChange = 0.3;
/** The edge of the document is no print. */
const margin = 0.1;
/** Only pictures in which the page was followed with certainty are compared. */
const surelyFollowed = 0.75;
const fewestPictures = 3;
const mostPictures = 8;
/** In cells. Closer ones are alike because the picture is scaled. */
const lag = { least: 3, most: 9 };

/**
 * How periodic the fine detail is that changes from picture to picture: print stays in its place, the noise of a sensor has no period, and
 * the pattern that a screen's pixels make in a camera has one and changes its phase. From 0 to 1; null when too few pictures can be compared.
 */
export async function measureScreenPattern(
  followed: readonly { large: GreyPicture; at: FollowedPlace }[],
  rest: () => Promise<void>,
): Promise<number | null> {
  const sure = followed.filter(({ at }) => at.alike >= surelyFollowed);
  if (sure.length < fewestPictures) return null;
  const step = Math.ceil(sure.length / mostPictures);
  const details = sure
    .filter((_, index) => index % step === 0)
    .map(({ large, at }) => detailOf(straighten(large, at.map, fine), fine.columns));
  const usual = middlesOf(details);
  const blank = tilesOf()
    .map((origin) => ({ origin, print: energyOf(cut(usual, origin)) }))
    .sort((one, other) => one.print - other.print);
  const periods: number[] = [];
  for (const detail of details) {
    await rest();
    const changing = blank
      .map(({ origin }) => difference(cut(detail, origin), cut(usual, origin)))
      .filter((values) => energyOf(values) >= leastChange ** 2);
    const examined = changing.slice(0, Math.ceil(changing.length * blankShare));
    if (examined.length >= fewestTiles) periods.push(middleOf(examined.map(periodOf)));
  }
  return periods.length < fewestPictures ? null : Math.round(Math.max(0, middleOf(periods)) * 1_000) / 1_000;
}

function tilesOf(): { left: number; top: number }[] {
  const [fromX, fromY] = [Math.round(fine.columns * margin), Math.round(fine.rows * margin)];
  const origins: { left: number; top: number }[] = [];
  for (let top = fromY; top + tile <= fine.rows - fromY; top += tile) {
    for (let left = fromX; left + tile <= fine.columns - fromX; left += tile) origins.push({ left, top });
  }
  return origins;
}

function cut(values: Float32Array, { left, top }: { left: number; top: number }): Float32Array {
  const part = new Float32Array(tile * tile);
  for (let y = 0; y < tile; y += 1) {
    const from = (top + y) * fine.columns + left;
    part.set(values.subarray(from, from + tile), y * tile);
  }
  return part;
}

const difference = (one: Float32Array, other: Float32Array) => one.map((value, at) => value - (other[at] ?? 0));
const energyOf = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0) / values.length;

/** The greatest similarity of a tile to itself, some cells away. */
function periodOf(values: Float32Array): number {
  const start = lag.most * tile + lag.most;
  const own = togetherAt(values, start, 0);
  let most = 0;
  for (let dy = 0; dy <= lag.most; dy += 1) {
    for (let dx = -lag.most; dx <= lag.most; dx += 1) {
      if (Math.max(Math.abs(dx), dy) < lag.least) continue;
      const away = dy * tile + dx;
      const other = togetherAt(values, start + away, 0);
      most = Math.max(most, togetherAt(values, start, away) / Math.sqrt(own * other + 1e-9));
    }
  }
  return most;
}

/** The sum of the products of each value, inside the margin that shifts need, with the one so far away. */
function togetherAt(values: Float32Array, start: number, away: number): number {
  const inner = tile - 2 * lag.most;
  let sum = 0;
  for (let y = 0; y < inner; y += 1) {
    const row = start + y * tile;
    for (let at = row; at < row + inner; at += 1) sum += (values[at] ?? 0) * (values[at + away] ?? 0);
  }
  return sum;
}

/** The median of each place in these pictures of equal size. */
function middlesOf(pictures: readonly Float32Array[]): Float32Array {
  const middles = new Float32Array(pictures[0]?.length ?? 0);
  const held = new Float32Array(pictures.length);
  for (let at = 0; at < middles.length; at += 1) {
    for (let which = 0; which < held.length; which += 1) held[which] = pictures[which]?.[at] ?? 0;
    middles[at] = held.sort()[held.length >> 1] ?? 0;
  }
  return middles;
}

const middleOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
