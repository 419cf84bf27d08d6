import type { MatchCalibration, MatchRates } from '../../../src/domain/faces/match-calibration.ts';
import type { ResultTable } from '../section.ts';
import {
  boundsAt,
  equalErrorRate,
  limitAtFalseMatchRate,
  ratesAt,
  runMatchTrial,
  runReferenceTrial,
  type Bounds,
  type MatchTrial,
  type PersonFace,
} from './match-trial.ts';

/** Groups with fewer pairs prove nothing alone. */
const leastPairs = 20;

interface GroupTrial {
  group: string;
  trial: MatchTrial;
}

/** Faces of cameras, and what they are compared with: each other when `references` is null. */
export interface ComparedPeople {
  faces: readonly PersonFace[];
  references: readonly PersonFace[] | null;
}

/** Everybody together, then each group separately: two people of different groups are easier to distinguish. */
export function trialsOf({ faces, references }: ComparedPeople): { overall: MatchTrial; groups: GroupTrial[] } {
  const run = (some: readonly PersonFace[], others: readonly PersonFace[] | null) =>
    others === null ? runMatchTrial(some) : runReferenceTrial(some, others);
  const groups = [...new Set(faces.map(({ group }) => group))].map((group) => {
    const members = faces.filter((face) => face.group === group);
    const people = new Set(members.map(({ person }) => person));
    return { group, trial: run(members, references?.filter(({ person }) => people.has(person)) ?? null) };
  });
  return { overall: run(faces, references), groups };
}

/** The rates of a set of people at the current limits, and what other limits would achieve. */
export function tabulatePeople(people: ComparedPeople, limits: MatchCalibration): ResultTable[] {
  const { overall, groups } = trialsOf(people);
  const all = [{ group: 'all', trial: overall }, ...groups];
  return [
    {
      title: 'Matching people: rates at the limit in use, by group, with 95 % bounds',
      columns: ['group', 'people', `FMR at ${limits.same}`, `FNMR at ${limits.same}`, 'refused wrongly', 'EER'],
      rows: all.map(({ group, trial }) => {
        const rates = ratesAt(trial, limits.same);
        const bounds = boundsAt(trial, limits.same);
        const { different } = limits;
        const refused = different === null ? '0 (never refuses)' : percent(ratesAt(trial, different).falseNonMatchRate);
        const { rate, limit } = equalErrorRate(trial);
        return [
          group,
          String(trial.people),
          withBounds(rates.falseMatchRate, bounds.falseMatch, rates.otherPairs),
          withBounds(rates.falseNonMatchRate, bounds.falseNonMatch, rates.samePairs),
          trial.same.length === 0 ? '–' : refused,
          trial.same.length === 0 ? '–' : `${percent(rate)} at ${limit.toFixed(2)}`,
        ];
      }),
    },
    {
      title: 'Matching people: true matches at a given false match rate',
      columns: ['group', 'TAR at FMR 0.1 %', 'TAR at FMR 1 %', 'same pairs', 'other pairs'],
      rows: all.map(({ group, trial }) => [
        group,
        ...[0.001, 0.01].map((rate) => {
          if (trial.same.length === 0 || trial.other.length * rate < 1) return '–';
          const limit = limitAtFalseMatchRate(trial, rate);
          return `${percent(1 - ratesAt(trial, limit).falseNonMatchRate)} (distance ${limit.toFixed(3)})`;
        }),
        String(trial.same.length),
        String(trial.other.length),
      ]),
    },
    {
      title: 'Matching people: all groups together, by limit',
      columns: ['distance up to', 'FMR', 'FNMR'],
      rows: limitsAround(limits.same).map((limit) => {
        const { falseMatchRate, falseNonMatchRate } = ratesAt(overall, limit);
        return [limit.toFixed(2), percent(falseMatchRate), percent(falseNonMatchRate)];
      }),
    },
  ];
}

/** The calibration of these people at the current limits, in the form of `npm run admin -- calibrate`. */
export function calibrationOf(
  people: ComparedPeople,
  limits: MatchCalibration,
  { name, set }: { name: string; set: string },
): MatchCalibration {
  const { overall, groups } = trialsOf(people);
  const measured = groups.flatMap(({ group, trial }) =>
    trial.other.length < leastPairs ? [] : [{ group, ...ratesAt(trial, limits.same) }],
  );
  const worst = measured.sort((a, b) => b.falseMatchRate - a.falseMatchRate)[0];
  const rates: MatchRates = ratesAt(overall, limits.same);
  return { ...limits, name, measured: { ...rates, set, worstGroup: groups.length > 1 ? (worst ?? null) : null } };
}

function limitsAround(same: number): number[] {
  return Array.from({ length: 11 }, (_, index) => same + (index - 5) * 0.04);
}

function withBounds(rate: number, [low, high]: Bounds, pairs: number): string {
  return pairs === 0 ? '–' : `${percent(rate)} (${percent(low)} to ${percent(high)}; ${pairs} pairs)`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
