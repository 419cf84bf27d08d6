import { describe, expect, test } from 'vitest';
import { builtInMatchCalibrations } from '../../../src/domain/faces/built-in-match-calibrations.ts';
import { faceSources, type FaceSource } from '../../../src/domain/faces/face-source.ts';
import type { MatchCalibration } from '../../../src/domain/faces/match-calibration.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { faceStepTypes, judgeFacematch } from '../../../src/steps/faces/judge-facematch.ts';

function builtIn(name: string): MatchCalibration {
  const found = builtInMatchCalibrations.find(({ model, reference }) => model.name === name && reference === 'camera');
  if (found === undefined) throw new Error(`${name} comes without a calibration`);
  return found;
}
const [mobileFaceNet, dlib] = [builtIn('mobilefacenet-112'), builtIn('dlib-face')];

function faceAt(
  place: number,
  calibration: MatchCalibration = mobileFaceNet,
  source: FaceSource = 'camera',
): FaceTemplate {
  const embedding = Buffer.alloc(512);
  embedding.writeFloatLE(place);
  const pictureSha256 = `${source}${place}`;
  return {
    embedding: embedding.toString('base64'),
    modelSha256: calibration.model.sha256,
    source,
    pictureSha256,
    appearance: '',
  };
}

function judged(
  face: FaceTemplate,
  other: { type: 'document' | 'selfie' | 'location'; traits: object },
  { calibrations = [], threshold = null }: { calibrations?: MatchCalibration[]; threshold?: number | null } = {},
) {
  const others = [{ stepId: 'other', config: {}, ...other }];
  const rules = { match: null, people: faceStepTypes, threshold, calibrations };
  const [check] = judgeFacematch({ traits: { face }, others }, rules);
  return check;
}

const portrait = (face: FaceTemplate) => ({ type: 'document', traits: { portrait: face } }) as const;

describe('a portrait that is implausibly near to the face', () => {
  test.each([mobileFaceNet, dlib])('is a warning: the limit of $name is known', (calibration) => {
    const own = builtInMatchCalibrations.find(
      ({ model, reference }) => model === calibration.model && reference === 'document',
    );
    const { tooAlike = null, same = 0 } = own ?? {};
    if (tooAlike === null) throw new Error('without a limit nothing is found');
    const at = (distance: number) =>
      judged(faceAt(1, calibration), portrait(faceAt(1 + distance, calibration, 'document')));
    expect(at(tooAlike - 0.02)).toMatchObject({ outcome: 'warning', code: 'facematch.too_alike' });
    expect(at(tooAlike + 0.02)).toMatchObject({ outcome: 'passed', code: null });
    expect(at(same - 0.01)).toMatchObject({ outcome: 'passed', code: null });
  });

  test('is no warning if both were taken in one session, and a flow’s own limit still applies', () => {
    const selfie = { type: 'selfie', traits: { face: faceAt(1.2) } } as const;
    expect(judged(faceAt(1), selfie)).toMatchObject({ outcome: 'passed' });
    expect(judged(faceAt(1), selfie, { threshold: 0.1 })).toMatchObject({ code: 'facematch.borderline' });
  });
});

describe('a reference from any source', () => {
  const own = (reference: FaceSource, same: number): MatchCalibration => ({
    ...mobileFaceNet,
    name: `ours for ${reference}`,
    reference,
    same,
    different: 1.5,
    tooAlike: null,
    measured: {
      falseMatchRate: 0.001,
      otherPairs: 9,
      falseNonMatchRate: 0.1,
      samePairs: 9,
      set: 'ours',
      worstGroup: null,
    },
  });
  const unmeasured = (['chip', 'wallet'] as const).flatMap((source) => [
    { source, calibration: mobileFaceNet },
    { source, calibration: dlib },
  ]);

  test.each(unmeasured)('$source without its own limits goes to review by $calibration.name', (about) => {
    const { source, calibration } = about;
    for (const distance of [0.1, 0.4, 0.8, 1.9]) {
      const check = judged(faceAt(1, calibration), portrait(faceAt(1 + distance, calibration, source)));
      expect(check).toMatchObject({
        outcome: 'error',
        code: 'facematch.not_calibrated',
        data: { referenceSource: source, calibratedFor: null, thresholdErrorRates: null, calibration: null },
      });
      expect(check?.data?.distance).toBeCloseTo(distance);
    }
  });

  test('of any kind and at any distance never shows limits or rates of another kind', () => {
    let calibrated = 0;
    for (const calibration of [mobileFaceNet, dlib]) {
      for (const source of faceSources) {
        for (let distance = 0; distance < 2; distance += 0.1) {
          const check = judged(faceAt(1, calibration), portrait(faceAt(1 + distance, calibration, source)));
          const { calibratedFor, thresholdErrorRates, calibration: name } = check?.data ?? {};
          const own = builtInMatchCalibrations.find((one) => one.name === name);
          expect(calibratedFor).toBe(own === undefined ? null : source);
          expect(thresholdErrorRates).toEqual(own?.measured ?? null);
          if (own === undefined) expect(check?.outcome).toBe('error');
          else {
            calibrated += 1;
            expect([own.reference, own.model]).toEqual([source, calibration.model]);
          }
        }
      }
    }
    expect(calibrated).toBeGreaterThan(0);
  });

  test.each(faceSources)('%s with its own calibration is judged only by that one', (source) => {
    const calibrations = faceSources.map((reference) => own(reference, reference === source ? 0.5 : 1.4));
    const check = judged(faceAt(1), portrait(faceAt(1.8, mobileFaceNet, source)), { calibrations });
    expect(check).toMatchObject({
      outcome: 'warning',
      code: 'facematch.borderline',
      data: { referenceSource: source, calibratedFor: source, calibration: `ours for ${source}`, threshold: 0.5 },
    });
    expect(check?.data?.thresholdErrorRates).not.toBeNull();
  });

  test('counts whichever step found it', () => {
    const chip = { type: 'location', traits: { portrait: faceAt(3, mobileFaceNet, 'chip') } } as const;
    expect(judged(faceAt(1), chip, { calibrations: [own('chip', 1)] })).toMatchObject({
      outcome: 'failed',
      code: 'facematch.different_person',
    });
    expect(judged(faceAt(1), { type: 'location', traits: {} })).toBeUndefined();
  });
});
