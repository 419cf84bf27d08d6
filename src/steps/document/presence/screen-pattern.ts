import type { FollowedPlace } from './follow-plane.ts';
import { straighten, type Cells, type GreyPicture } from './grey-picture.ts';

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
    .map(({ large, at }) => detailOf(straighten(large, at.map, fine)));
  const usual = Float32Array.from(details[0] ?? [], (_, at) => middleOf(details.map((one) => one[at] ?? 0)));
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
  return Float32Array.from(
    { length: tile * tile },
    (_, index) => values[(top + Math.floor(index / tile)) * fine.columns + left + (index % tile)] ?? 0,
  );
}

const difference = (one: Float32Array, other: Float32Array) => one.map((value, at) => value - (other[at] ?? 0));
const energyOf = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0) / values.length;

/** The greatest similarity of a tile to itself, some cells away. */
function periodOf(values: Float32Array): number {
  const inner = tile - 2 * lag.most;
  const at = (x: number, y: number) => values[(y + lag.most) * tile + x + lag.most] ?? 0;
  let most = 0;
  for (let dy = 0; dy <= lag.most; dy += 1) {
    for (let dx = -lag.most; dx <= lag.most; dx += 1) {
      if (Math.max(Math.abs(dx), dy) < lag.least) continue;
      let [together, own, other] = [0, 0, 0];
      for (let y = 0; y < inner; y += 1) {
        for (let x = 0; x < inner; x += 1) {
          const [here, there] = [at(x, y), at(x + dx, y + dy)];
          together += here * there;
          own += here * here;
          other += there * there;
        }
      }
      most = Math.max(most, together / Math.sqrt(own * other + 1e-9));
    }
  }
  return most;
}

/** The difference from the mean of the neighbours. */
function detailOf(values: Float32Array): Float32Array {
  const { columns } = fine;
  return values.map((value, at) => {
    const around = [at - 1, at + 1, at - columns, at + columns].map((next) => values[next] ?? value);
    return value - around.reduce((sum, next) => sum + next, 0) / around.length;
  });
}

const middleOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
