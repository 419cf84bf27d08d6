/** The pace at which one worker finished its last jobs of one queue. */
export interface QueuePace {
  /** Finished jobs. */
  jobs: number;
  /** The time during which at least one job ran. */
  busyMs: number;
  /** The sum of the jobs' durations. */
  workMs: number;
}

/** One client's due jobs on a shared queue, oldest first. */
export interface ClientLine {
  clientId: string;
  /** A test client's jobs run while no live client's job waits. */
  test: boolean;
  weight: number;
  /** `ofId`: the subject of the job. `runningMs`: time since it started; null while it waits. */
  jobs: readonly { ofId: string; runningMs: number | null }[];
  /** The client has more jobs than are listed. */
  more: boolean;
}

/** In seconds. An estimate is rounded up to one of these, or to a multiple of the last one, because it is no more precise. */
const steps = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900];
/** Beyond an hour, new work will change the queue too much for an estimate. */
const mostSeconds = 3_600;

/**
 * Milliseconds until the job of `ofId` has ended: the jobs that run before it under the rules of turn-taking, at the workers' measured
 * pace. Null when unknown: the job is not in the queue, no worker has finished a job yet, or the job has run longer than usual.
 */
export function estimateWaitMs(
  ofId: string,
  { lines, paces, waitingShare }: { lines: readonly ClientLine[]; paces: readonly QueuePace[]; waitingShare: number },
): number | null {
  const rate = paces.reduce((sum, { jobs, busyMs }) => sum + (busyMs > 0 ? jobs / busyMs : 0), 0);
  const done = paces.reduce((sum, { jobs }) => sum + jobs, 0);
  const own = lines.find(({ jobs }) => jobs.some((job) => job.ofId === ofId));
  const job = own?.jobs.find((one) => one.ofId === ofId);
  if (rate === 0 || done === 0 || own === undefined || job === undefined) return null;
  const usualMs = paces.reduce((sum, { workMs }) => sum + workMs, 0) / done;
  if (job.runningMs !== null) return job.runningMs < usualMs ? usualMs - job.runningMs : null;
  const ahead = own.jobs.filter(isWaiting).findIndex((one) => one.ofId === ofId);
  const others = lines.filter((line) => line !== own).map((line) => waitingBefore(line, own, ahead, waitingShare));
  const running = lines.flatMap(({ jobs }) => jobs).filter((one) => !isWaiting(one)).length;
  const before = ahead + others.reduce((sum, count) => sum + count, 0) + running / 2;
  return Number.isFinite(before) ? before / rate + usualMs : null;
}

const isWaiting = ({ runningMs }: ClientLine['jobs'][number]) => runningMs === null;

/** How many of another client's jobs run before a job that has `ahead` jobs of the same client before it. */
function waitingBefore(line: ClientLine, own: ClientLine, ahead: number, waitingShare: number): number {
  const waiting = line.jobs.filter(isWaiting).length;
  if (line.test && !own.test) return 0;
  if (own.test && !line.test) return line.more ? Infinity : waiting;
  // The other client's share is already in the queue, and each job of our client that starts admits this many more.
  const share = line.weight * waitingShare + Math.ceil((line.weight / own.weight) * ahead);
  return line.more && share > waiting ? Infinity : Math.min(waiting, share);
}

/** The estimate as people see it; null when it is too long to be useful. */
export function roundedSeconds(ms: number): number | null {
  const seconds = ms / 1000;
  const last = steps.at(-1) ?? mostSeconds;
  const rounded = steps.find((step) => seconds <= step) ?? Math.ceil(seconds / last) * last;
  return rounded <= mostSeconds ? rounded : null;
}
