import type { QueuePace } from '../src/domain/jobs/waiting-time.ts';

/** The pace is measured over the last 50 jobs: earlier ones may have been files of another kind. */
const lastJobs = 50;

/** Measures the pace of one queue's jobs in this process. */
export interface PaceMeter {
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Null before the first job has ended. */
  read(): QueuePace | null;
}

export function createPaceMeter(nowMs: () => number = () => performance.now()): PaceMeter {
  const ended: { busyMs: number; workMs: number }[] = [];
  let running = 0;
  /** Busy time is counted up to this moment. */
  let countedUntilMs = 0;
  let busyMs = 0;

  function count(): void {
    const now = nowMs();
    if (running > 0) busyMs += now - countedUntilMs;
    countedUntilMs = now;
  }

  return {
    async during(work) {
      count();
      running += 1;
      const beganMs = nowMs();
      try {
        return await work();
      } finally {
        count();
        running -= 1;
        ended.push({ busyMs, workMs: nowMs() - beganMs });
        if (ended.length > lastJobs) ended.shift();
        busyMs = 0;
      }
    },

    read() {
      if (ended.length === 0) return null;
      const sumOf = (name: 'busyMs' | 'workMs') => ended.reduce((sum, job) => sum + job[name], 0);
      return { jobs: ended.length, busyMs: sumOf('busyMs'), workMs: sumOf('workMs') };
    },
  };
}
