import type { TiltDirection } from '../../../domain/verifications/tilt-directions.ts';
import { placeLiveRecording, type LivePlaces } from '../../recordings/live-recording.ts';
import { isTiltDirection, tiltNetworkSlackMs, tiltTimeoutMs } from './draw-tilts.ts';
import type { TiltFilm, TiltSample } from './tilt-film-schema.ts';

/**
 * `shown`: a document was tilted as asked. Doubts: `notFollowed`, `otherPage`, `lost`, `flat` (it moves with its surroundings as one
 * plane). Could not tell: `noReflection` (it reflects nothing, like matt paper), `noSurroundings` (the movement of its surroundings is not
 * visible), `noPicture` (the submitted picture has no outline to compare with) and `unseen` (no outline at the beginning).
 */
export const tiltAnswers = [
  'shown',
  'notFollowed',
  'otherPage',
  'lost',
  'flat',
  'noReflection',
  'noSurroundings',
  'noPicture',
  'unseen',
] as const;
export type TiltAnswer = (typeof tiltAnswers)[number];

/**
 * Set on drawn cards in a simulation (`npm run accuracy -- tilt`, seeds 101 to 112) and judged there on others. A hand tilts farther than
 * `leastDegrees`; a document at rest after a tilt is below `restDegrees`.
 */
const limits = {
  leastDegrees: 12,
  restDegrees: 8,
  mostDegrees: 65,
  alike: 0.6,
  mostLostShare: 0.25,
  alikePicture: { other: 0.85, same: 0.88 },
  fewestParts: 40,
  parallax: { flat: 0.05, apart: 0.2 },
  fewestGrounds: 4,
  groundFromDegrees: 8,
  spot: 45,
  spotTravel: 0.1,
};

export interface JudgedTilt {
  /** `shown` alone, or everything that was found or could not be told, the most telling first. */
  answers: [TiltAnswer, ...TiltAnswer[]];
  /** In the film's time. */
  tilts: { direction: TiltDirection; fromMs: number; degrees: number }[];
  prompts: { action: TiltDirection; atMs: number; followedAtMs: number | null }[];
  lostShare: number | null;
  parallax: number | null;
  reflection: number | null;
  reflectionTravel: number | null;
}

/** Whether a document was tilted as the server asked, while it asked. Pure: the same observations always give the same answer. */
export function judgeTilt(film: TiltFilm): JudgedTilt {
  const places = film.live === null ? null : placeLiveRecording(film.live);
  const turns = fromRest(film.samples, places);
  const tilts = findTilts(turns.filter((turn) => !isLost(turn)));
  const prompts = followedPrompts(places, tilts);
  const lostShare = turns.length === 0 ? null : turns.filter(isLost).length / turns.length;
  const parallax = parallaxOf(turns);
  const spots = film.samples.flatMap(({ spot }) => (spot === null ? [] : [spot]));
  const reflection = spots.length === 0 ? null : Math.max(...spots.map(({ strength }) => strength));
  const clear = spots.filter(({ strength }) => strength >= limits.spot / 2);
  const reflectionTravel =
    clear.length === 0
      ? null
      : Math.max(...clear.flatMap((one) => clear.map((other) => Math.hypot(one.x - other.x, one.y - other.y))));
  const judged = { tilts, prompts, lostShare, parallax, reflection, reflectionTravel };
  return { answers: answersOf(film, judged), ...judged };
}

function answersOf(
  { samples, parts }: TiltFilm,
  { tilts, prompts, lostShare, parallax, reflection, reflectionTravel }: Omit<JudgedTilt, 'answers'>,
): JudgedTilt['answers'] {
  if (samples.length === 0 || lostShare === null) return ['unseen'];
  const alikePicture = parts === null ? null : alikePictureOf(parts);
  const isOther = alikePicture !== null && alikePicture < limits.alikePicture.other;
  const isFollowed = prompts.length > 0 && prompts.every(({ followedAtMs }) => followedAtMs !== null);
  const isFlat = parallax !== null && parallax < limits.parallax.flat;
  const isReflecting = (reflection ?? 0) >= limits.spot && (reflectionTravel ?? 0) >= limits.spotTravel;
  const found: Partial<Record<TiltAnswer, boolean>> = {
    lost: lostShare > limits.mostLostShare,
    otherPage: isOther,
    notFollowed: !isFollowed || tilts.length !== prompts.length,
    flat: isFlat,
    noPicture: !isOther && (alikePicture === null || alikePicture < limits.alikePicture.same),
    noSurroundings: !isFlat && (parallax === null || parallax < limits.parallax.apart),
    noReflection: !isReflecting,
  };
  const order = ['lost', 'otherPage', 'notFollowed', 'flat', 'noPicture', 'noSurroundings', 'noReflection'] as const;
  const [first = 'shown', ...more] = order.filter((answer) => found[answer]);
  return [first, ...more];
}

