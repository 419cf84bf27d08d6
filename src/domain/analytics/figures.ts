import type { AnalyticsFigures } from '../repositories/analytics-repository.ts';

/** How often each duration occurred, in ms with two significant digits (`twoDigitsOf`). */
export type Histogram = Record<string, number>;

type DayCounts = Omit<AnalyticsFigures['days'][number], 'date'>;

interface StepCounts {
  stepId: string;
  type: string;
  position: number;
  reached: number;
  submitted: number;
  finished: number;
  skipped: number;
  times: Histogram;
}

/** The additive figures of one flow in one period. */
export interface FlowFigures {
  totals: Omit<AnalyticsFigures['totals'], 'medianMsToVerdict'>;
  /** From the last input to the verdict. */
  verdictTimes: Histogram;
  days: Record<string, DayCounts>;
  steps: StepCounts[];
  errors: AnalyticsFigures['errors'];
}

/** By flow id. */
export type FiguresByFlow = Map<string, FlowFigures>;

const mostDays = 366;
const mostRows = 1_000;

export function emptyFigures(): FlowFigures {
  const totals = {
    started: 0,
    inputsCompleted: 0,
    verified: 0,
    reviewNeeded: 0,
    rejected: 0,
    cancelled: 0,
    expired: 0,
  };
  return { totals, verdictTimes: {}, days: {}, steps: [], errors: [] };
}

/** Adds figures to those of the same flow. */
export function addFigures(all: FiguresByFlow, flowId: string, more: FlowFigures): void {
  const sum = all.get(flowId) ?? emptyFigures();
  all.set(flowId, sum);
  addNumbers(sum.totals, more.totals);
  addNumbers(sum.verdictTimes, more.verdictTimes);
  for (const [date, counts] of Object.entries(more.days)) {
    const day = sum.days[date] ?? { started: 0, verified: 0, reviewNeeded: 0, rejected: 0 };
    sum.days[date] = day;
    addNumbers(day, counts);
  }
  addSteps(sum.steps, more.steps);
  addErrors(sum.errors, more.errors);
}

function addNumbers<Name extends string>(sum: Record<Name, number>, more: Record<Name, number>): void {
  for (const name of Object.keys(more) as Name[]) sum[name] = (name in sum ? sum[name] : 0) + more[name];
}

function addSteps(sum: StepCounts[], more: readonly StepCounts[]): void {
  const known = new Map(sum.map((step) => [keyOf(step), step]));
  for (const step of more) {
    const same = known.get(keyOf(step));
    if (same === undefined) {
      const copy = { ...step, times: { ...step.times } };
      known.set(keyOf(step), copy);
      sum.push(copy);
      continue;
    }
    const { reached, submitted, finished, skipped } = step;
    same.position = Math.min(same.position, step.position);
    same.reached += reached;
    same.submitted += submitted;
    same.finished += finished;
    same.skipped += skipped;
    addNumbers(same.times, step.times);
  }
}

const keyOf = ({ stepId, type }: Pick<StepCounts, 'stepId' | 'type'>) => `${stepId} ${type}`;

type ErrorCount = AnalyticsFigures['errors'][number];

function addErrors(sum: ErrorCount[], more: readonly ErrorCount[]): void {
  const nameOf = ({ code, platform, country }: ErrorCount) => `${code} ${country ?? ''} ${platform}`;
  const known = new Map(sum.map((error) => [nameOf(error), error]));
  for (const error of more) {
    const same = known.get(nameOf(error));
    if (same !== undefined) same.count += error.count;
    else {
      const copy = { ...error };
      known.set(nameOf(copy), copy);
      sum.push(copy);
    }
  }
}

/** The report of all flows together. */
export function reportOf(figures: FiguresByFlow): AnalyticsFigures {
  const all = new Map<string, FlowFigures>();
  for (const one of figures.values()) addFigures(all, '', { ...one, steps: [] });
  const { totals, verdictTimes, days, errors } = all.get('') ?? emptyFigures();
  return {
    totals: { ...totals, medianMsToVerdict: medianOf(verdictTimes) },
    days: Object.entries(days)
      .map(([date, counts]) => ({ date, ...counts }))
      .sort((one, other) => compare(one.date, other.date))
      .slice(0, mostDays),
    funnel: [...figures]
      .sort(([one], [other]) => compare(one, other))
      .flatMap(([flowId, { steps }]) =>
        steps
          .toSorted((one, other) => one.position - other.position || compare(keyOf(one), keyOf(other)))
          .map(({ position: _position, times, ...counts }) => ({ flowId, ...counts, medianMs: medianOf(times) })),
      )
      .slice(0, mostRows),
    errors: errors
      .toSorted(
        (one, other) =>
          other.count - one.count ||
          compare(one.code, other.code) ||
          compare(one.platform, other.platform) ||
          compare(one.country ?? '~', other.country ?? '~'),
      )
      .slice(0, mostRows),
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The lower median: the smallest duration that at least half of all do not exceed. */
function medianOf(times: Histogram): number | null {
  const sorted = Object.entries(times)
    .map(([ms, count]) => ({ ms: Number(ms), count }))
    .sort((one, other) => one.ms - other.ms);
  const all = sorted.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { ms, count } of sorted) {
    seen += count;
    if (2 * seen >= all) return ms;
  }
  return null;
}
