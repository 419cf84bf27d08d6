import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { ownScript } from '../src/adapters/native/processes/own-script.ts';
import { backoffMs } from '../src/domain/jobs/job.ts';
import type { Log } from '../src/domain/ports/log.ts';

/** What the separate process says: the run begins, and that it could not be made, because the database is down for instance. */
export type IsolatedRunReport = 'running' | 'not run';

/** A job that ended this many separate processes is not tried again: the work ends in its terminal state. */
const mostProcesses = 2;
const script = new URL('./isolated-job.ts', import.meta.url);

export interface IsolatedJob {
  name: string;
  outboxId: string;
  payload: unknown;
}

/** How the process ended: after its run, in the middle of it, or without one (null: it did not get that far). */
export type StartProcess = (job: IsolatedJob, about: { last: boolean }) => Promise<IsolatedRunReport | 'died' | null>;

/** Runs jobs in a separate process each, one after the other. */
export type RunIsolated = (job: IsolatedJob, stopping: AbortSignal) => Promise<void>;

/**
 * For jobs whose last process died while they ran, perhaps because of them. The job that kills the process that runs it thus kills one
 * worker at most. Starting the process takes seconds and the memory of a worker, so that only these jobs get one.
 */
export function createRunIsolated({
  log,
  startProcess = startIsolated,
  waitMs = (tries) => backoffMs(tries, Math.random()),
}: {
  log: Pick<Log, 'warn' | 'error'>;
  startProcess?: StartProcess;
  waitMs?: (tries: number) => number;
}): RunIsolated {
  const separateProcess = new Mutex();
  return (job, stopping) =>
    separateProcess.runExclusive(async () => {
      const about = { job: job.name, outboxId: job.outboxId };
      let died = 0;
      for (let tries = 1; !stopping.aborted; tries += 1) {
        log.warn(about, 'a job whose process died runs in a separate process');
        const said = await startProcess(job, { last: died >= mostProcesses });
        if (said === 'running') return;
        if (said === 'died') {
          died += 1;
          log.error(about, 'a job ended its separate process');
        }
        await pause(waitMs(tries), undefined, { signal: stopping }).catch(() => undefined);
      }
    });
}

const startIsolated: StartProcess = ({ name, outboxId, payload }, { last }) => {
  const { execArgv, path } = ownScript(script);
  const child = fork(path, [name, outboxId, JSON.stringify(payload), ...(last ? ['last'] : [])], { execArgv });
  let said: IsolatedRunReport | null = null;
  child.on('message', (word) => {
    if (word === 'running' || word === 'not run') said = word;
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(said === 'running' && code !== 0 ? 'died' : said));
  });
};
