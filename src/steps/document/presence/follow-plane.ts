import { inverseOf, isPlausible, mapOfCorners, solve, times, type Corners, type PlaneMap } from './plane-map.ts';
import { likeness, normalised, printOf, softened, straighten, type Cells, type GreyPicture } from './grey-picture.ts';

const grid: Cells = { columns: 56, rows: 36 };
const rounds = 30;
/** The search ends when a step moves the object by less than a tenth of a pixel. */
const nearEnough = 1e-3;
/** Larger differences, in standard deviations, are glare or a finger. */
const outlier = 2;
/** Pictures are scaled to the resolution of the grid, for an object that fills half of their width. */
const softening = 2;
/** Below this, the position may be wrong, and the search starts again from the first position. */
const doubtfulBelow = 0.6;

/** The object's position, and the similarity of its print to the template, -1 to 1. */
export interface FollowedPlace {
  map: PlaneMap;
  alike: number;
}

export interface PlaneFollower {
  /** Searches from this position. */
  find(picture: GreyPicture, from: PlaneMap): FollowedPlace;
  /** Searches from the position in the last picture, and from the first position if that fails. */
  follow(picture: GreyPicture): FollowedPlace;
}

/**
 * Follows a flat object from picture to picture by the inverse compositional method (Baker and Matthews, 2004) with eight parameters, on
 * values normalised for brightness and contrast. Compares every picture with the first one, so that errors do not accumulate.
 */
export function createPlaneFollower(first: GreyPicture, outline: Corners): PlaneFollower {
  const start = mapOfCorners(outline);
  const template = normalised(seenAt(softened(first, softening), start));
  const { steepest, inverse } = prepare(template);
  let last = start;

  function find(picture: GreyPicture, from: PlaneMap): FollowedPlace {
    return findSoftened(softened(picture, softening), from);
  }

  function findSoftened(picture: GreyPicture, from: PlaneMap): FollowedPlace {
    let map = from;
    for (let round = 0; round < rounds; round += 1) {
      const seen = normalised(seenAt(picture, map));
      const sums = new Float64Array(8);
      for (let at = 0; at < seen.length; at += 1) {
        const error = (seen[at] ?? 0) - (template[at] ?? 0);
        if (Math.abs(error) > outlier) continue;
        for (let one = 0; one < 8; one += 1) sums[one] = (sums[one] ?? 0) + (steepest[at * 8 + one] ?? 0) * error;
      }
      const change = inverse.map((row) => row.reduce((sum, value, index) => sum + value * (sums[index] ?? 0), 0));
      map = times(map, inverseOf(changeOf(change)));
      if (!isPlausible(map, picture)) return { map: from, alike: -1 };
      if (Math.hypot(...change) < nearEnough) break;
    }
    return { map, alike: likeness(template, seenAt(picture, map)) };
  }

  return {
    find,
    follow(sharp) {
      const picture = softened(sharp, softening);
      const near = findSoftened(picture, last);
      const again = near.alike < doubtfulBelow ? findSoftened(picture, start) : near;
      const found = again.alike > near.alike ? again : near;
      if (found.alike >= doubtfulBelow) last = found.map;
      return found;
    },
  };
}

const seenAt = (picture: GreyPicture, map: PlaneMap) => printOf(straighten(picture, map, grid), grid);

function prepare(template: Float32Array): { steepest: Float64Array; inverse: number[][] } {
  const { columns, rows } = grid;
  const steepest = new Float64Array(template.length * 8);
  const sums = Array.from({ length: 8 }, () => new Array<number>(8).fill(0));
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const at = row * columns + column;
      const [u, v] = [(2 * (column + 0.5)) / columns - 1, (2 * (row + 0.5)) / rows - 1];
      const gu = (((template[at + 1] ?? 0) - (template[at - 1] ?? 0)) / 2) * (columns / 2);
      const gv = (((template[at + columns] ?? 0) - (template[at - columns] ?? 0)) / 2) * (rows / 2);
      const inward = -(gu * u + gv * v);
      const values = [gu * u, gu * v, gu, gv * u, gv * v, gv, inward * u, inward * v];
      values.forEach((value, one) => {
        steepest[at * 8 + one] = value;
        values.forEach((other, two) => {
          const line = sums[one];
          if (line !== undefined) line[two] = (line[two] ?? 0) + value * other;
        });
      });
    }
  }
  const inverse = Array.from({ length: 8 }, (_, column) =>
    solve(
      sums.map((line, row) => [...line.map((value, at) => value + (at === row ? 1e-3 : 0)), row === column ? 1 : 0]),
    ),
  );
  // In a symmetric matrix, columns and rows are the same.
  return { steepest, inverse };
}

function changeOf([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: readonly number[]): PlaneMap {
  return [1 + a, b, c, d, 1 + e, f, g, h, 1];
}
