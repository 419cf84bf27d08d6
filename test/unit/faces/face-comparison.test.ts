import { describe, expect, test } from 'vitest';
import type { History } from '../../../src/domain/ports/history.ts';
import type { MatchCalibration } from '../../../src/domain/faces/match-calibration.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { activeLivenessStep } from '../../../src/steps/active-liveness/index.ts';
import { enhancedLivenessStep } from '../../../src/steps/enhanced-liveness/index.ts';
import { passiveLivenessStep } from '../../../src/steps/passive-liveness/index.ts';
import { voiceLivenessStep } from '../../../src/steps/voice-liveness/index.ts';
import { selfieStep } from '../../../src/steps/selfie/index.ts';
import { dlib, faceAt, mobileFaceNet } from '../../support/people/made-up-face.ts';

const at = new Date('2026-03-01T09:30:00Z');

const noHistory: History = {
  listIdentitiesWith: () => Promise.resolve([]),
  knownHolder: () => Promise.resolve({}),
  isHolderEncrypted: () => Promise.resolve(false),
  areDocumentsLost: () => Promise.resolve(false),
  findLastPlaces: () => Promise.resolve([]),
  reverifies: false,
  enrolledFace: () => Promise.resolve(null),
  isSealed: () => Promise.resolve(false),
  findShownBefore: () => Promise.resolve('notShown'),
  hasVerifiedFace: () => Promise.resolve(false),
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
  // Of a check with several findings, the first.
  return Object.fromEntries(
    checks.toReversed().map((check) => [check.id, `${check.outcome} ${check.code ?? ''}`.trim()]),
  );
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
    // Of two documents, the worse match decides.
    expect(await given([...portrait(1.5), ...portrait(2.3, mobileFaceNet, 'card')])).toEqual({
      facematch: 'failed facematch.different_person',
    });
    const bill = [{ stepId: 'bill', type: 'document' as const, traits: {}, config: accepts('proof-of-residency') }];
    expect(await given(bill)).toEqual({});
    expect(await given([{ stepId: 'id', type: 'document', traits: {}, config: accepts('passport') }])).toEqual({
      facematch: 'warning facematch.no_reference_face',
    });
    const leftOut = { stepId: 'other', type: 'selfie' as const, traits: { face }, config: { match: 'none' } };
    // A selfie does not follow another one.
    expect(await given([leftOut, ...passport])).toEqual({ facematch: 'failed facematch.different_person' });
    for (const step of [passiveLivenessStep, activeLivenessStep]) {
      const matched = { ...leftOut, stepId: 'selfie', config: {} };
      expect(await given([leftOut, matched, ...passport], {}, step)).toEqual({
        facematch: 'failed facematch.different_person',
      });
      expect(await given(passport, {}, step)).toEqual({ facematch: 'failed facematch.different_person' });
      expect(await given(passport, { match: 'none' }, step)).toEqual({});
      const unmatched = { stepId: 'selfie', type: 'selfie' as const, traits: { face }, config: { match: 'none' } };
      expect(await given([unmatched, ...passport], {}, step)).toEqual({ facematch: 'passed' });
      // The selfie alone would pass, because a picture that blends two people resembles both.
      expect(await given([{ ...unmatched, config: {} }, ...passport], {}, step)).toEqual({
        facematch: 'failed facematch.different_person',
      });
    }
  });

  test('by dlib passes only within its strict limit; beyond it goes to review and is never refused', async () => {
    const judged = (place: number) =>
      conclude(selfieStep, { config: {}, face: faceAt(1, 'p', dlib), others: portrait(place, dlib) });
    expect(await judged(1.3)).toEqual({ facematch: 'passed' });
    expect(await judged(1.41)).toEqual({ facematch: 'passed' });
    expect(await judged(1.43)).toEqual({ facematch: 'warning facematch.borderline' });
    expect(await judged(3)).toEqual({ facematch: 'warning facematch.borderline' });
  });

  test('is never compared across models, only by a model that described both', async () => {
    const face = faceAt(1);
    expect(await conclude(selfieStep, { config: {}, face, others: portrait(1, dlib) })).toEqual({
      facematch: 'error facematch.other_model',
    });
    expect(await conclude(selfieStep, { config: {}, face: faceAt(1, 'p', 'x'), others: portrait(1, 'x') })).toEqual({
      facematch: 'error facematch.not_calibrated',
    });
    const enrolled = { ...faceAt(9, 'e', dlib), alternates: [{ ...faceAt(1.5), modelSha256: mobileFaceNet }] };
    const history = { enrolledFace: () => Promise.resolve(enrolled) };
    expect(await conclude(selfieStep, { config: {}, face, history })).toEqual({ 're-facematch': 'passed' });
    const other = { enrolledFace: () => Promise.resolve(faceAt(1, 'e', dlib)) };
    expect(await conclude(selfieStep, { config: {}, face, history: other })).toEqual({
      're-facematch': 'error re_facematch.other_model',
    });
  });

  test('uses the operator’s own calibration, and a flow’s threshold only if that is stricter', async () => {
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

  test('by the selfie’s own threshold also if it is the face of a liveness step', async () => {
    const provider = { name: 'aws-rekognition', region: 'eu-west-1' };
    const selfieWith = (config: object) => ({
      stepId: 'selfie',
      type: 'selfie' as const,
      traits: { face: faceAt(1.1, 'selfie') },
      config,
    });
    for (const [step, config] of [
      [passiveLivenessStep, {}],
      [activeLivenessStep, {}],
      [enhancedLivenessStep, { provider }],
      [voiceLivenessStep, { withVideo: true }],
    ] as const) {
      const judged = (selfie: object, place: number) =>
        conclude(step, { config, face: faceAt(1), others: [selfieWith(selfie), ...portrait(place)] });
      expect(await judged({}, 1.9)).toEqual({ facematch: 'passed' });
      expect(await judged({ threshold: 0.8 }, 1.9)).toEqual({ facematch: 'warning facematch.borderline' });
      expect(await judged({ threshold: 0.05 }, 1.02)).toEqual({ facematch: 'warning facematch.borderline' });
      expect(await judged({ threshold: 0.8 }, 1.7)).toEqual({ facematch: 'passed' });
    }
  });

  test('with the enrolled face, if there is one, and this is never skipped when an identity is verified again', async () => {
    const enrolled = (place: number, picture = 'earlier') => ({
      enrolledFace: () => Promise.resolve(faceAt(place, picture)),
    });
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
      expect(await judged(enrolled(1, faceAt(1).pictureSha256))).toEqual({
        're-facematch': 'warning re_facematch.same_picture',
      });
      const shown = { ...enrolled(1.1), findShownBefore: () => Promise.resolve('shown' as const) };
      expect(await judged(shown)).toEqual({ 're-facematch': 'warning re_facematch.same_picture' });
      const untold = { ...enrolled(1.1), findShownBefore: () => Promise.resolve('sealed' as const) };
      expect(await judged(untold)).toEqual({ 're-facematch': 'warning encryption.sealed' });
      const tooMany = { ...enrolled(1.1), findShownBefore: () => Promise.resolve('incomplete' as const) };
      expect(await judged(tooMany)).toEqual({ 're-facematch': 'error check.timed_out' });
      expect(await judged({ ...enrolled(1.1), hasVerifiedFace: () => Promise.resolve(null) })).toEqual({
        're-facematch': 'error check.timed_out',
      });
      expect(await judged(enrolled(3))).toEqual({ 're-facematch': 'failed re_facematch.different_person' });
      expect(await judged({ reverifies: true })).toEqual({ 're-facematch': 'warning re_facematch.no_enrolled_face' });
      const faceless = await conclude(step, { config, history: { reverifies: true } });
      expect(faceless).toEqual({ 're-facematch': 'skipped check.input_missing' });
    }
  });

  test('with all enrolled faces only if the flow asks for it and the person agreed', async () => {
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
    expect(await judged(faceAt(1.1, 'another picture'))).toEqual({ facematch: 'warning facematch.selfie_replaced' });
    expect(await judged(faceAt(3))).toEqual({ facematch: 'failed facematch.different_person' });
  });
});
