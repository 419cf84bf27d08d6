import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import {
  drawColour,
  lightAt,
  lightStepCount,
  lightStepMs,
  type PlacedColour,
} from '../../../src/domain/verifications/light-colours.ts';
import { judgeLight, lightCurveOf } from '../../../src/steps/active-liveness/judge-light.ts';
import { activeLivenessStep } from '../../../src/steps/active-liveness/index.ts';
import { lightRegions, type LightRegion, type LightSample } from '../../../src/steps/active-liveness/light-schema.ts';
import { watchedVideoSchema, type WatchedVideo } from '../../../src/steps/active-liveness/watched-video-schema.ts';

const firstMs = 8_000;
const placed = (colours: readonly number[]): PlacedColour[] =>
  colours.map((colour, index) => ({ colour, atMs: firstMs + index * lightStepMs }));
const asked = placed([0, 4, 1, 3, 5, 2, 0, 1]);
const otherSequence = placed([2, 1, 4, 0, 1, 3, 4, 3]);

type Gains = Partial<Record<'nose' | 'skin' | 'side' | 'wall', number>>;
/** A face in front of a screen: the nose reacts most, the wall hardly at all. */
const face: Gains = { nose: 0.3, skin: 0.24, side: 0.13, wall: 0.015 };
const partOf = (region: LightRegion): keyof Gains => {
  if (region.startsWith('wall')) return 'wall';
  if (region.startsWith('side')) return 'side';
  return region === 'nose' || region === 'bridge' ? 'nose' : 'skin';
};

/** What the camera measures while a screen shows `light`: its log ratios, with noise that is the same in every run. */
function samplesOf(
  light: readonly PlacedColour[],
  {
    gains = face,
    lagMs = 130,
    noise = 0.01,
    everyMs = 100,
  }: { gains?: Gains; lagMs?: number; noise?: number; everyMs?: number } = {},
): LightSample[] {
  return Array.from({ length: Math.floor(9_000 / everyMs) }, (_, index) => {
    const atMs = firstMs + index * everyMs;
    const [red, green, blue] = lightAt(light, atMs - lagMs);
    const regions: LightSample['regions'] = {};
    lightRegions.forEach((region, place) => {
      const gain = gains[partOf(region)] ?? 0;
      const hum = (phase: number) => noise * Math.sin(index * 2.7 + place * 1.9 + phase);
      regions[region] = [0.4 + gain * (red - green) + hum(0), -0.3 + gain * (blue - green) + hum(1)];
    });
    return { atMs, regions };
  });
}

const even = (gain: number): Gains => ({ nose: gain, skin: gain, side: gain, wall: 0 });

describe('the curve of a light, for a reviewer', () => {
  test('follows the screen at the lag of the face, and is flat if the face does not react', () => {
    const alike = (samples: readonly LightSample[]) => {
      const curve = lightCurveOf(samples, asked, 134);
      expect(curve.length).toBeGreaterThan(50);
      const sum = (pick: (one: (typeof curve)[number]) => number) =>
        curve.reduce((total, one) => total + pick(one), 0) / curve.length;
      return sum(({ shown, face: own }) => shown[0] * own[0]) / sum(({ shown }) => shown[0] ** 2);
    };
    // The gain of the skin minus that of the wall.
    expect(alike(samplesOf(asked))).toBeCloseTo(0.255 - 0.015, 1);
    expect(Math.abs(alike(samplesOf(asked, { gains: even(0) })))).toBeLessThan(0.02);
  });

  test('is empty where a part of the face was never measured', () => {
    const without = samplesOf(asked).map(({ atMs, regions: { nose, bridge, ...regions } }) => ({ atMs, regions }));
    expect(lightCurveOf(without, asked, 134)).toEqual([]);
  });
});

