import { describe, expect, test } from 'vitest';
import { stepRecordSchema } from '../../../src/contract/sessions/step-record.ts';
import type { History } from '../../../src/domain/ports/history.ts';
import type { MatchCalibration } from '../../../src/domain/faces/match-calibration.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { activeLivenessStep } from '../../../src/steps/active-liveness/index.ts';
import type { FaceLook } from '../../../src/steps/faces/look-at-face.ts';
import { passiveLivenessStep } from '../../../src/steps/passive-liveness/index.ts';
import { selfieStep } from '../../../src/steps/selfie/index.ts';
import { enhancedLivenessStep } from '../../../src/steps/enhanced-liveness/index.ts';

const model = { name: 'first-family', sha256: 'a'.repeat(64) };
const otherModel = { name: 'second-family', sha256: 'b'.repeat(64) };
const at = new Date('2026-03-01T09:30:00Z');

const mobileFaceNet = 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507';
const dlib = 'fa00a25a14059373278840143af59be67840d8c5b8428e0240ffc57f9108365e';

function faceAt(place: number, pictureSha256 = 'p'.repeat(64), modelSha256 = mobileFaceNet): FaceTemplate {
  const embedding = Buffer.alloc(512);
  embedding.writeFloatLE(place);
  return { embedding: embedding.toString('base64'), modelSha256, pictureSha256, appearance: '' };
}

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
  return Object.fromEntries(outcome.checks.map((check) => [check.id, `${check.outcome} ${check.code ?? ''}`.trim()]));
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

  test('fails what looks false and doubts what lies between, also when one crop alone looks false', () => {
    const spoof = (scores: number[], calibration = { live: 2, spoof: -2 }) =>
      checksOf({ antiSpoofing: [readingOf(scores, calibration)] })['passive-liveness'];
    expect(spoof([-6, -5, -7])).toBe('failed passive_liveness.not_live');
    expect(spoof([1, 0, 1])).toBe('warning passive_liveness.doubtful');
    expect(spoof([12, 12, -4])).toBe('warning passive_liveness.doubtful');
    // Another model has another scale: what is alive by one is false by the other.
    expect(spoof([7, 6, 8], { live: 40, spoof: 20 })).toBe('failed passive_liveness.not_live');
    expect(spoof([30, 30, 30], { live: 40, spoof: 20 })).toBe('warning passive_liveness.doubtful');
  });

  test('passes what every model finds alive, and nothing else', () => {
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
    // One of two cannot be used: however alive the other finds the face.
    expect(checksOf({ antiSpoofing: [first], antiSpoofingMissing: true })['passive-liveness']).toBe(
      'error check.model_missing',
    );
    expect(heard()).toBe('warning passive_liveness.doubtful');
  });

  test('passes only what both models together find alive enough, where that was measured', () => {
    const together = (first: number, second: number, threshold: number | null = null) => {
      const agreement = { with: model.name, weight: 0.5, live: 5, spoof: 3.2 };
      const other = { ...readingOf([second], { live: 1, spoof: -3 }, otherModel), agreement };
      return checksOf({ antiSpoofing: [readingOf([first]), other] }, { threshold })['passive-liveness'];
    };
    expect(together(4, 2)).toBe('passed');
    expect(together(2, 2)).toBe('failed passive_liveness.not_live');
    expect(together(2, 3)).toBe('warning passive_liveness.doubtful');
    expect(together(4, 2, 3)).toBe('warning passive_liveness.doubtful');
    // The one that it is measured with did not answer: the model's own limit is what is left.
    const alone = { ...readingOf([2]), agreement: { with: 'third-family', weight: 1, live: 50, spoof: 40 } };
    expect(checksOf({ antiSpoofing: [alone] })['passive-liveness']).toBe('passed');
  });

  test('a flow’s own limit moves that of the first model alone', () => {
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

  test('judges a look that was stored when one model judged alone as it was judged then', () => {
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

  test('doubts a live face in a picture that is not good enough', () => {
    expect(checksOf({ faults: ['face.blurry'] })['passive-liveness']).toBe('warning face.blurry');
  });

  test('asks for another picture where the models cannot tell, and says what to change about it', () => {
    const hintOf = (width: number, look: object = {}) => {
      const face = { ...goodLook.face, box: { x: 0.3, y: 0.2, width, height: width } };
      const result = { look: { ...goodLook, antiSpoofing: [readingOf([1, 0, 1])], face, ...look } };
      const request = { config: {}, input: {}, stored: { kind: 'done' as const, result }, at, earlier: [] };
      return passiveLivenessStep.evaluate(request).retakeCodes;
    };
    expect(hintOf(0.4)).toEqual(['passive_liveness.unsure_light']);
    expect(hintOf(0.1)).toEqual(['passive_liveness.unsure_distance']);
    expect(hintOf(0.8)).toEqual(['passive_liveness.unsure_distance']);
    // What is called an attack is not coached, and what passed needs no other picture.
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

const noHistory: History = {
  listIdentitiesWith: () => Promise.resolve([]),
  findLastPlace: () => Promise.resolve(null),
  reverifies: false,
  enrolledFace: () => Promise.resolve(null),
  isSealed: () => Promise.resolve(false),
  matchCalibrations: () => Promise.resolve([]),
  nearestFaces: () => Promise.resolve({ searched: 0, unsearched: 0, hits: [] }),
};

async function conclude(
  step: typeof selfieStep,
  {
    config,
    face,
    others = [],
    history = {},
  }: {
    config: object;
    face?: FaceTemplate;
    others?: { stepId: string; type: 'selfie' | 'document'; traits: object; config?: object }[];
    history?: Partial<History>;
  },
): Promise<Record<string, string>> {
  const request = {
    stepId: 'own',
    config,
    traits: face === undefined ? {} : { face },
    others: others.map((other) => ({ config: {}, ...other })),
  };
  const seen = await step.conclusion?.look({ ...noHistory, ...history }, request);
  const checks = step.conclusion?.judge({ ...request, seen: JSON.parse(JSON.stringify(seen)) as unknown, at }) ?? [];
  return Object.fromEntries(checks.map((check) => [check.id, `${check.outcome} ${check.code ?? ''}`.trim()]));
}

describe('a face compared', () => {
  const portrait = (place: number, modelSha256 = mobileFaceNet, stepId = 'id') => [
    { stepId, type: 'document' as const, traits: { portrait: faceAt(place, 'd', modelSha256) } },
  ];

  test('with the document: same, borderline, different, nothing to compare with', async () => {
    const config = { match: 'id' };
    const face = faceAt(1);
    expect(await conclude(selfieStep, { config, face, others: portrait(1.9) })).toEqual({ facematch: 'passed' });
    expect(await conclude(selfieStep, { config, face, others: portrait(2.1) })).toEqual({
      facematch: 'warning facematch.borderline',
    });
    expect(await conclude(selfieStep, { config, face, others: portrait(2.3) })).toEqual({
      facematch: 'failed facematch.different_person',
    });
    expect(await conclude(selfieStep, { config, face })).toEqual({ facematch: 'warning facematch.no_reference_face' });
    expect(await conclude(selfieStep, { config, others: portrait(1) })).toEqual({
      facematch: 'skipped check.input_missing',
    });
  });

  test('with every document that shows a portrait, unless the flow says `none`', async () => {
    const face = faceAt(1);
    const accepts = (...types: string[]) => ({ accept: types.map((type) => ({ type })) });
    const given = (others: Parameters<typeof conclude>[1]['others'], config = {}, step = selfieStep) =>
      conclude(step, { config, face, others: others ?? [] });
    const passport = portrait(2.3).map((other) => ({ ...other, config: accepts('passport', 'proof-of-residency') }));
    expect(await given(passport)).toEqual({ facematch: 'failed facematch.different_person' });
    expect(await given(passport, { match: 'none' })).toEqual({});
    // Of two documents the one that fits worse decides.
    expect(await given([...portrait(1.5), ...portrait(2.3, mobileFaceNet, 'card')])).toEqual({
      facematch: 'failed facematch.different_person',
    });
    const bill = [{ stepId: 'bill', type: 'document' as const, traits: {}, config: accepts('proof-of-residency') }];
    expect(await given(bill)).toEqual({});
    expect(await given([{ stepId: 'id', type: 'document', traits: {}, config: accepts('passport') }])).toEqual({
      facematch: 'warning facematch.no_reference_face',
    });
    for (const step of [passiveLivenessStep, activeLivenessStep]) {
      expect(await given(passport, {}, step)).toEqual({ facematch: 'failed facematch.different_person' });
      expect(await given(passport, { match: 'none' }, step)).toEqual({});
      const unmatched = { stepId: 'selfie', type: 'selfie' as const, traits: { face }, config: { match: 'none' } };
      expect(await given([unmatched, ...passport], {}, step)).toEqual({ facematch: 'passed' });
      // The selfie alone would pass: a picture that is made of two people is like both.
      expect(await given([{ ...unmatched, config: {} }, ...passport], {}, step)).toEqual({
        facematch: 'failed facematch.different_person',
      });
    }
  });

  test('by dlib only within its strict limit; what lies beyond goes to review and is never refused', async () => {
    const judged = (place: number) =>
      conclude(selfieStep, { config: {}, face: faceAt(1, 'p', dlib), others: portrait(place, dlib) });
    expect(await judged(1.3)).toEqual({ facematch: 'passed' });
    expect(await judged(1.41)).toEqual({ facematch: 'passed' });
    expect(await judged(1.43)).toEqual({ facematch: 'warning facematch.borderline' });
    expect(await judged(3)).toEqual({ facematch: 'warning facematch.borderline' });
  });

  test('never across models, and by a model that both were described by', async () => {
    const face = faceAt(1);
    expect(await conclude(selfieStep, { config: {}, face, others: portrait(1, dlib) })).toEqual({
      facematch: 'error facematch.other_model',
    });
    expect(await conclude(selfieStep, { config: {}, face: faceAt(1, 'p', 'x'), others: portrait(1, 'x') })).toEqual({
      facematch: 'error facematch.other_model',
    });
    const enrolled = { ...faceAt(9, 'e', dlib), alternates: [{ ...faceAt(1.5), modelSha256: mobileFaceNet }] };
    const history = { enrolledFace: () => Promise.resolve(enrolled) };
    expect(await conclude(selfieStep, { config: {}, face, history })).toEqual({ 're-facematch': 'passed' });
    const other = { enrolledFace: () => Promise.resolve(faceAt(1, 'e', dlib)) };
    expect(await conclude(selfieStep, { config: {}, face, history: other })).toEqual({
      're-facematch': 'error re_facematch.other_model',
    });
  });

  test('by the operator’s own calibration, and by a flow’s threshold only where that is stricter', async () => {
    const judged = (threshold: number | null, calibrations: MatchCalibration[] = []) =>
      conclude(selfieStep, {
        config: { threshold },
        face: faceAt(1),
        others: portrait(1.9),
        history: { matchCalibrations: () => Promise.resolve(calibrations) },
      });
    const model = { name: 'mobilefacenet-112', sha256: mobileFaceNet };
    const own = { name: 'ours', model, reference: 'camera', different: 0.85, tooAlike: null, measured: null } as const;
    expect(await judged(null)).toEqual({ facematch: 'passed' });
    expect(await judged(0.8)).toEqual({ facematch: 'warning facematch.borderline' });
    expect(await judged(0.8, [{ ...own, same: 0.7 }])).toEqual({ facematch: 'failed facematch.different_person' });
    const distant = portrait(2.1);
    expect(await conclude(selfieStep, { config: { threshold: 1.9 }, face: faceAt(1), others: distant })).toEqual({
      facematch: 'warning facematch.borderline',
    });
  });

  test('with the enrolled face, wherever there is one, and never passed over when an identity is verified again', async () => {
    const enrolled = (place: number) => ({ enrolledFace: () => Promise.resolve(faceAt(place)) });
    const provider = { name: 'aws-rekognition', region: 'eu-west-1' };
    for (const [step, config] of [
      [selfieStep, {}],
      [passiveLivenessStep, {}],
      [activeLivenessStep, {}],
      [enhancedLivenessStep, { provider }],
    ] as const) {
      const judged = (history: Partial<History>) => conclude(step, { config, face: faceAt(1), history });
      expect(await judged({})).toEqual({});
      expect(await judged(enrolled(1.1))).toEqual({ 're-facematch': 'passed' });
      expect(await judged(enrolled(3))).toEqual({ 're-facematch': 'failed re_facematch.different_person' });
      expect(await judged({ reverifies: true })).toEqual({ 're-facematch': 'warning re_facematch.no_enrolled_face' });
      const faceless = await conclude(step, { config, history: { reverifies: true } });
      expect(faceless).toEqual({ 're-facematch': 'skipped check.input_missing' });
    }
  });

  test('with all enrolled faces only where the flow asks for it and the person agreed', async () => {
    const config = { searchDuplicates: true };
    const hit = { searched: 5, unsearched: 0, hits: [{ identityId: 'idn_01m7xvjhs8fexr4y2jrnqqayqa', distance: 0.2 }] };
    const judged = (nearestFaces: History['nearestFaces']) =>
      conclude(selfieStep, { config, face: faceAt(1), history: { nearestFaces } });
    expect(await judged(() => Promise.resolve(hit))).toEqual({
      'duplicate-face': 'warning duplicate_face.other_identity',
    });
    expect(await judged(() => Promise.resolve({ searched: 5, unsearched: 0, hits: [] }))).toEqual({
      'duplicate-face': 'passed',
    });
    expect(await judged(() => Promise.resolve({ searched: 5, unsearched: 1, hits: [] }))).toEqual({
      'duplicate-face': 'warning duplicate_face.not_all_searched',
    });
    expect(await judged(() => Promise.resolve(null))).toEqual({ 'duplicate-face': 'skipped check.input_missing' });
    expect(
      await conclude(selfieStep, {
        config: {},
        face: faceAt(1),
        history: { nearestFaces: () => Promise.resolve(hit) },
      }),
    ).toEqual({});
  });

  test('with the selfie: a living person cannot vouch for another’s picture, nor for one that was replaced', async () => {
    const selfie = (face: FaceTemplate) => [{ stepId: 'selfie', type: 'selfie' as const, traits: { face } }];
    const config = { reuseSelfieOf: 'selfie' };
    const judged = (face: FaceTemplate) =>
      conclude(passiveLivenessStep, { config, face: faceAt(1), others: selfie(face) });
    expect(await judged(faceAt(1))).toEqual({ facematch: 'passed' });
    expect(await judged(faceAt(1.1, 'another picture'))).toEqual({ facematch: 'warning facematch.borderline' });
    expect(await judged(faceAt(3))).toEqual({ facematch: 'failed facematch.different_person' });
  });
});
