import { oncePer } from '../../domain/once-per.ts';
import {
  lightAt,
  lightMs,
  lightStepCount,
  lightStepMs,
  type PlacedColour,
} from '../../domain/verifications/light-colours.ts';
import { networkSlackMs } from './follow-prompts.ts';
import type { LightAnswer, LightRegion, LightSample } from './light-schema.ts';

/**
 * Limits, set on simulated faces (`bench/accuracy/results/liveness.md`), because no films of people were available. `response` is the correlation of the
 * skin with the colours; since eight colours carry little information and their lag is searched, another sequence reaches 0.5 in one case
 * of four. `wallShare` is the wall's response relative to the skin's. `centreToSide` is the nose's response relative to that of the sides
 * of the face, which are farther from the screen and turned away from it.
 */
const limits = { response: 0.8, noResponse: 0.5, wallShare: 0.4, centreToSide: 1.25 };
/** A colour that changes this much (standard deviation of the log ratio) responds to some light. */
const visibleChange = 0.06;
/** Slower changes come from the camera: white balance, exposure, daylight. */
const driftMs = 2_400;
const lagStepMs = 67;
/** The colours reach the person as late as a prompt does. A response that comes later was made in another way. */
const mostLagMs = networkSlackMs + 100;
const searchedMs = networkSlackMs + 600;
/** The lowest number of pictures of the light: five a second. */
const leastSamples = (lightMs / 1_000) * 5;

export interface JudgedLight {
  answer: LightAnswer;
  /** Correlation, -1 to 1; null when the light was not seen. */
  response: number | null;
  lagMs: number | null;
  wallShare: number | null;
  centreToSide: number | null;
}

