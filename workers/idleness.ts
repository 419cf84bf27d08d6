import type { RunJob } from '../src/services/jobs/run-job.ts';

/** After a job, the queue may have the next one. */
const afterJobMs = 100;

/** Whether a process has a job. Work that nobody waits for yet takes place only while it has none. */
export interface Idleness {
  isIdle(): boolean;
  whenIdle(): Promise<void>;
  /** The same function, during which the process is not idle. */
  noting(runJob: RunJob): RunJob;
  /** Runs work whose result nobody is waiting for. `stopping` is aborted when the process stops. */
  during(work: (stopping: AbortSignal) => Promise<void>): Promise<void>;
  /** Makes the process busy for good, and waits until that work has ended. */
  stop(): Promise<void>;
}

export function createIdleness({ pauseMs = afterJobMs }: { pauseMs?: number } = {}): Idleness {
  let running = 0;
  let waiting: (() => void)[] = [];
  let isPaused = false;
  let pause: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const working = new Set<Promise<void>>();

  function rest(): void {
    isPaused = true;
    clearTimeout(pause);
    pause = setTimeout(() => {
      isPaused = false;
      if (!isIdle()) return;
      const ready = waiting;
      waiting = [];
      for (const wake of ready) wake();
    }, pauseMs);
    pause.unref();
  }

  const isIdle = () => running === 0 && !isPaused && !stopping.signal.aborted;
  return {
    isIdle,
    whenIdle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    noting:
      (runJob) =>
      async (...job) => {
        running += 1;
        try {
          await runJob(...job);
        } finally {
          running -= 1;
          if (running === 0) rest();
        }
      },

    async during(work) {
      const begun = work(stopping.signal);
      working.add(begun);
      try {
        await begun;
      } finally {
        working.delete(begun);
      }
    },

    async stop() {
      stopping.abort();
      await Promise.allSettled(working);
    },
  };
}