describe('a light on the face', () => {
  test('is reflected by a face that takes on its colours in order, the nose more than the sides', () => {
    const { response, lagMs, wallShare, centreToSide, answer } = judgeLight(samplesOf(asked), asked);
    expect(answer).toBe('answered');
    expect(response).toBeGreaterThan(0.9);
    expect(lagMs).toBe(134);
    expect(wallShare).toBeLessThan(0.1);
    expect(centreToSide).toBeGreaterThan(2);
  });

  test('is reflected even if each colour reaches the person with another delay, as over a network', () => {
    const late = asked.map(({ colour, atMs }, index) => ({
      colour,
      atMs: atMs + ([0, 90, 30, 120, 60, 10, 100, 40][index] ?? 0),
    }));
    expect(judgeLight(samplesOf(late), asked).answer).toBe('answered');
  });

  test.each<[string, string, LightSample[]]>([
    ['weak', 'a room so bright that nothing is seen of it', samplesOf(asked, { gains: even(0) })],
    ['notAnswered', 'the colours of another sequence', samplesOf(otherSequence)],
    ['flat', 'a picture that answers evenly', samplesOf(asked, { gains: even(0.25) })],
    [
      'flat',
      'a film whose background answers, too',
      samplesOf(asked, { gains: { nose: 0.3, skin: 0.24, side: 0.13, wall: 0.14 } }),
    ],
    [
      'flat',
      'a nose that is lit alone',
      samplesOf(asked, { gains: { nose: 0.3, skin: 0.24, side: 0, wall: 0 }, noise: 0 }),
    ],
    ['late', 'the right colours after the longest way that a network takes', samplesOf(asked, { lagMs: 1_600 })],
    ['unseen', 'too few pictures', samplesOf(asked, { everyMs: 300 })],
    ['unseen', 'no picture', []],
    ['unseen', 'no wall to compare with', samplesOf(asked).map((sample) => withoutWall(sample))],
  ])('is %s by %s', (answer, _what, samples) => {
    expect(judgeLight(samples, asked).answer).toBe(answer);
  });

  test('is hardly ever matched by chance: by at most 2 of 100 other sequences, however bright they are', () => {
    const random = createRandom(26);
    const draw = () => {
      const colours: number[] = [];
      while (colours.length < lightStepCount) {
        colours.push(drawColour((below) => random.integer(0, below - 1), colours.at(-1)));
      }
      return placed(colours);
    };
    const answers = Array.from({ length: 100 }, () => judgeLight(samplesOf(draw()), draw()).answer);
    expect(answers.filter((answer) => answer === 'answered').length).toBeLessThanOrEqual(2);
  }, 60_000);

  test('is unseen if the recording ended before the last colour', () => {
    expect(judgeLight(samplesOf(asked), asked.slice(0, 7)).answer).toBe('unseen');
  });
});

function withoutWall({ atMs, regions }: LightSample): LightSample {
  const { wallLeft: _left, wallRight: _right, ...rest } = regions;
  return { atMs, regions: rest };
}

const model = { name: 'family', sha256: 'a'.repeat(64) };
const template = {
  embedding: Buffer.alloc(512).toString('base64'),
  modelSha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
  pictureSha256: 'p'.repeat(64),
  appearance: '',
};
const noSigns = { screen: 0, printEdge: 0, moire: 0 };
const still = { yaw: 0, pitch: 0, eyes: 0.3, mouthWidth: 0.55, x: 0.5, y: 0.5, width: 0.4 };

/** A person who turns to their left, and then looks at the screen. `spoofScores` 7 is alive, 0 doubtful, -7 a spoof. */
function videoWith(change: Partial<WatchedVideo> = {}, spoofScore = 0): WatchedVideo {
  return watchedVideoSchema.parse({
    challengeId: null,
    prompts: [],
    lightOffered: true,
    live: {
      prompts: [{ action: 'turn-left', sentMs: 2_400 }],
      light: asked.map(({ colour, atMs }) => ({ colour, sentMs: atMs + 1_000 })),
      chunks: Array.from({ length: 15 }, (_, index) => ({
        receivedMs: 2_000 + index * 1_000,
        part: { fromMs: index * 1_000, toMs: (index + 1) * 1_000 },
      })),
    },
    fault: null,
    videoMs: 15_000,
    samples: Array.from({ length: 54 }, (_, index) => {
      const atMs = index * 280;
      return { atMs, largeFaces: 1, face: { ...still, yaw: atMs >= 1_960 && atMs < 2_800 ? 28 : 0 } };
    }),
    lightSamples: samplesOf(asked),
    banding: 0.003,
    cutsAtMs: [],
    bestFace: null,
    looks: Array.from({ length: 5 }, (_, index) => ({
      atMs: index * 900,
      template,
      spoofScores: [spoofScore],
      signs: noSigns,
    })),
    antiSpoofing: [{ model, calibration: { live: 2, spoof: -2 }, agreement: null }],
    antiSpoofingRule: 'all',
    antiSpoofingMissing: false,
    models: [model],
    durationMs: 900,
    ...change,
  });
}

