import type { TiltDirection, TiltFilm } from './film-tilted-card.ts';
import {
  followPlane,
  greyOf,
  inverseOf,
  normalised,
  place,
  softened,
  straighten,
  valueAt,
  type GreyPicture,
  type PlaneMap,
} from './follow-plane.ts';

/** What a film of a tilted document shows. */
export interface TiltReading {
  /** The side that came nearer most, and by how many degrees, if the camera sees about 47 degrees. */
  direction: TiltDirection;
  degrees: number;
  /** How alike each picture of the thing is to the first one, at the least: 1 for the same page. */
  leastLikeness: number;
  /** How much better its surroundings fit a separate movement than the movement of the thing: below 0 they are in its plane. */
  parallax: number;
  /** How far the brightest reflection moved over the thing, in its widths, and how bright it was, of 255. */
  glareTravel: number;
  glare: number;
  /** Fine patterns that change from picture to picture while the print under them does not: of 255. */
  flicker: number;
}

const cells = { columns: 28, rows: 18 };
const fine = { columns: 112, rows: 72 };
const border = { inner: 1.12, outer: 1.3, points: 160 };
/** A reflection is brighter than its place is usually, by so much at the least. */
const leastGlare = 14;
/** Half of the picture's width at a distance of one, as phones have it. */
const halfView = 0.435;

/** Null where the thing is lost. */
export function measureTilt({ pictures, outline, widthPx, heightPx }: TiltFilm): TiltReading | null {
  const greys = pictures.map(({ rgb }) => greyOf({ rgb, widthPx, heightPx }));
  const maps = followPlane(greys, outline);
  if (maps.some((map) => map.some((value) => !Number.isFinite(value)))) return null;
  const seen = greys.map((grey, index) => straighten(softened(grey, 3), maps[index] ?? [], cells));
  const [first = new Float32Array()] = seen;
  const likenesses = seen.map((one) => likeness(first, one));
  const turns = maps.map((map) => turnOf(map, widthPx));
  const start = turns[0] ?? { yaw: 0, pitch: 0 };
  const most = turns
    .map(({ yaw, pitch }) => ({ yaw: yaw - start.yaw, pitch: pitch - start.pitch }))
    .reduce((best, turn) => (Math.hypot(turn.yaw, turn.pitch) > Math.hypot(best.yaw, best.pitch) ? turn : best), {
      yaw: 0,
      pitch: 0,
    });
  return {
    direction:
      Math.abs(most.yaw) >= Math.abs(most.pitch)
        ? most.yaw > 0
          ? 'left'
          : 'right'
        : most.pitch > 0
          ? 'top'
          : 'bottom',
    degrees: Math.max(Math.abs(most.yaw), Math.abs(most.pitch)),
    leastLikeness: Math.min(...likenesses),
    parallax: parallaxOf(greys, maps),
    ...glareOf(seen),
    flicker: flickerOf(greys, maps),
  };
}

/** From the lengths of opposite sides: the nearer one is longer. */
function turnOf(map: PlaneMap, widthPx: number): { yaw: number; pitch: number } {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([u, v]) => place(map, u, v));
  const length = (a: readonly [number, number] = [0, 0], b: readonly [number, number] = [0, 0]) =>
    Math.hypot(a[0] - b[0], a[1] - b[1]);
  const [left, right] = [length(upperLeft, lowerLeft), length(upperRight, lowerRight)];
  const [top, bottom] = [length(upperLeft, upperRight), length(lowerLeft, lowerRight)];
  const halfWidth = ((top + bottom) / 2 / widthPx) * halfView;
  const halfHeight = ((left + right) / 2 / widthPx) * halfView;
  const degrees = (near: number, far: number, half: number) => {
    const sine = (near - far) / (near + far) / Math.max(0.01, half);
    return (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI;
  };
  return { yaw: degrees(left, right, halfWidth), pitch: degrees(top, bottom, halfHeight) };
}