/** The part of a recording that is searched for the response; null when no colour was sent. */
export function lightWindowOf(light: readonly PlacedColour[]): { fromMs: number; toMs: number } | null {
  const [first, last] = [light[0], light.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { fromMs: first.atMs, toMs: last.atMs + lightStepMs + searchedMs };
}

const skin = ['forehead', 'nose', 'cheekLeft', 'cheekRight'] as const;
const centre = ['nose', 'bridge'] as const;
const sides = ['sideLeft', 'sideRight'] as const;
const walls = ['wallLeft', 'wallRight'] as const;

const unseen: JudgedLight = { answer: 'unseen', response: null, lagMs: null, wallShare: null, centreToSide: null };

/** Whether a face in front of the screen responded to these colours, in this order, now. A pure function of the stored colours. */
export function judgeLight(samples: readonly LightSample[], light: readonly PlacedColour[]): JudgedLight {
  // A recording that ended before the last colour responded to too few.
  if (light.length < lightStepCount) return unseen;
  const candidates: Measured[] = [];
  for (let lagMs = 0; lagMs <= searchedMs; lagMs += lagStepMs) {
    const measured = measureAt(samples, light, lagMs);
    if (measured !== null) candidates.push(measured);
  }
  const [first, ...others] = candidates;
  if (first === undefined) return unseen;
  const best = others.reduce((most, one) => (one.response > most.response ? one : most), first);
  const { response, lagMs, change } = best;
  const wallShare = best.gains.skin > 0 ? best.gains.wall / best.gains.skin : null;
  const centreToSide = best.gains.side > 0 ? best.gains.centre / best.gains.side : null;
  return { answer: answerOf(best, change, { wallShare, centreToSide }), response, lagMs, wallShare, centreToSide };
}

function answerOf(
  { response, lagMs }: Measured,
  change: number,
  { wallShare, centreToSide }: Pick<JudgedLight, 'wallShare' | 'centreToSide'>,
): LightAnswer {
  if (response < limits.noResponse && change >= visibleChange) return 'notAnswered';
  // A bright room hides the light. This cannot be distinguished from a face that does not respond.
  if (response < limits.response) return 'weak';
  if (lagMs > mostLagMs) return 'late';
  if (wallShare === null || wallShare >= limits.wallShare) return 'flat';
  return centreToSide !== null && centreToSide >= limits.centreToSide ? 'answered' : 'flat';
}

interface Measured {
  lagMs: number;
  response: number;
  change: number;
  gains: { skin: number; wall: number; centre: number; side: number };
}

export interface LightMoment {
  atMs: number;
  /** The screen's red and blue minus its green, in linear light, without slow changes. */
  shown: Colour;
  /** The skin's log ratios to green minus those of the background, without slow changes. */
  face: Colour;
}

/** The colours of screen and face over time, `lagMs` after they were shown. */
export function lightCurveOf(
  samples: readonly LightSample[],
  light: readonly PlacedColour[],
  lagMs: number,
): LightMoment[] {
  const complete = completeSamples(samples, light, lagMs);
  const of = (pick: (one: CompleteSample) => number) =>
    withoutDrift(complete.map((one) => ({ atMs: one.atMs, value: pick(one) })));
  const channelsOf = (pick: (one: CompleteSample, channel: 0 | 1) => number) =>
    [of((one) => pick(one, 0)), of((one) => pick(one, 1))] as const;
  const shown = channelsOf((one, channel) => one.shown[channel]);
  const face = channelsOf(({ skin: own, wall }, channel) => own[channel] - wall[channel]);
  const at = ([red, blue]: readonly [number[], number[]], index: number): Colour => [red[index] ?? 0, blue[index] ?? 0];
  return complete.map(({ atMs }, index) => ({ atMs, shown: at(shown, index), face: at(face, index) }));
}

interface CompleteSample {
  atMs: number;
  skin: Colour;
  wall: Colour;
  centre: Colour;
  side: Colour;
  shown: Colour;
}

/** The pictures of the light in which every region was measured, with the colour that the screen showed in each. */
function completeSamples(
  samples: readonly LightSample[],
  light: readonly PlacedColour[],
  lagMs: number,
): CompleteSample[] {
  const fromMs = (light[0]?.atMs ?? 0) + lagMs;
  const toMs = (light.at(-1)?.atMs ?? 0) + lagMs + lightStepMs;
  const during = samples.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  return during.flatMap((sample) => {
    const measured = meansOf(sample);
    if (measured === null) return [];
    const [red, green, blue] = lightAt(light, sample.atMs - lagMs);
    const shown: Colour = [red - green, blue - green];
    return [{ atMs: sample.atMs, ...measured, shown }];
  });
}

function measureAt(samples: readonly LightSample[], light: readonly PlacedColour[], lagMs: number): Measured | null {
  const complete = completeSamples(samples, light, lagMs);
  if (complete.length < leastSamples) return null;
  const of = (pick: (one: CompleteSample) => number) =>
    withoutDrift(complete.map((one) => ({ atMs: one.atMs, value: pick(one) })));
  const measured = { lagMs, response: 0, change: 0, gains: { skin: 0, wall: 0, centre: 0, side: 0 } };
  for (const channel of [0, 1] as const) {
    const shown = of((one) => one.shown[channel]);
    const answer = of(({ skin: face, wall }) => face[channel] - wall[channel]);
    measured.response += correlation(answer, shown) / 2;
    measured.change += Math.sqrt(mean(answer.map((value) => value ** 2))) / 2;
    for (const part of ['skin', 'wall', 'centre', 'side'] as const) {
      measured.gains[part] +=
        gain(
          of((one) => one[part][channel]),
          shown,
        ) / 2;
    }
  }
  return measured;
}

type Colour = readonly [redToGreen: number, blueToGreen: number];

type Means = Pick<CompleteSample, 'skin' | 'wall' | 'centre' | 'side'>;

/**
 * Null when a part of the face or the wall was not measured. Each sample is asked for at every lag, and its colours do not depend on the
 * lag.
 */
const meansOf = oncePer((sample: LightSample): Means | null => {
  const face = meanOf(sample, skin);
  const wall = meanOf(sample, walls);
  const middle = meanOf(sample, centre);
  const side = meanOf(sample, sides);
  const isComplete = face !== null && wall !== null && middle !== null && side !== null;
  return isComplete ? { skin: face, wall, centre: middle, side } : null;
});

/** Null when none of the regions was measured. */
function meanOf({ regions }: LightSample, names: readonly LightRegion[]): Colour | null {
  const colours = names.flatMap((name) => {
    const colour = regions[name];
    return colour === undefined ? [] : [colour];
  });
  if (colours.length === 0) return null;
  return [mean(colours.map(([red]) => red)), mean(colours.map(([, blue]) => blue))];
}

function withoutDrift(series: readonly { atMs: number; value: number }[]): number[] {
  return series.map(({ atMs, value }) => {
    let sum = 0;
    let count = 0;
    for (const other of series) {
      if (Math.abs(other.atMs - atMs) > driftMs / 2) continue;
      sum += other.value;
      count += 1;
    }
    return value - sum / Math.max(1, count);
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function correlation(measured: readonly number[], shown: readonly number[]): number {
  const together = covariance(measured, shown);
  return together / Math.sqrt(covariance(measured, measured) * covariance(shown, shown) + 1e-12);
}

function gain(measured: readonly number[], shown: readonly number[]): number {
  return covariance(measured, shown) / (covariance(shown, shown) + 1e-12);
}

function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanOfA, meanOfB] = [mean(a), mean(b)];
  return mean(a.map((value, index) => (value - meanOfA) * ((b[index] ?? meanOfB) - meanOfB)));
}
