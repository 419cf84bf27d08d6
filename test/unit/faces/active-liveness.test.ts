import { describe, expect, test } from 'vitest';
import { stepRecordSchema } from '../../../src/contract/sessions/step-record.ts';
import type { LivenessPrompt } from '../../../src/domain/verifications/challenge.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { findCuts } from '../../../src/steps/active-liveness/find-cuts.ts';
import { followPrompts } from '../../../src/steps/active-liveness/follow-prompts.ts';
import { activeLivenessStep } from '../../../src/steps/active-liveness/index.ts';
import type { VideoSample, WatchedVideo } from '../../../src/steps/active-liveness/watched-video-schema.ts';

const at = new Date('2026-03-01T09:30:00Z');
const model = { name: 'first-family', sha256: 'a'.repeat(64) };
const otherModel = { name: 'second-family', sha256: 'b'.repeat(64) };
const calibrations = { first: { live: 2, spoof: -2 }, second: { live: 1, spoof: -3 } };
const prompts: LivenessPrompt[] = [{ action: 'turn-left', atMs: 1_400 }];
const noSigns = { screen: 0, printEdge: 0, moire: 0 };

function template(): FaceTemplate {
  return {
    embedding: Buffer.alloc(512).toString('base64'),
    modelSha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
    pictureSha256: 'p'.repeat(64),
    appearance: '',
  };
}

/** Somebody who turns to their left two seconds into a video of five. */
function samplesOf(): VideoSample[] {
  return Array.from({ length: 18 }, (_, index) => {
    const atMs = index * 280;
    const yaw = atMs >= 1_960 && atMs < 2_800 ? 28 : 0;
    return {
      atMs,
      largeFaces: 1,
      face: { yaw, pitch: 0, eyes: 0.3, mouthWidth: 0.55, x: 0.5, y: 0.5, width: 0.4 },
    };
  });
}

type Signs = WatchedVideo['looks'][number]['signs'];
const looksWith = (signs: readonly Signs[]): WatchedVideo['looks'] =>
  signs.map((one, index) => ({
    atMs: index * 900,
    template: template(),
    spoofScores: [7, 3],
    ...(one === undefined ? {} : { signs: one }),
  }));

/** By two models. */
function judgedBy(first = calibrations.first, second = calibrations.second) {
  return {
    antiSpoofing: [
      { model, calibration: first, agreement: null },
      { model: otherModel, calibration: second, agreement: null },
    ],
    antiSpoofingRule: 'all' as const,
    antiSpoofingMissing: false,
  };
}

const goodVideo: WatchedVideo = {
  challengeId: null,
  prompts,
  fault: null,
  videoMs: 5_000,
  samples: samplesOf(),
  lightOffered: false,
  lightSamples: [],
  banding: 0.003,
  cutsAtMs: [],
  restless: false,
  bestFace: null,
  looks: looksWith([noSigns, noSigns, noSigns, noSigns, noSigns]),
  ...judgedBy(),
  models: [model],
  durationMs: 900,
};

function verdictOn(video: object, base: object = goodVideo): string {
  const result = { ...base, ...video };
  const request = { config: { promptCount: 1 }, input: {}, stored: { kind: 'done' as const, result }, at, earlier: [] };
  const { outcome } = activeLivenessStep.evaluate(request);
  stepRecordSchema.parse({
    id: 'alive',
    type: 'active-liveness',
    status: 'finished',
    attempts: 1,
    finishedAt: at.toISOString(),
    activeLiveness: outcome.record,
    checks: outcome.checks,
    origin: 'sdk' as const,
    media: [],
  });
  const [check] = outcome.checks;
  return `${check?.outcome ?? ''} ${check?.code ?? ''}`.trim();
}

describe('a smile', () => {
  /** The width of the mouth, compared with its rest, at pictures a third of a second apart from the prompt on. */
  const followed = (widths: readonly number[]) => {
    const samples = Array.from({ length: 30 }, (_, index) => {
      const mouthWidth = 0.63 * (widths[index - 8] ?? 1);
      const face = { yaw: 0, pitch: 0, eyes: 0.3, mouthWidth, x: 0.5, y: 0.5, width: 0.4 };
      return { atMs: index * 333, largeFaces: 1, face };
    });
    const smile: LivenessPrompt = { action: 'smile', atMs: 8 * 333 };
    const { followedAtMs, strays } = followPrompts(samples, [smile], 4_000);
    return { followed: followedAtMs[0] !== null, strays: strays.length };
  };

  test('is seen on a face that smiles already, which has less room for it', () => {
    expect(followed([1.02, 1.01, 1.12, 1.16, 1.13, 1.0])).toEqual({ followed: true, strays: 0 });
    expect(followed([0.98, 0.99, 1.08, 1.137, 1.129, 1.04])).toEqual({ followed: true, strays: 0 });
  });

  test('is not a mouth that moves a little for long, or a lot for a moment', () => {
    expect(followed([1, 1.08, 1.09, 1.1, 1.09, 1.08])).toEqual({ followed: false, strays: 0 });
    expect(followed([1, 1, 1.3, 1, 1])).toEqual({ followed: false, strays: 0 });
  });
});