/**
 * The similarity of the page to the photo: the lower quartile of its parts with print; null when too few parts have print. Reflections
 * spoil some parts of the same page, and another person's values change half of them.
 */
export function alikePictureOf(parts: readonly (number | null)[]): number | null {
  const known = parts.flatMap((part) => part ?? []).sort((one, other) => one - other);
  return known.length < limits.fewestParts ? null : (known[Math.floor(known.length / 4)] ?? null);
}

type Turned = TiltSample & { degrees: number };

const isLost = ({ alike, degrees }: Turned) => alike < limits.alike || degrees > limits.mostDegrees;

/** The turns relative to the position before the first prompt, each the median of three neighbours. */
function fromRest(samples: readonly TiltSample[], places: LivePlaces | null): Turned[] {
  const promptedMs = places?.prompts[0]?.atMs ?? 0;
  const before = samples.filter(({ atMs }) => atMs <= promptedMs);
  const resting = before.length === 0 ? samples.slice(0, 1) : before;
  const rest = { yaw: middleOf(resting.map(({ yaw }) => yaw)), pitch: middleOf(resting.map(({ pitch }) => pitch)) };
  return samples.map((sample, index) => {
    const near = samples.slice(Math.max(0, index - 1), index + 2);
    const yaw = middleOf(near.map((one) => one.yaw)) - rest.yaw;
    const pitch = middleOf(near.map((one) => one.pitch)) - rest.pitch;
    return { ...sample, yaw, pitch, degrees: Math.hypot(yaw, pitch) };
  });
}

/** Each tilt, from the moment when it leaves the rest until it returns or turns to another side. */
function findTilts(turns: readonly Turned[]): JudgedTilt['tilts'] {
  const tilts: JudgedTilt['tilts'] = [];
  let now: JudgedTilt['tilts'][number] | null = null;
  let leftRestAtMs = 0;
  for (const turn of turns) {
    const { atMs, degrees } = turn;
    if (degrees < limits.restDegrees) {
      [now, leftRestAtMs] = [null, atMs];
      continue;
    }
    const direction = directionOf(turn);
    const isOther: boolean =
      now !== null && direction !== now.direction && partOf(turn, now.direction) < limits.restDegrees;
    if (isOther) leftRestAtMs = atMs;
    if (now === null || isOther) {
      // The side may change until it is clear; the tilt began when the rest ended.
      if (degrees < limits.leastDegrees) continue;
      now = { direction, fromMs: leftRestAtMs, degrees };
      tilts.push(now);
    } else if (degrees > now.degrees) {
      now.degrees = degrees;
      // In a slanted tilt, the farthest moment decides the side.
      now.direction = direction;
    }
  }
  return tilts.map((tilt) => ({ ...tilt, degrees: Math.round(tilt.degrees * 10) / 10 }));
}

function directionOf({ yaw, pitch }: Turned): TiltDirection {
  if (Math.abs(yaw) >= Math.abs(pitch)) return yaw > 0 ? 'tilt-left' : 'tilt-right';
  return pitch > 0 ? 'tilt-top' : 'tilt-bottom';
}

/** How far it is turned to this side. */
function partOf({ yaw, pitch }: Turned, direction: TiltDirection): number {
  const parts = { 'tilt-left': yaw, 'tilt-right': -yaw, 'tilt-top': pitch, 'tilt-bottom': -pitch };
  return parts[direction];
}

/** Each prompt with the tilt in its place. The tilt must be to that side, and begin after the prompt and within its time. */
function followedPrompts(places: LivePlaces | null, tilts: JudgedTilt['tilts']): JudgedTilt['prompts'] {
  return (places?.prompts ?? []).flatMap(({ action, atMs }, index) => {
    if (!isTiltDirection(action)) return [];
    const tilt = tilts[index];
    const isInTime =
      tilt?.direction === action && tilt.fromMs >= atMs && tilt.fromMs <= atMs + tiltTimeoutMs + tiltNetworkSlackMs;
    return [{ action, atMs, followedAtMs: isInTime ? tilt.fromMs : null }];
  });
}

/** Over the pictures in which the document is turned: how much better its surroundings fit a separate movement than that of its plane. */
function parallaxOf(turns: readonly Turned[]): number | null {
  const grounds = turns.flatMap(({ ground, degrees, alike }) =>
    ground === null || degrees < limits.groundFromDegrees || alike < limits.alike ? [] : [ground],
  );
  if (grounds.length < limits.fewestGrounds) return null;
  return grounds.reduce((sum, { alone, withPlane }) => sum + alone - withPlane, 0) / grounds.length;
}

const middleOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