function judged(result: WatchedVideo, light: 'off' | 'evidence' | 'required' = 'evidence') {
  const at = new Date('2026-03-01T09:30:00Z');
  const request = {
    config: { promptCount: 1, light },
    input: {},
    stored: { kind: 'done' as const, result },
    at,
    earlier: [],
  };
  const { outcome, retakeCodes } = activeLivenessStep.evaluate(request);
  const lines = outcome.checks.map(({ id, outcome: answer, code }) =>
    [id, answer, code].filter((part) => part !== null).join(' '),
  );
  return { lines, retakeCodes };
}

const { light: _light, ...withoutLight } = videoWith().live ?? { prompts: [], chunks: [] };
const unanswered = { lightSamples: samplesOf(otherSequence) };
const doubtful = 'active-liveness warning active_liveness.doubtful';

describe('the reaction to the light', () => {
  test('removes the doubt of the anti-spoofing models, and nothing removes it if the light is off', () => {
    expect(judged(videoWith()).lines).toEqual(['active-liveness passed', 'light-response passed']);
    expect(judged(videoWith(), 'off').lines).toEqual([doubtful]);
  });

  test('that is missing, wrong or too weak changes nothing if the light is only evidence', () => {
    for (const change of [unanswered, { lightSamples: [] }, { lightSamples: samplesOf(asked, { gains: even(0) }) }]) {
      expect(judged(videoWith(change)).lines).toEqual([doubtful]);
      expect(judged(videoWith(change, 7)).lines).toEqual(['active-liveness passed']);
      expect(judged(videoWith(change, 7)).retakeCodes).toEqual([]);
    }
  });

  test.each<[string, Partial<WatchedVideo>, number]>([
    ['a spoof', {}, -7],
    ['a cut', { cutsAtMs: [3_000] }, 0],
    [
      'a picture that shows a model another face than a person',
      { looks: videoWith().looks.map((look) => ({ ...look, spoofDrifts: [30] })) },
      0,
    ],
    ['two faces', { samples: videoWith().samples.map((sample) => ({ ...sample, largeFaces: 2 })) }, 0],
    [
      'a prompt that was not followed',
      { samples: videoWith().samples.map((sample) => ({ ...sample, face: still })) },
      0,
    ],
    ['a model that is missing', { antiSpoofingMissing: true }, 0],
    ['signs of a screen', { banding: 0.02 }, 0],
    ['looks without a face to compare', { looks: videoWith().looks.map((look) => ({ ...look, template: null })) }, 0],
    ['signs that were not looked for', { looks: videoWith().looks.map((look) => ({ ...look, signs: null })) }, 0],
  ])('lifts nothing from %s', (_name, change, spoofScore) => {
    const [with_] = judged(videoWith(change, spoofScore)).lines;
    const [without] = judged(videoWith(change, spoofScore), 'off').lines;
    expect(with_).toBe(without);
    expect(with_).not.toBe('active-liveness passed');
  });

  test.each<[string, Partial<WatchedVideo>, string[]]>([
    ['light_not_answered', unanswered, []],
    ['light_flat', { lightSamples: samplesOf(asked, { gains: even(0.25) }) }, []],
    ['light_late', { lightSamples: samplesOf(asked, { lagMs: 1_600 }) }, []],
    ['light_too_weak', { lightSamples: samplesOf(asked, { gains: even(0) }) }, ['active_liveness.light_too_weak']],
    ['light_left_out', { lightOffered: false, live: withoutLight }, []],
    ['light_too_weak', { live: withoutLight }, ['active_liveness.light_too_weak']],
  ])('is a warning where it is required: %s', (code, change, retakeCodes) => {
    expect(judged(videoWith(change, 7), 'required')).toEqual({
      lines: ['active-liveness passed', `light-response warning active_liveness.${code}`],
      retakeCodes,
    });
  });

  test.each<[string, Partial<WatchedVideo>, number]>([
    ['a spoof', {}, -7],
    ['a cut', { cutsAtMs: [3_000] }, 7],
  ])('that is too weak brings no second attempt for %s', (_name, change, spoofScore) => {
    const dim = { lightSamples: samplesOf(asked, { gains: even(0) }) };
    const { lines, retakeCodes } = judged(videoWith({ ...dim, ...change }, spoofScore), 'required');
    expect(lines).toContain('light-response warning active_liveness.light_too_weak');
    expect(retakeCodes).toEqual([]);
  });
});