describe('a video of somebody who follows the prompts', () => {
  test('passes where nothing speaks against it', () => {
    expect(verdictOn({})).toBe('passed');
  });

  test.each(['screen', 'printEdge', 'moire'] as const)(
    'goes to review with the sign %s in most of its pictures, however alive the model finds it',
    (sign) => {
      const shown = { ...noSigns, [sign]: 0.9 };
      expect(verdictOn({ looks: looksWith([shown, shown, shown, noSigns, noSigns]) })).toBe(
        'warning active_liveness.screen_or_print',
      );
      // A picture on the wall that comes into view once is no screen around the face.
      expect(verdictOn({ looks: looksWith([shown, noSigns, noSigns, noSigns, shown]) })).toBe('passed');
    },
  );

  test('goes to review with bands that roll over it', () => {
    expect(verdictOn({ banding: 0.017 })).toBe('warning active_liveness.screen_or_print');
    // A camera that sways in somebody's hand.
    expect(verdictOn({ banding: 0.0135 })).toBe('passed');
  });

  test('does not pass where the signs could not be looked for', () => {
    expect(verdictOn({ looks: looksWith([null, null, null, noSigns, noSigns]) })).toBe(
      'warning active_liveness.doubtful',
    );
  });

  test('is judged as it was before where it was stored before signs were looked for', () => {
    expect(verdictOn({ looks: looksWith([undefined, undefined, undefined]), banding: null })).toBe('passed');
  });

  test('is refused for the graver fault before it is doubted for signs', () => {
    const looks = looksWith(Array.from({ length: 5 }, () => ({ ...noSigns, screen: 1 })));
    const dead = looks.map((look) => ({ ...look, spoofScores: [-6, 3] }));
    expect(verdictOn({ looks: dead })).toBe('failed active_liveness.not_live');
    expect(verdictOn({ looks, cutsAtMs: [1_000] })).toBe('failed active_liveness.cut_found');
    expect(verdictOn({ looks, samples: samplesOf().slice(0, 5) })).toBe('failed active_liveness.face_lost');
  });

  test('never passes without the model, and is judged by the model’s own limits', () => {
    expect(verdictOn({ antiSpoofingMissing: true })).toBe('error check.model_missing');
    expect(verdictOn(judgedBy({ live: 40, spoof: 20 }))).toBe('failed active_liveness.not_live');
    expect(verdictOn(judgedBy({ live: 8, spoof: 4 }))).toBe('warning active_liveness.doubtful');
  });

  test('passes only where every model finds the face alive', () => {
    expect(verdictOn(judgedBy(calibrations.first, { live: 4, spoof: -3 }))).toBe('warning active_liveness.doubtful');
    expect(verdictOn(judgedBy(calibrations.first, { live: 9, spoof: 4 }))).toBe('failed active_liveness.not_live');
    // The second one answered for none of the pictures.
    const looks = goodVideo.looks.map((look) => ({ ...look, spoofScores: [7] }));
    expect(verdictOn({ looks })).toBe('warning active_liveness.doubtful');
    expect(verdictOn({ antiSpoofing: [] })).toBe('warning active_liveness.doubtful');
  });

  test('is judged as it was before where it was stored when one model judged alone', () => {
    const { antiSpoofing: _, antiSpoofingRule: __, antiSpoofingMissing: ___, looks, ...rest } = goodVideo;
    const stored = {
      ...rest,
      antiSpoofingModel: model,
      spoofCalibration: calibrations.first,
      looks: looks.map(({ spoofScores: ____, ...look }) => ({ ...look, spoofScore: 7 })),
    };
    expect(verdictOn({}, stored)).toBe('passed');
    expect(verdictOn({ spoofCalibration: { live: 40, spoof: 20 } }, stored)).toBe('failed active_liveness.not_live');
    expect(verdictOn({ antiSpoofingModel: null }, stored)).toBe('error check.model_missing');
  });
});

