import { faceDistance } from '../../../src/domain/faces/compare-faces.ts';
import type { MatchRates } from '../../../src/domain/faces/match-calibration.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import type { PersonPicture } from './person-folders.ts';

export interface PersonFace extends Omit<PersonPicture, 'jpeg'> {
  template: FaceTemplate;
}

/** One comparison of two faces. */
interface Pair {
  people: readonly [number, number];
  distance: number;
}

/** Every comparison that the set's truth allows: pictures of two people, and of one person in two sittings. */
export interface MatchTrial {
  people: number;
  same: Pair[];
  other: Pair[];
}

export type Bounds = readonly [low: number, high: number];

export function runMatchTrial(faces: readonly PersonFace[]): MatchTrial {
  const numbers = new Map([...new Set(faces.map(({ person }) => person))].map((person, index) => [person, index]));
  const trial: MatchTrial = { people: numbers.size, same: [], other: [] };
  faces.forEach((a, index) => {
    for (const b of faces.slice(index + 1)) {
      const isSame = a.person === b.person;
      if (isSame && a.sitting !== null && a.sitting === b.sitting) continue;
      const distance = faceDistance(a.template, b.template);
      if (distance === null) throw new Error('faces of two models were compared');
      const people = [numbers.get(a.person) ?? 0, numbers.get(b.person) ?? 0] as const;
      trial[isSame ? 'same' : 'other'].push({ people, distance });
    }
  });
  return trial;
}

/**
 * Every face with every reference of another kind, such as the portrait of a document. A reference made from a picture of the same sitting
 * is not compared.
 */
export function runReferenceTrial(faces: readonly PersonFace[], references: readonly PersonFace[]): MatchTrial {
  const names = new Set([...faces, ...references].map(({ person }) => person));
  const numbers = new Map([...names].map((person, index) => [person, index]));
  const trial: MatchTrial = { people: numbers.size, same: [], other: [] };
  for (const face of faces) {
    for (const reference of references) {
      const isSame = face.person === reference.person;
      if (isSame && face.sitting !== null && face.sitting === reference.sitting) continue;
      const distance = faceDistance(face.template, reference.template);
      if (distance === null) throw new Error('faces of two models were compared');
      const people = [numbers.get(face.person) ?? 0, numbers.get(reference.person) ?? 0] as const;
      trial[isSame ? 'same' : 'other'].push({ people, distance });
    }
  }
  return trial;
}

/** The largest limit, in steps of 0.01, up to which the upper 95 % bound of the false match rate stays below `rate`; null: none. */
export function safeLimit(trial: MatchTrial, rate: number): number | null {
  let safe: number | null = null;
  for (let step = 10; step <= 150; step++) {
    if (boundsAt(trial, step / 100).falseMatch[1] >= rate) break;
    safe = step / 100;
  }
  return safe;
}

/** False match rate and false non-match rate at a limit (ISO/IEC 19795-1). */
export function ratesAt({ same, other }: MatchTrial, limit: number): MatchRates {
  return {
    falseMatchRate: shareOf(other, ({ distance }) => distance <= limit),
    otherPairs: other.length,
    falseNonMatchRate: shareOf(same, ({ distance }) => distance > limit),
    samePairs: same.length,
  };
}

/** The largest limit at which no more than this share of pairs of two people count as one. */
export function limitAtFalseMatchRate({ other }: MatchTrial, rate: number): number {
  const distances = other.map(({ distance }) => distance).sort((a, b) => a - b);
  const next = distances[Math.floor(rate * distances.length)];
  return next === undefined ? 0 : next - 1e-6;
}

/** The limit at which both rates are equal. */
export function equalErrorRate(trial: MatchTrial): { rate: number; limit: number } {
  let best = { rate: 1, limit: 0, gap: Infinity };
  for (let limit = 0; limit <= 2; limit += 0.001) {
    const { falseMatchRate, falseNonMatchRate } = ratesAt(trial, limit);
    const gap = Math.abs(falseMatchRate - falseNonMatchRate);
    if (gap < best.gap) best = { rate: (falseMatchRate + falseNonMatchRate) / 2, limit, gap };
  }
  return best;
}

const draws = 500;

/**
 * The 95 % bounds of both rates at a limit, by bootstrap over people instead of pairs, because the pairs of one person resemble each other.
 * Without an observed error, the upper bound is the rule of three over pairs of people (or people): the bootstrap would say 0.
 */
export function boundsAt(trial: MatchTrial, limit: number): { falseMatch: Bounds; falseNonMatch: Bounds } {
  return {
    falseMatch: boundsOf(trial.people, trial.other, ({ distance }) => distance <= limit),
    falseNonMatch: boundsOf(trial.people, trial.same, ({ distance }) => distance > limit),
  };
}

function boundsOf(people: number, pairs: readonly Pair[], isError: (pair: Pair) => boolean): Bounds {
  const cells = new Map<string, { people: Pair['people']; errors: number; pairs: number }>();
  for (const pair of pairs) {
    const key = pair.people.join();
    const cell = cells.get(key) ?? { people: pair.people, errors: 0, pairs: 0 };
    cell.pairs += 1;
    cell.errors += isError(pair) ? 1 : 0;
    cells.set(key, cell);
  }
  if ([...cells.values()].every(({ errors }) => errors === 0)) return [0, Math.min(1, 3 / Math.max(1, cells.size))];
  const random = createRandom(1);
  const rates: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const times = new Array<number>(people).fill(0);
    for (let taken = 0; taken < people; taken++) {
      const one = Math.floor(random.number(0, people));
      times[one] = (times[one] ?? 0) + 1;
    }
    let [errors, all] = [0, 0];
    for (const cell of cells.values()) {
      const [a, b] = cell.people;
      const weight = a === b ? (times[a] ?? 0) : (times[a] ?? 0) * (times[b] ?? 0);
      errors += weight * cell.errors;
      all += weight * cell.pairs;
    }
    if (all > 0) rates.push(errors / all);
  }
  rates.sort((a, b) => a - b);
  return [rates[Math.floor(0.025 * rates.length)] ?? 0, rates[Math.ceil(0.975 * rates.length) - 1] ?? 1];
}

function shareOf(pairs: readonly Pair[], wanted: (pair: Pair) => boolean): number {
  return pairs.length === 0 ? 0 : pairs.filter(wanted).length / pairs.length;
}
