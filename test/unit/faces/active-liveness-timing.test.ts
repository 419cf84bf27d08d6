import { describe, expect, test } from 'vitest';
import { activeLivenessStep } from '../../../src/steps/active-liveness/index.ts';
import { goodVideo } from '../../support/people/watched-video.ts';

const at = new Date('2026-03-01T09:30:00Z');

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
    'of any length cannot end sooner than possible: one that does passes for nobody (%i ms after the drawing)',
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

  test('is not a pass if it is unknown', () => {
    expect(timingOf({ times: null })).toEqual({ timing: 'error check.input_missing', face: false });
  });

  test('is not judged in results that are older than the measurement', () => {
    expect(timingOf({})).toEqual({ timing: 'none', face: true });
  });

  /** A video of five seconds in chunks of half a second, on a server with a running clock; `change` is what the attacker or the network does. */
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

  test('comes from the server’s clock, because the video is sent while it is made', () => {
    expect(judgedLive(liveOf())).toMatchObject(passed);
    // A latency of 400 ms each way, and chunks that take nearly a second more.
    expect(judgedLive(liveOf({ wayMs: 1_300, sentMs: 1_900 }))).toMatchObject(passed);
    // One chunk that was held up for three seconds, and those behind it.
    const held = (receivedMs: number, index: number) =>
      index >= 5 && index < 8 ? Math.max(receivedMs, 7_000) : receivedMs;
    expect(judgedLive(liveOf({ change: held }))).toMatchObject(passed);
  });

  test('is not a pass if the video did not arrive in chunks, or differs from its chunks', () => {
    expect(judgedLive(null)).toMatchObject({ timing: 'check.input_missing', face: false });
    expect(judgedLive({ prompts: [], chunks: [] })).toMatchObject({ timing: 'check.input_missing', face: false });
    const empty = { ...liveOf(), chunks: liveOf().chunks.map((chunk) => ({ ...chunk, part: null })) };
    expect(judgedLive(empty)).toMatchObject({ timing: 'check.input_missing', face: false });
  });

  test('is not a pass for a movement that arrived before its prompt was sent, however the chunks are spread', () => {
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

  test('is not a pass for a movement that came after its window', () => {
    const { face, 'active-liveness': code } = judgedLive(liveOf({ beganMs: 20_000, sentMs: 15_000 }));
    expect([face, code]).toEqual([false, 'active_liveness.challenge_not_followed']);
  });

  test('is not a pass for a video that was made in advance, at whatever speed it is sent', () => {
    for (const everyMs of [0, 5, 50, 200]) {
      const atOnce = liveOf({ sentMs: 1_000, change: (_, index) => 900 + index * everyMs });
      const told = judgedLive(atOnce);
      expect([everyMs, told.face]).toEqual([everyMs, false]);
    }
  });

  test('is not a pass for a video that is longer than the time since the challenge was drawn', () => {
    const change = (receivedMs: number) => Math.max(0, receivedMs);
    // The movement follows its prompt in time.
    const early = judgedLive(liveOf({ beganMs: -1_200, wayMs: 0, sentMs: 300, change }));
    expect([early.face, early.timing]).toEqual([false, 'active_liveness.recorded_too_early']);
    expect(judgedLive(liveOf({ beganMs: -400, wayMs: 0, sentMs: 1_100, change }))).toMatchObject(passed);
  });

  test('asks for another recording if the network delayed it, and neither refuses nor passes', () => {
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