describe('the time of a video', () => {
  const timingOf = (video: object) => {
    const result = { ...goodVideo, ...video };
    const stored = { kind: 'done' as const, result };
    const { outcome } = activeLivenessStep.evaluate({ config: { promptCount: 1 }, input: {}, stored, at, earlier: [] });
    const check = outcome.checks.find(({ id }) => id === 'timing');
    return {
      timing: `${check?.outcome ?? 'none'} ${check?.code ?? ''}`.trim(),
      face: outcome.traits.face !== undefined,
    };
  };

  test.each([0, 1, 4_400, 5_900])(
    'of any length ends no sooner than it can: one that does shows nobody’s face (%i ms after the drawing)',
    (receivedMs) => {
      for (const aheadMs of [501, 1_000, 20_000]) {
        expect(timingOf({ times: { receivedMs }, videoMs: receivedMs + aheadMs })).toEqual({
          timing: 'failed active_liveness.recorded_too_early',
          face: false,
        });
      }
      expect(timingOf({ times: { receivedMs }, videoMs: receivedMs })).toEqual({ timing: 'passed', face: true });
    },
  );

  test('is no pass where it is not known', () => {
    expect(timingOf({ times: null })).toEqual({ timing: 'error check.input_missing', face: false });
  });

  test('is not judged in what was stored before it was measured', () => {
    expect(timingOf({})).toEqual({ timing: 'none', face: true });
  });

  /** A video of five seconds in chunks of half a second, on a server whose clock runs; `change`: what the attacker or the network does. */
  const liveOf = ({
    beganMs = 800,
    wayMs = 120,
    sentMs = 2_200,
    change = (receivedMs: number, _index: number) => receivedMs,
  } = {}) => {
    const chunks = Array.from({ length: 10 }, (_, index) => ({
      receivedMs: Math.round(change(beganMs + wayMs + (index + 1) * 500, index)),
      part: { fromMs: index * 500, toMs: index * 500 + 500 },
    }));
    return { prompts: [{ action: 'turn-left' as const, sentMs }], chunks };
  };
  /** The turn begins 1,960 ms into the video. */
  const judgedLive = (live: object | null, more: object = {}) => {
    const result = { ...goodVideo, times: { receivedMs: 60_000 }, live, ...more };
    const config = { promptCount: 1 };
    const { outcome, retakeCodes } = activeLivenessStep.evaluate({
      config,
      input: {},
      stored: { kind: 'done' as const, result },
      at,
      earlier: [],
    });
    const told = (id: string) => {
      const check = outcome.checks.find((one) => one.id === id);
      return check?.code ?? check?.outcome;
    };
    const codes = { 'active-liveness': told('active-liveness'), timing: told('timing') };
    return { ...codes, retakeCodes, face: outcome.traits.face !== undefined };
  };
  const passed = { 'active-liveness': 'passed', timing: 'passed', retakeCodes: [], face: true };

  test('is that of the server, to which the video was sent while it was made', () => {
    expect(judgedLive(liveOf())).toMatchObject(passed);
    // 400 ms latency each way, and chunks that take nearly a second more.
    expect(judgedLive(liveOf({ wayMs: 1_300, sentMs: 1_900 }))).toMatchObject(passed);
    // One chunk that was held up for three seconds, and those behind it.
    const held = (receivedMs: number, index: number) =>
      index >= 5 && index < 8 ? Math.max(receivedMs, 7_000) : receivedMs;
    expect(judgedLive(liveOf({ change: held }))).toMatchObject(passed);
  });

  test('is no pass where the video did not arrive in chunks, or is not what they make', () => {
    expect(judgedLive(null)).toMatchObject({ timing: 'check.input_missing', face: false });
    expect(judgedLive({ prompts: [], chunks: [] })).toMatchObject({ timing: 'check.input_missing', face: false });
    const empty = { ...liveOf(), chunks: liveOf().chunks.map((chunk) => ({ ...chunk, part: null })) };
    expect(judgedLive(empty)).toMatchObject({ timing: 'check.input_missing', face: false });
  });

  test('is no pass for a movement that was on the server before its prompt was sent, however the chunks are spread', () => {
    for (const wayMs of [0, 120, 1_000, 3_000, 10_000]) {
      // The chunk that ends the first two seconds holds the beginning of the turn.
      const arrivedMs = 800 + wayMs + 2_000;
      for (const lateMs of [0, 100, 1_000, 2_000]) {
        const told = judgedLive(liveOf({ wayMs, sentMs: arrivedMs + lateMs }));
        expect([wayMs, lateMs, told.face, told['active-liveness']]).toEqual([
          wayMs,
          lateMs,
          false,
          'active_liveness.challenge_not_followed',
        ]);
      }
    }
  });

  test('is no pass for an answer that took longer than its window', () => {
    const { face, 'active-liveness': code } = judgedLive(liveOf({ beganMs: 20_000, sentMs: 15_000 }));
    expect([face, code]).toEqual([false, 'active_liveness.challenge_not_followed']);
  });

  test('is no pass for a video that was made in advance and sent at any speed', () => {
    for (const everyMs of [0, 5, 50, 200]) {
      const atOnce = liveOf({ sentMs: 1_000, change: (_, index) => 900 + index * everyMs });
      const told = judgedLive(atOnce);
      expect([everyMs, told.face]).toEqual([everyMs, false]);
    }
  });

  test('is no pass for a video of which more has arrived than can have been made since the challenge was drawn', () => {
    const change = (receivedMs: number) => Math.max(0, receivedMs);
    // The movement follows its prompt as it should.
    const early = judgedLive(liveOf({ beganMs: -1_200, wayMs: 0, sentMs: 300, change }));
    expect([early.face, early.timing]).toEqual([false, 'active_liveness.recorded_too_early']);
    expect(judgedLive(liveOf({ beganMs: -400, wayMs: 0, sentMs: 1_100, change }))).toMatchObject(passed);
  });

  test('asks again where the network held it up, refuses nothing for that, and passes nothing', () => {
    for (const [from, heldMs] of [
      [1, 5_000],
      [4, 4_000],
      [7, 30_000],
    ] as const) {
      const change = (receivedMs: number, index: number) => receivedMs + (index >= from ? heldMs : 0);
      expect(judgedLive(liveOf({ change }))).toMatchObject({
        timing: 'active_liveness.network_stalled',
        'active-liveness': 'active_liveness.network_stalled',
        retakeCodes: ['active_liveness.network_stalled'],
      });
    }
  });

  test('is too short when the recording ends before every prompt was sent', () => {
    const none = { ...liveOf(), prompts: [] };
    expect(judgedLive(none)).toMatchObject({ 'active-liveness': 'check.input_missing', face: false });
    const two = activeLivenessStep.evaluate({
      config: { promptCount: 2 },
      input: {},
      stored: { kind: 'done', result: { ...goodVideo, times: { receivedMs: 60_000 }, live: liveOf() } },
      at,
      earlier: [],
    });
    expect(two.outcome.checks[0]?.code).toBe('active_liveness.challenge_not_followed');
  });
});

