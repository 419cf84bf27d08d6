import { describe, expect, test } from 'vitest';
import { stepRecordSchema } from '../../../src/contract/sessions/step-record.ts';
import type { FaceLook } from '../../../src/steps/faces/look-at-face.ts';
import { passiveLivenessStep } from '../../../src/steps/passive-liveness/index.ts';
import { faceAt } from '../../support/people/made-up-face.ts';

const model = { name: 'first-family', sha256: 'a'.repeat(64) };
const otherModel = { name: 'second-family', sha256: 'b'.repeat(64) };
const at = new Date('2026-03-01T09:30:00Z');

const goodLook: FaceLook = {
  fault: null,
  faults: [],
  face: {
    box: { x: 0.3, y: 0.2, width: 0.4, height: 0.4 },
    yawDegrees: 1,
    pitchDegrees: 1,
    rollDegrees: 1,
    sharpness: 0.3,
    brightness: 0.5,
    eyesOpen: 1,
  },
  eyeDistancePx: 120,
  occlusion: 0,
  template: faceAt(1),
  antiSpoofing: [
    { score: 7, scores: [7, 6, 8], calibration: { live: 2, spoof: -2 }, agreement: null, model },
    { score: 3, scores: [3], calibration: { live: 1, spoof: -3 }, agreement: null, model: otherModel },
  ],
  antiSpoofingRule: 'all',
  antiSpoofingMissing: false,
  origin: null,
  coverings: { mask: 0, sunglasses: 0, reflections: 0, eyesVisible: 1 },
  reproduction: { screen: 0, printEdge: 0, moire: 0 },
  models: [model],
  durationMs: 12,
};

function checksOf(look: object | null, config: object = {}): Record<string, string> {
  const result = { look: look && { ...goodLook, ...look } };
  const request = { config, input: {}, stored: { kind: 'done' as const, result }, at, earlier: [] };
  const { outcome } = passiveLivenessStep.evaluate(request);
  stepRecordSchema.parse({
    id: 'alive',
    type: 'passive-liveness',
    status: 'finished',
    attempts: 1,
    finishedAt: at.toISOString(),
    passiveLiveness: outcome.record,
    checks: outcome.checks,
    origin: 'sdk' as const,
    media: [],
  });
  // Of a check with several findings, the first.
  return Object.fromEntries(
    outcome.checks.toReversed().map((check) => [check.id, `${check.outcome} ${check.code ?? ''}`.trim()]),
  );
}

function readingOf(scores: number[], calibration = { live: 2, spoof: -2 }, by = model) {
  return { score: scores.reduce((a, b) => a + b) / scores.length, scores, calibration, agreement: null, model: by };
}

