import { describe, expect, test } from 'vitest';
import type { FrameChange } from '../../../src/domain/ports/faces/recording-decoder.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { findCuts, isRestless } from '../../../src/steps/recordings/find-cuts.ts';
import { lookAtDrawn } from '../../../src/steps/faces/drawn-looks.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import type { WatchedVideo } from '../../../src/steps/active-liveness/watched-video-schema.ts';
import { faceAt } from '../../support/people/made-up-face.ts';

const model = { name: 'first-family', sha256: 'a'.repeat(64) };
const config = activeLivenessSchema.config.parse({ promptCount: 2 });
const everyMs = 280;

/** Somebody who turns to their left and smiles later; the looks into the camera show the face at place 1. */
function videoWith(about: Partial<WatchedVideo>): WatchedVideo {
  return {
    challengeId: null,
    prompts: [
      { action: 'turn-left', atMs: 1_400 },
      { action: 'smile', atMs: 4_200 },
    ],
    fault: null,
    videoMs: 7_000,
    samples: Array.from({ length: 25 }, (_, index) => {
      const atMs = index * everyMs;
      const yaw = isTurned(atMs) ? 28 : 0;
      const mouthWidth = isSmiling(atMs) ? 0.7 : 0.55;
      return { atMs, largeFaces: 1, face: { yaw, pitch: 0, eyes: 0.3, mouthWidth, x: 0.5, y: 0.5, width: 0.4 } };
    }),
    lightOffered: false,
    lightSamples: [],
    banding: 0.003,
    cutsAtMs: [],
    restless: false,
    bestFace: null,
    looks: Array.from({ length: 5 }, (_, index) => ({
      atMs: index * 900,
      template: faceAt(1),
      spoofScores: [7],
      signs: { screen: 0, printEdge: 0, moire: 0 },
    })),
    movers: moversAt(1.3, 1.3),
    antiSpoofing: [{ model, calibration: { live: 2, spoof: -2 }, agreement: null }],
    antiSpoofingRule: 'all',
    antiSpoofingMissing: false,
    models: [model],
    durationMs: 900,
    ...about,
  };
}

const isTurned = (atMs: number) => atMs >= 1_960 && atMs < 2_800;
const isSmiling = (atMs: number) => atMs >= 4_760 && atMs < 5_600;

/** Two pictures of each movement, with faces at these places, one place per movement. */
function moversAt(turned: number | null, smiling: number | null): NonNullable<WatchedVideo['movers']> {
  const template = (place: number | null): FaceTemplate | null => (place === null ? null : faceAt(place));
  return [1_960, 2_240]
    .map((atMs) => ({ atMs, template: template(turned) }))
    .concat([4_760, 5_040].map((atMs) => ({ atMs, template: template(smiling) })));
}

function verdictOn(about: Partial<WatchedVideo>): string {
  const [check] = evaluateActiveLiveness({ config, result: videoWith(about) }).outcome.checks;
  return `${check?.outcome ?? ''} ${check?.code ?? ''}`.trim();
}

describe('the person who moves', () => {
  test('passes as the one who looks into the camera', () => {
    expect(verdictOn({})).toBe('passed');
    expect(verdictOn({ movers: moversAt(1.9, 1) })).toBe('passed');
  });

  test('goes to review if they are another person in any movement, however alive the looks are', () => {
    for (const place of [2.3, 3, 9, null]) {
      expect(verdictOn({ movers: moversAt(place, 1) })).toBe('warning active_liveness.face_changed');
      expect(verdictOn({ movers: moversAt(1, place) })).toBe('warning active_liveness.face_changed');
    }
    // Neither surely the same person nor surely another.
    expect(verdictOn({ movers: moversAt(2.1, 1) })).toBe('warning active_liveness.face_changed');
  });

  test('is checked in every movement: one picture of another person is enough, and a missing picture is not an agreement', () => {
    const movers = moversAt(1, 1);
    for (const index of movers.keys()) {
      const swapped = movers.map((mover, at) => (at === index ? { ...mover, template: faceAt(3) } : mover));
      expect(verdictOn({ movers: swapped })).toBe('warning active_liveness.face_changed');
    }
    expect(verdictOn({ movers: [] })).toBe('warning active_liveness.face_changed');
    expect(verdictOn({ movers: movers.slice(0, 2) })).toBe('warning active_liveness.face_changed');
  });

  test('is not required in a result that was stored before movements were compared', () => {
    const { movers: _, ...before } = videoWith({});
    const [check] = evaluateActiveLiveness({ config, result: before }).outcome.checks;
    expect(check?.outcome).toBe('passed');
  });
});

