import { describe, expect, test } from 'vitest';
import { stepRecordSchema } from '../../../src/contract/sessions/step-record.ts';
import { activeLivenessStep } from '../../../src/steps/active-liveness/index.ts';
import {
  calibrations,
  goodVideo,
  judgedBy,
  looksWith,
  model,
  noSigns,
  samplesOf,
} from '../../support/people/watched-video.ts';

const at = new Date('2026-03-01T09:30:00Z');

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

describe('a video of somebody who follows the prompts', () => {
  test('passes if nothing speaks against it', () => {
    expect(verdictOn({})).toBe('passed');
  });

  test.each(['screen', 'printEdge', 'moire'] as const)(
    'goes to review with the sign %s in most of its pictures, however alive the model finds it',
    (sign) => {
      const shown = { ...noSigns, [sign]: 0.9 };
      expect(verdictOn({ looks: looksWith([shown, shown, shown, noSigns, noSigns]) })).toBe(
        'warning active_liveness.screen_or_print',
      );
      // A picture on the wall that is visible once is not a screen around the face.
      expect(verdictOn({ looks: looksWith([shown, noSigns, noSigns, noSigns, shown]) })).toBe('passed');
    },
  );

  test('goes to review with bands that roll over it', () => {
    expect(verdictOn({ banding: 0.017 })).toBe('warning active_liveness.screen_or_print');
    // A camera that sways in somebody's hand.
    expect(verdictOn({ banding: 0.0135 })).toBe('passed');
  });

  test('does not pass if nobody could look for the signs', () => {
    expect(verdictOn({ looks: looksWith([null, null, null, noSigns, noSigns]) })).toBe(
      'warning active_liveness.doubtful',
    );
  });

  test('is judged as before if it was stored before the service looked for signs', () => {
    expect(verdictOn({ looks: looksWith([undefined, undefined, undefined]), banding: null })).toBe('passed');
  });

  test('is refused for the more serious fault before it is doubted for signs', () => {
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

  test('passes only if every model finds the face alive', () => {
    expect(verdictOn(judgedBy(calibrations.first, { live: 4, spoof: -3 }))).toBe('warning active_liveness.doubtful');
    expect(verdictOn(judgedBy(calibrations.first, { live: 9, spoof: 4 }))).toBe('failed active_liveness.not_live');
    // The second model gave no score for any picture.
    const looks = goodVideo.looks.map((look) => ({ ...look, spoofScores: [7] }));
    expect(verdictOn({ looks })).toBe('warning active_liveness.doubtful');
    expect(verdictOn({ antiSpoofing: [] })).toBe('warning active_liveness.doubtful');
  });

  test('does not pass if one of its pictures shows a model another face than a person', () => {
    const planted = (drift: number | null) =>
      goodVideo.looks.map((look, index) => ({ ...look, spoofDrifts: [null, index === 2 ? drift : 3] }));
    expect(verdictOn({ looks: planted(null) })).toBe('passed');
    expect(verdictOn({ looks: planted(12) })).toBe('passed');
    expect(verdictOn({ looks: planted(26) })).toBe('warning active_liveness.doubtful');
  });

  test('is judged as before if it was stored when one model judged alone', () => {
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
