import type { VideoFrame } from '../../../domain/ports/faces/recording-decoder.ts';
import { alikeParts } from './alike-parts.ts';
import { findOutline } from './find-outline.ts';
import { createPlaneFollower, type FollowedPlace } from './follow-plane.ts';
import {
  detailOf,
  greyOf,
  likeness,
  likenessTo,
  normalised,
  softened,
  spreadOf,
  straighten,
  valuesAt,
  type Cells,
  type GreyPicture,
} from './grey-picture.ts';
import { cornersOf, enlarged, inverseOf, mapOfCorners, place, type Place, type PlaneMap } from './plane-map.ts';
import { measureScreenPattern } from './screen-pattern.ts';
import type { TiltFilm, TiltSample } from './tilt-film-schema.ts';

const coarse: Cells = { columns: 28, rows: 18 };
const fine: Cells = { columns: 112, rows: 72 };
/** Points around the document, in halves of its width and height. */
const border = { inner: 1.12, outer: 1.3, points: 160 };
/** Surroundings with less contrast show no movement. */
const leastGroundSpread = 6;
/** The most pixels by which camera and hand move the whole picture. */
const mostShift = 5;
/** A reflection is at least this much brighter than its place usually is. */
const leastSpot = 14;
/** Half of the picture's longer side at a distance of one, for phones that film. */
const halfView = 0.435;

export type MeasuredTilt = Pick<TiltFilm, 'samples' | 'parts' | 'flicker' | 'screenPattern'>;

/** The amount of work between two pauses: the process has other work, too. */
export type Rest = () => Promise<void>;

/**
 * Follows a document through a film. `restUntilMs`: the person holds it still until then, so its outline must be visible by then.
 * `picture`: the submitted picture; `stills`: larger pictures of some moments.
 */