/** Whether points around the thing moved with its plane, or as a whole with the camera. */
function parallaxOf(greys: readonly GreyPicture[], maps: readonly PlaneMap[]): number {
  const [first, start] = [greys[0], maps[0]];
  if (first === undefined || start === undefined) return 0;
  const ring = Array.from({ length: border.points }, (_, index) => {
    const angle = (2 * Math.PI * index) / border.points;
    const reach = index % 2 === 0 ? border.inner : border.outer;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const scale = reach / Math.max(Math.abs(cosine), Math.abs(sine));
    return [cosine * scale, sine * scale] as const;
  });
  let [withPlane, alone, count] = [0, 0, 0];
  greys.forEach((grey, index) => {
    const map = maps[index];
    if (index === 0 || map === undefined) return;
    const inside = ring.filter(([u, v]) => isWithin(grey, place(map, u, v)) && isWithin(first, place(start, u, v)));
    if (inside.length < border.points / 4) return;
    const before = valuesAt(
      first,
      inside.map(([u, v]) => place(start, u, v)),
    );
    const moved = valuesAt(
      grey,
      inside.map(([u, v]) => place(map, u, v)),
    );
    // Surroundings that stay while the camera trembles: the best of small shifts, of points that the thing does not cover now.
    const away = inside.map(([u, v]) => place(start, u, v));
    const free = away.filter(([x, y]) => !isCovered(map, x, y));
    if (free.length < border.points / 8) return;
    const ground = valuesAt(first, free);
    let best = -1;
    for (let dy = -5; dy <= 5; dy += 1) {
      for (let dx = -5; dx <= 5; dx += 1) {
        best = Math.max(
          best,
          likeness(
            ground,
            valuesAt(
              grey,
              free.map(([x, y]) => [x + dx, y + dy] as const),
            ),
          ),
        );
      }
    }
    withPlane += likeness(before, moved);
    alone += best;
    count += 1;
  });
  return count === 0 ? 0 : (alone - withPlane) / count;
}

function isCovered(map: PlaneMap, x: number, y: number): boolean {
  const [u, v] = place(inverseOf(map), x, y);
  return Math.abs(u) < 1.04 && Math.abs(v) < 1.04;
}

const isWithin = ({ widthPx, heightPx }: GreyPicture, [x, y]: readonly [number, number]) =>
  x > 1 && y > 1 && x < widthPx - 1 && y < heightPx - 1;

const valuesAt = (grey: GreyPicture, places: readonly (readonly [number, number])[]) =>
  Float32Array.from(places, ([x, y]) => valueAt(grey, x, y));

function likeness(one: Float32Array, other: Float32Array): number {
  const [a, b] = [normalised(one), normalised(other)];
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0) / Math.max(1, a.length);
}

/** Brightness over what each place usually has, without the brightness of the whole. */
function glareOf(seen: readonly Float32Array[]): { glare: number; glareTravel: number } {
  const usual = Float32Array.from({ length: seen[0]?.length ?? 0 }, (_, at) =>
    lowQuartile(seen.map((one) => one[at] ?? 0)),
  );
  const spots: { u: number; v: number; excess: number }[] = [];
  let glare = 0;
  for (const one of seen) {
    const excess = one.map((value, at) => value - (usual[at] ?? 0));
    const whole = middleOf([...excess]);
    let [sum, sumU, sumV, top] = [0, 0, 0, 0];
    excess.forEach((value, at) => {
      const over = value - whole;
      top = Math.max(top, over);
      if (over < leastGlare) return;
      sum += over;
      sumU += over * ((at % cells.columns) / cells.columns);
      sumV += over * (Math.floor(at / cells.columns) / cells.rows);
    });
    glare = Math.max(glare, top);
    if (sum > leastGlare * 4) spots.push({ u: sumU / sum, v: sumV / sum, excess: sum });
  }
  const [firstSpot] = spots;
  if (firstSpot === undefined) return { glare, glareTravel: 0 };
  const travel = Math.max(
    ...spots.flatMap((one) => spots.map((other) => Math.hypot(one.u - other.u, one.v - other.v))),
  );
  return { glare, glareTravel: travel };
}

/** How much fine detail changes between pictures, against the same detail's mean: a screen's pattern changes its phase. */
function flickerOf(greys: readonly GreyPicture[], maps: readonly PlaneMap[]): number {
  const sharp = greys.map((grey, index) => detailOf(straighten(grey, maps[index] ?? [], fine)));
  const size = sharp[0]?.length ?? 0;
  let sum = 0;
  for (let at = 0; at < size; at += 1) {
    const values = sharp.map((one) => one[at] ?? 0);
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    sum += values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length;
  }
  return Math.sqrt(sum / Math.max(1, size));
}

/** What differs from the mean of the neighbours. */
function detailOf(values: Float32Array): Float32Array {
  const { columns } = fine;
  return values.map((value, at) => {
    const around = [at - 1, at + 1, at - columns, at + columns].map((next) => values[next] ?? value);
    return value - around.reduce((sum, next) => sum + next, 0) / around.length;
  });
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const middleOf = (values: readonly number[]) => sorted(values)[values.length >> 1] ?? 0;
const lowQuartile = (values: readonly number[]) => sorted(values)[values.length >> 2] ?? 0;