describe('passive liveness', () => {
  test('passes a live, bare face', () => {
    expect(checksOf({})).toEqual({ 'passive-liveness': 'passed', 'face-mask': 'passed', lens: 'passed' });
  });

  test('never passes without the model, without a picture or without an answer', () => {
    expect(checksOf({ antiSpoofingMissing: true, antiSpoofing: null })['passive-liveness']).toBe(
      'error check.model_missing',
    );
    expect(checksOf(null)).toEqual({
      'passive-liveness': 'error check.input_missing',
      'face-mask': 'error check.input_missing',
      lens: 'error check.input_missing',
    });
    expect(checksOf({ antiSpoofing: null })['passive-liveness']).toBe('error check.broken');
  });

  test('fails what looks false and doubts what is between, even if only one crop looks false', () => {
    const spoof = (scores: number[], calibration = { live: 2, spoof: -2 }) =>
      checksOf({ antiSpoofing: [readingOf(scores, calibration)] })['passive-liveness'];
    expect(spoof([-6, -5, -7])).toBe('failed passive_liveness.not_live');
    expect(spoof([1, 0, 1])).toBe('warning passive_liveness.doubtful');
    expect(spoof([12, 12, -4])).toBe('warning passive_liveness.doubtful');
    // Each model has its own scale: a live score on one is a spoof on the other.
    expect(spoof([7, 6, 8], { live: 40, spoof: 20 })).toBe('failed passive_liveness.not_live');
    expect(spoof([30, 30, 30], { live: 40, spoof: 20 })).toBe('warning passive_liveness.doubtful');
  });

  test('passes a face that every model finds alive, and no other', () => {
    const [first, second] = goodLook.antiSpoofing ?? [];
    const [alive, doubtful, dead] = [[5], [-1], [-9]].map((scores) =>
      readingOf(scores, { live: 1, spoof: -3 }, otherModel),
    );
    const heard = (...antiSpoofing: unknown[]) => checksOf({ antiSpoofing })['passive-liveness'];
    expect(heard(first, alive)).toBe('passed');
    for (const both of [
      [first, doubtful],
      [doubtful, first],
    ]) {
      expect(heard(...both)).toBe('warning passive_liveness.doubtful');
    }
    expect(heard(first, dead)).toBe('failed passive_liveness.not_live');
    expect(heard(dead, second)).toBe('failed passive_liveness.not_live');
    // One of the two models cannot be used, so nothing passes, however alive the other finds the face.
    expect(checksOf({ antiSpoofing: [first], antiSpoofingMissing: true })['passive-liveness']).toBe(
      'error check.model_missing',
    );
    expect(heard()).toBe('warning passive_liveness.doubtful');
  });

  test('passes only a face that both models together find alive enough, if that was measured', () => {
    const together = (first: number, second: number, threshold: number | null = null) => {
      const agreement = { with: model.name, weight: 0.5, live: 5, spoof: 3.2 };
      const other = { ...readingOf([second], { live: 1, spoof: -3 }, otherModel), agreement };
      return checksOf({ antiSpoofing: [readingOf([first]), other] }, { threshold })['passive-liveness'];
    };
    expect(together(4, 2)).toBe('passed');
    expect(together(2, 2)).toBe('failed passive_liveness.not_live');
    expect(together(2, 3)).toBe('warning passive_liveness.doubtful');
    expect(together(4, 2, 3)).toBe('warning passive_liveness.doubtful');
    // The partner model did not answer, so only the model's own limit applies.
    const alone = { ...readingOf([2]), agreement: { with: 'third-family', weight: 1, live: 50, spoof: 40 } };
    expect(checksOf({ antiSpoofing: [alone] })['passive-liveness']).toBe('passed');
  });

  test('a flow’s own limit moves only that of the first model', () => {
    const life = (threshold: number) => checksOf({}, { threshold })['passive-liveness'];
    expect(life(-50)).toBe('passed');
    expect(life(8)).toBe('warning passive_liveness.doubtful');
    expect(life(40)).toBe('failed passive_liveness.not_live');
    const [first] = goodLook.antiSpoofing ?? [];
    const doubtful = readingOf([-1], { live: 1, spoof: -3 }, otherModel);
    expect(checksOf({ antiSpoofing: [first, doubtful] }, { threshold: -50 })['passive-liveness']).toBe(
      'warning passive_liveness.doubtful',
    );
  });

  test('a flow’s own limit can only tighten: no limit and no score gives a milder verdict than the calibration', () => {
    const order = ['passed', 'warning passive_liveness.doubtful', 'failed passive_liveness.not_live'];
    const steps = [-6, -3, -1, 0, 1, 2, 4, 9];
    const agreement = { with: model.name, weight: 0.7, live: 3, spoof: -1 };
    for (const first of steps) {
      for (const second of steps) {
        for (const rule of ['all', 'majority'] as const) {
          const other = { ...readingOf([second], { live: 1, spoof: -3 }, otherModel), agreement };
          const look = { antiSpoofing: [readingOf([first]), other], antiSpoofingRule: rule };
          const judged = (threshold: number | null) =>
            order.indexOf(checksOf(look, { threshold })['passive-liveness'] ?? '');
          const calibrated = judged(null);
          expect(calibrated).toBeGreaterThanOrEqual(0);
          for (const threshold of [-1000, -50, -2, 0, 1.9, 2]) expect(judged(threshold)).toBe(calibrated);
          for (const threshold of [2.1, 5, 40, 1000]) expect(judged(threshold)).toBeGreaterThanOrEqual(calibrated);
        }
      }
    }
  });

  test('judges a result from the time of a single model as it was judged then', () => {
    const { antiSpoofingRule: _, ...stored } = goodLook;
    const reading = readingOf([7, 6, 8]);
    expect(checksOf({ ...stored, antiSpoofing: reading })['passive-liveness']).toBe('passed');
    expect(checksOf({ ...stored, antiSpoofing: { ...reading, score: -7 } })['passive-liveness']).toBe(
      'failed passive_liveness.not_live',
    );
  });

  test('doubts a face in a picture with signs of a screen, a print or a grid, and one whose signs nobody looked for', () => {
    const none = { screen: 0, printEdge: 0, moire: 0 };
    for (const sign of ['screen', 'printEdge', 'moire']) {
      expect(checksOf({ reproduction: { ...none, [sign]: 0.8 } })['passive-liveness']).toBe(
        'warning passive_liveness.screen_or_print',
      );
    }
    expect(checksOf({ reproduction: { ...none, printEdge: 0.5 } })['passive-liveness']).toBe('passed');
    expect(checksOf({ reproduction: null })['passive-liveness']).toBe('warning passive_liveness.doubtful');
  });

  test('doubts a face that is smoother than skin, coloured in steps or of unknown surface, and asks again', () => {
    const doubt = 'warning passive_liveness.unlike_skin';
    expect(checksOf({ skin: { texture: -1.5, colour: -4.5 } })['passive-liveness']).toBe('passed');
    expect(checksOf({ skin: { texture: -1.7, colour: -4.5 } })['passive-liveness']).toBe(doubt);
    expect(checksOf({ skin: { texture: 9, colour: -4.3 } })['passive-liveness']).toBe(doubt);
    expect(checksOf({ skin: null })['passive-liveness']).toBe(doubt);
    // Judged as before this was measured.
    expect(checksOf({ skin: undefined })['passive-liveness']).toBe('passed');
    const result = { look: { ...goodLook, skin: null } };
    const request = { config: {}, input: {}, stored: { kind: 'done' as const, result }, at, earlier: [] };
    expect(passiveLivenessStep.evaluate(request).retakeCodes).toEqual(['passive_liveness.unsure_light']);
  });

  test('wants surer models where the colours of the face vary as those of a print, and never calls that an attack', () => {
    const skin = { texture: 1, colour: -5 };
    const agreement = { with: 'first-family', weight: 1, live: 8, spoof: 0 };
    const together = goodLook.antiSpoofing?.map((one, index) => (index === 1 ? { ...one, agreement } : one)) ?? null;
    const withLine = (colourLine: number | undefined) =>
      checksOf({ antiSpoofing: together, skin: { ...skin, colourLine } })['passive-liveness'];
    // The two scores are 10 together.
    for (const passing of [1, 0.72, 0.65]) expect(withLine(passing)).toBe('passed');
    for (const doubtful of [0.63, 0.3, 0]) expect(withLine(doubtful)).toBe('warning passive_liveness.doubtful');
    // Judged as before this was measured.
    expect(withLine(undefined)).toBe('passed');
    // At most six points: a portrait without colours, of which the models are sure, passes.
    const sure = together?.map((one) => ({ ...one, score: one.score + 2 })) ?? null;
    expect(checksOf({ antiSpoofing: sure, skin: { ...skin, colourLine: 0 } })['passive-liveness']).toBe('passed');
    // Neither without an agreement: there is no combined score.
    expect(checksOf({ skin: { ...skin, colourLine: 0 } })['passive-liveness']).toBe('passed');
  });

  test('doubts a live face in a picture that is not good enough', () => {
    expect(checksOf({ faults: ['face.blurry'] })['passive-liveness']).toBe('warning face.blurry');
  });

  test('asks for another picture if the models cannot tell, and says what to change about it', () => {
    const hintOf = (width: number, look: object = {}) => {
      const face = { ...goodLook.face, box: { x: 0.3, y: 0.2, width, height: width } };
      const result = { look: { ...goodLook, antiSpoofing: [readingOf([1, 0, 1])], face, ...look } };
      const request = { config: {}, input: {}, stored: { kind: 'done' as const, result }, at, earlier: [] };
      return passiveLivenessStep.evaluate(request).retakeCodes;
    };
    expect(hintOf(0.4)).toEqual(['passive_liveness.unsure_light']);
    expect(hintOf(0.1)).toEqual(['passive_liveness.unsure_distance']);
    expect(hintOf(0.8)).toEqual(['passive_liveness.unsure_distance']);
    // An attack gets no advice, and a pass needs no other picture.
    expect(hintOf(0.4, { antiSpoofing: [readingOf([-6])] })).toEqual([]);
    expect(hintOf(0.4, { antiSpoofing: [readingOf([7])] })).toEqual([]);
  });

  test('finds masks, sunglasses, reflections and hidden eyes, and doubts what it cannot tell', () => {
    const coverings = { mask: 0, sunglasses: 0, reflections: 0, eyesVisible: 1 };
    expect(checksOf({ coverings: { ...coverings, mask: 0.8 } })['face-mask']).toBe('failed face_mask.worn');
    expect(checksOf({ coverings: { ...coverings, mask: 0.4 } })['face-mask']).toBe('warning face_mask.worn');
    expect(checksOf({ coverings: { ...coverings, mask: null } })['face-mask']).toBe('warning face_mask.worn');
    const dark = { ...coverings, sunglasses: 1, eyesVisible: 0 };
    expect(checksOf({ coverings: dark }).lens).toBe('failed lens.sunglasses');
    expect(checksOf({ coverings: { ...coverings, reflections: 0.9 } }).lens).toBe('warning lens.reflections');
    expect(checksOf({ coverings: { ...coverings, eyesVisible: 0.2 } }).lens).toBe('failed lens.eyes_not_visible');
    // Glass that takes 70 % of the light, with the eyes in sight; and a shadow.
    expect(checksOf({ coverings: { ...coverings, sunglasses: 0.9 } }).lens).toBe('warning lens.tinted');
    expect(checksOf({ coverings: { ...coverings, sunglasses: 0.3 } }).lens).toBe('passed');
    expect(checksOf({ coverings: null }).lens).toBe('warning lens.eyes_not_visible');
  });
});