export async function measureTilt(
  frames: readonly VideoFrame[],
  {
    restUntilMs,
    picture,
    stills,
    rest = () => Promise.resolve(),
  }: { restUntilMs: number; picture: GreyPicture | null; stills: readonly VideoFrame[]; rest?: Rest },
): Promise<MeasuredTilt> {
  const beginning = findBeginning(frames, restUntilMs);
  if (beginning === null) return { samples: [], parts: null, flicker: null, screenPattern: null };
  const { outline, first } = beginning;
  const seen = frames.slice(beginning.index);
  const follower = createPlaneFollower(first, outline);
  const start = mapOfCorners(outline);
  const startTurn = turnOf(start, first);
  const followed: { large: GreyPicture; at: FollowedPlace }[] = [];
  let last: FollowedPlace | null = null;
  const surfaces: Float32Array[] = [];
  const details: Float32Array[] = [];
  const samples: TiltSample[] = [];
  for (const frame of seen) {
    const grey = greyOf(frame);
    const found: FollowedPlace = last === null ? { map: start, alike: 1 } : follower.follow(grey);
    last = found;
    const turn = turnOf(found.map, grey);
    const still = stills.find(({ atMs }) => atMs === frame.atMs);
    if (still !== undefined) {
      const map = enlarged(found.map, still.widthPx / frame.widthPx);
      followed.push({ large: greyOf(still), at: { ...found, map } });
    }
    surfaces.push(straighten(softened(grey, 3), found.map, coarse));
    details.push(detailOf(straighten(grey, found.map, fine), fine.columns));
    samples.push({
      atMs: frame.atMs,
      yaw: rounded(turn.yaw - startTurn.yaw),
      pitch: rounded(turn.pitch - startTurn.pitch),
      alike: rounded(found.alike),
      ground: groundOf({ first, start }, { grey, map: found.map }),
      spot: null,
    });
    await rest();
  }
  const spots = spotsOf(surfaces);
  return {
    samples: samples.map((sample, index) => ({ ...sample, spot: spots[index] ?? null })),
    parts: picture === null ? null : alikeParts(follower, picture, followed),
    flicker: rounded(flickerOf(details)),
    screenPattern: await measureScreenPattern(followed, rest),
  };
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

function findBeginning(frames: readonly VideoFrame[], restUntilMs: number) {
  for (const [index, frame] of frames.entries()) {
    if (index > 0 && frame.atMs > restUntilMs) return null;
    const first = greyOf(frame);
    const outline = findOutline(first);
    if (outline !== null) return { index, first, outline };
  }
  return null;
}

/** From the lengths of opposite sides: the nearer one is longer. */
function turnOf(map: PlaneMap, { widthPx, heightPx }: GreyPicture): { yaw: number; pitch: number } {
  const [a, b, c, d] = cornersOf(map);
  const length = (one: Place, other: Place) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const [left, right, top, bottom] = [length(a, d), length(b, c), length(a, b), length(d, c)];
  const scale = (2 * halfView) / Math.max(widthPx, heightPx);
  const degrees = (near: number, far: number, across: number) => {
    const sine = (near - far) / (near + far) / Math.max(0.01, (across / 2) * scale);
    return (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI;
  };
  return { yaw: degrees(left, right, (top + bottom) / 2), pitch: degrees(top, bottom, (left + right) / 2) };
}

const ring = Array.from({ length: border.points }, (_, index): Place => {
  const angle = (2 * Math.PI * index) / border.points;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const scale = (index % 2 === 0 ? border.inner : border.outer) / Math.max(Math.abs(cosine), Math.abs(sine));
  return [cosine * scale, sine * scale];
});

/** Whether points around the document moved with its plane, or as a whole with the camera. */
function groundOf(
  { first, start }: { first: GreyPicture; start: PlaneMap },
  { grey, map }: { grey: GreyPicture; map: PlaneMap },
): TiltSample['ground'] {
  const inside = ring.filter(([u, v]) => isWithin(grey, place(map, u, v)) && isWithin(first, place(start, u, v)));
  const before = inside.map(([u, v]) => place(start, u, v));
  const back = inverseOf(map);
  // Points that the document does not cover in this picture.
  const free = before.filter(([x, y]) => {
    const [u, v] = place(back, x, y);
    return Math.abs(u) > 1.04 || Math.abs(v) > 1.04;
  });
  if (inside.length < border.points / 4 || free.length < border.points / 8) return null;
  const [wasThere, ground] = [valuesAt(first, before), valuesAt(first, free)];
  if (spreadOf(wasThere) < leastGroundSpread || spreadOf(ground) < leastGroundSpread) return null;
  const moved = inside.map(([u, v]) => place(map, u, v));
  const known = normalised(ground);
  let alone = -1;
  for (let dy = -mostShift; dy <= mostShift; dy += 1) {
    for (let dx = -mostShift; dx <= mostShift; dx += 1) {
      alone = Math.max(alone, likenessTo(known, valuesAt(grey, free, [dx, dy])));
    }
  }
  return { withPlane: rounded(likeness(wasThere, valuesAt(grey, moved))), alone: rounded(alone) };
}

const isWithin = ({ widthPx, heightPx }: GreyPicture, [x, y]: Place) =>
  x > 1 && y > 1 && x < widthPx - 1 && y < heightPx - 1;

/** Where each picture is brighter than usual at that place, without the brightness of the whole picture. */
function spotsOf(surfaces: readonly Float32Array[]): TiltSample['spot'][] {
  const [first = new Float32Array()] = surfaces;
  const usual = first.map((_, at) => lowQuartile(surfaces.map((one) => one[at] ?? 0)));
  return surfaces.map((one) => {
    const excess = one.map((value, at) => value - (usual[at] ?? 0));
    const whole = middleOf([...excess]);
    let [sum, sumX, sumY, strength] = [0, 0, 0, 0];
    excess.forEach((value, at) => {
      const over = value - whole;
      if (over < leastSpot) return;
      strength = Math.max(strength, over);
      sum += over;
      sumX += (over * ((at % coarse.columns) + 0.5)) / coarse.columns;
      sumY += (over * (Math.floor(at / coarse.columns) + 0.5)) / coarse.rows;
    });
    if (sum <= leastSpot * 4) return null;
    return { x: rounded(sumX / sum), y: rounded(sumY / sum), strength: rounded(strength) };
  });
}

/** How much fine detail changes between pictures: the pattern of a screen changes its phase. */
function flickerOf(details: readonly Float32Array[]): number {
  const [first = new Float32Array()] = details;
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) {
    const values = details.map((one) => one[at] ?? 0);
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    sum += values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length;
  }
  return Math.sqrt(sum / Math.max(1, first.length));
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const middleOf = (values: readonly number[]) => sorted(values)[values.length >> 1] ?? 0;
const lowQuartile = (values: readonly number[]) => sorted(values)[values.length >> 2] ?? 0;