describe('another person between the looks into the camera', () => {
  const drawn = (...places: readonly (number | null)[]) =>
    places.map((place, index) => ({ atMs: 300 * index, template: place === null ? null : faceAt(place) }));

  test('sends the film to review, however alive the looks are', () => {
    expect(verdictOn({ drawn: drawn(1, 1.3, 9) })).toBe('warning active_liveness.face_changed');
    expect(verdictOn({ drawn: drawn(1, 1.3, 1.1) })).toBe('passed');
  });

  test('is not found in a picture that is merely less similar, or that shows no face to compare', () => {
    expect(verdictOn({ drawn: drawn(2.1, null) })).toBe('passed');
  });

  test('is looked for in pictures that the sender cannot foresee, each at most once', async () => {
    const pictures = Array.from({ length: 40 }, (_, index) => ({
      frame: { atMs: index * 100, isRegular: true, widthPx: 1, heightPx: 1, rgb: new Uint8Array(3) },
      reading: { faces: [] },
    }));
    const analyser = { templateOf: () => Promise.reject(new Error('there is no face')) };
    const timesOf = async (of: typeof pictures) => (await lookAtDrawn(analyser, of)).map(({ atMs }) => atMs);
    const draws = await Promise.all(Array.from({ length: 30 }, () => timesOf(pictures)));
    for (const times of draws) expect([new Set(times).size, times.length]).toEqual([6, 6]);
    expect(new Set(draws.flat()).size).toBeGreaterThan(30);
    expect(await timesOf(pictures.slice(0, 2))).toHaveLength(2);
  });
});

describe('two alternating films', () => {
  const film = (differences: readonly (readonly [difference: number, fromEarlier: number])[]): FrameChange[] =>
    differences.map(([difference, differenceFromEarlier], index) => ({
      atMs: Math.round((index + 1) * 66.7),
      difference,
      differenceFromEarlier,
      banding: 0,
    }));
  const still = Array.from({ length: 20 }, () => [0.003, 0.003] as const);
  const turns = (pictures: number) => Array.from({ length: pictures }, () => [0.12, 0.005] as const);

  test('have cuts, however often they alternate and wherever the service looks for a cut', () => {
    for (const pictures of [2, 3, 8, 40]) {
      expect(findCuts(film([...still, ...turns(pictures), ...still]), [])).not.toEqual([]);
    }
  });

  test('and a film that begins after its sound, as that of a slow camera does, has no cut there', () => {
    const late = film(still).map((change) => ({ ...change, atMs: change.atMs + 1_400 }));
    const places = [1_400, 1_500].map((atMs) => ({ atMs, face: null }));
    expect(findCuts(late, places)).toEqual([]);
    expect(findCuts(late, [])).not.toEqual([]);
  });

  test('and a head that turns away and returns has no cut', () => {
    const turn = [0.021, 0.067, 0.017, 0.004, 0.02, 0.066, 0.018].map((difference) => [difference, 0.05] as const);
    expect(findCuts(film([...still, ...turn, ...still]), [])).toEqual([]);
    expect(isRestless(film([...still, ...turn, ...still]))).toBe(false);
  });

  test('that never repeat a picture show no cut, and go to review', () => {
    const noise = Array.from({ length: 20 }, () => [0.12, 0.11] as const);
    expect(isRestless(film([...still, ...noise, ...still]))).toBe(true);
    expect(isRestless(film(still))).toBe(false);
    expect(verdictOn({ restless: true })).toBe('warning active_liveness.doubtful');
  });
});