/** How much pictures of a video at 15 a second change, and the moments that are cuts. */
function cutsIn(differences: readonly number[]): number[] {
  const everyMs = 1_000 / 15;
  return findCuts(
    differences.map((difference, index) => ({
      atMs: Math.round((index + 1) * everyMs),
      difference,
      differenceFromEarlier: 1,
      banding: 0,
    })),
    [],
  );
}

const still = (pictures: number) => Array.from({ length: pictures }, () => 0.002);

describe('a cut', () => {
  test('is one picture unlike the one before, while those around it are alike', () => {
    expect(cutsIn([...still(20), 0.12, ...still(20)])).toHaveLength(1);
    // An encoder mends what it got wrong at the cut over the next pictures.
    expect(cutsIn([...still(20), 0.12, 0.025, 0.012, ...still(20)])).toHaveLength(1);
  });

  test('is found in the middle of a movement', () => {
    expect(cutsIn([...still(20), 0.006, 0.014, 0.018, 0.019, 0.074, 0.012, 0.01, 0.006, ...still(20)])).toHaveLength(1);
  });

  // As measured on made-up faces that turn by 45° in 0.13 and 0.2 s, and on ones that fill more of the picture.
  test.each([[[0.021, 0.067, 0.017]], [[0.021, 0.068, 0.019]], [[0.01, 0.047, 0.049, 0.011]]])(
    'is not a head that turns quickly: %j',
    (turn) => {
      expect(cutsIn([...still(20), ...turn, ...still(20)])).toEqual([]);
      expect(cutsIn([...still(20), ...turn.map((difference) => difference * 1.8), ...still(20)])).toEqual([]);
    },
  );

  test('is a pause of the recorder that nobody can account for', () => {
    const changes = [0, 66, 1_400, 1_466].map((atMs) => ({
      atMs,
      difference: 0.002,
      differenceFromEarlier: 1,
      banding: 0,
    }));
    expect(findCuts(changes, [])).toEqual([1_400]);
  });

  test('is a face that is elsewhere or of another size at once', () => {
    const [before, ...rest] = samplesOf();
    if (before?.face == null) throw new Error('no face');
    const jumped = { ...before, atMs: 280, face: { ...before.face, x: 0.9 } };
    const grown = { ...before, atMs: 280, face: { ...before.face, width: 0.7 } };
    expect(findCuts([], [before, jumped])).toEqual([280]);
    expect(findCuts([], [before, grown])).toEqual([280]);
    expect(findCuts([], [before, ...rest])).toEqual([]);
  });
});
