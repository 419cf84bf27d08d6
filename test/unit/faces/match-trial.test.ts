import { describe, expect, test } from 'vitest';
import {
  boundsAt,
  ratesAt,
  runMatchTrial,
  runReferenceTrial,
  safeLimit,
  type PersonFace,
} from '../../../bench/accuracy/faces/match-trial.ts';
import { calibrationOf } from '../../../bench/accuracy/faces/report-people.ts';
import { builtInMatchCalibrations } from '../../../src/domain/faces/built-in-match-calibrations.ts';
import { matchCalibrationSchema } from '../../../src/steps/match-calibration-schema.ts';
import { faceAt } from '../../support/people/made-up-face.ts';

/** A picture of a person whose face is at this place. */
function face(person: string, place: number, { sitting = null as string | null, group = 'all' } = {}): PersonFace {
  return { label: `${person} ${place}`, person, sitting, group, template: faceAt(place) };
}

const faces = [
  face('anna', 1, { sitting: 'a' }),
  face('anna', 1.1, { sitting: 'b' }),
  face('ben', 3),
  face('carla', 5, { group: 'others' }),
];
const portraits = [face('anna', 1.3, { sitting: 'a' }), face('ben', 3.9), face('carla', 3.2, { group: 'others' })];

describe('pairs of faces and references', () => {
  test('are compared across people and sittings, never within one sitting or among references', () => {
    const { same, other, people } = runReferenceTrial(faces, portraits);
    expect(people).toBe(3);
    // Anna's second picture, Ben's and Carla's. Anna's first is from the same sitting as her portrait.
    expect(same.map(({ distance }) => Number(distance.toFixed(2))).sort()).toEqual([0.2, 0.9, 1.8]);
    expect(other).toHaveLength(faces.length * portraits.length - 4);
    expect(Math.min(...other.map(({ distance }) => distance))).toBeCloseTo(0.2);
  });

  test('give the calibration of their kind of reference, and the rates of its limits alone', () => {
    const [mobileFaceNet] = builtInMatchCalibrations;
    if (mobileFaceNet === undefined) throw new Error('no calibration comes with the service');
    const limits = { ...mobileFaceNet, reference: 'chip' as const, same: 0.5, different: null };
    const about = { name: 'ours', set: 'three people' };
    const calibration = calibrationOf({ faces, references: portraits }, limits, about);
    expect(matchCalibrationSchema.parse(calibration)).toMatchObject({ reference: 'chip', same: 0.5, name: 'ours' });
    const trial = runReferenceTrial(faces, portraits);
    expect(calibration.measured).toMatchObject(ratesAt(trial, 0.5));
    expect(calibration.measured).toMatchObject({ falseMatchRate: 1 / 8, falseNonMatchRate: 2 / 3 });
    expect(calibration.measured).not.toMatchObject(ratesAt(runMatchTrial(faces), 0.5));
  });
});

describe('the limit up to which the false match rate is low', () => {
  const many = Array.from({ length: 400 }, (_, index) => face(`person ${index}`, index * 2));

  test('is below the distance that reaches the bound, and an unknown bound gives no limit', () => {
    const trial = runMatchTrial(many.slice(0, 60));
    // Nobody is nearer than 2, and 1,770 pairs bound the rate below 1 % by the rule of three.
    expect(safeLimit(trial, 0.01)).toBe(1.5);
    expect(boundsAt(trial, 1.5).falseMatch[1]).toBeLessThan(0.01);
    expect(safeLimit(runMatchTrial(many.slice(0, 5)), 0.01)).toBeNull();
  });

  test('is below the distance of people who look alike', () => {
    const alike = many.slice(0, 60).flatMap((one, index) => [one, face(`twin ${index}`, index * 2 + 0.734)]);
    const limit = safeLimit(runMatchTrial(alike), 0.001);
    expect(limit).toBe(0.73);
  });
});
