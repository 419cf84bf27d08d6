import { describe, expect, test } from 'vitest';
import { builtInMatchCalibrations } from '../../../src/domain/faces/built-in-match-calibrations.ts';
import { comparePictures, pictureSimilarity } from '../../../src/domain/faces/same-picture.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { judgeFacematch } from '../../../src/steps/faces/judge-facematch.ts';
import { blended } from '../../support/people/blended-appearance.ts';

const calibration = builtInMatchCalibrations.find(({ tooAlike }) => tooAlike !== null);
const { tooAlike = null, same = 0, model = { sha256: '' } } = calibration ?? {};

let pictures = 0;
const face = (distance: number, appearance: string): FaceTemplate => {
  const embedding = Buffer.alloc(8);
  embedding.writeFloatLE(distance);
  pictures += 1;
  return {
    embedding: embedding.toString('base64'),
    modelSha256: model.sha256,
    pictureSha256: `${pictures}`,
    appearance,
  };
};
const photograph = face(0, blended(0));
const [near, far] = [(tooAlike ?? 0) - 0.05, (tooAlike ?? 0) + 0.05];
/** As alike as two photographs of the same smile can be, and a poor copy. */
const alike = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45].map(blended).find((appearance) => {
  const similarity = pictureSimilarity(photograph, face(0, appearance)) ?? 0;
  return similarity > 0.85 && similarity < 0.92;
});

function judged(other: FaceTemplate) {
  const portrait = { ...other, source: 'document' } as const;
  const others = [{ stepId: 'document', type: 'document' as const, config: {}, traits: { portrait } }];
  const rules = { match: 'document', people: [], threshold: null, calibrations: [] };
  return judgeFacematch({ traits: { face: photograph }, others }, rules)[0];
}

describe('a selfie and the portrait of a document', () => {
  test('are one photograph if the pictures agree in every part, whatever the distance of the faces', () => {
    for (const distance of [near, far]) {
      expect(judged(face(distance, blended(0.05)))).toMatchObject({
        outcome: 'failed',
        code: 'selfie.same_as_document',
      });
    }
  });

  test('that are very alike are doubted if the faces are nearer than those of two photographs, and otherwise pass', () => {
    if (alike === undefined || tooAlike === null) throw new Error('the pictures are not as alike as they should be');
    expect(judged(face(near, alike))).toMatchObject({ outcome: 'warning', code: 'facematch.too_alike' });
    expect(judged(face(far, alike))).toMatchObject({ outcome: 'passed' });
    // For another model, no limit is known that would show two photographs.
    expect(comparePictures(photograph, { ...face(far, alike), modelSha256: 'other' })).toBe('doubtful');
  });

  test('pass, however near the faces are, if the pictures show that they are two photographs', () => {
    expect(judged(face(near, blended(1)))).toMatchObject({ outcome: 'passed' });
  });

  test('are doubted by the distance alone if no picture was kept to compare', () => {
    expect(judged(face(near, ''))).toMatchObject({ outcome: 'warning', code: 'facematch.too_alike' });
    expect(judged(face(same - 0.05, ''))).toMatchObject({ outcome: 'passed' });
  });
});
