import { Worker } from 'node:worker_threads';

const checkEveryMs = 1_000;

/**
 * Runs in a thread, since the event loop that it watches may be blocked. It counts its own checks and not the time: a process that was
 * stopped for a while, with this thread in it, has missed none.
 */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
let missed = 0;
parentPort.on('message', () => { missed = 0; });
setInterval(() => {
  missed += 1;
  if (missed <= workerData.most) return;
  require('node:fs').writeSync(1, JSON.stringify({ level: 60, time: new Date().toISOString(), process: 'worker', msg: 'the worker hangs and ends itself' }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, workerData.everyMs);
`;

/** Kills this process when its event loop has been blocked for so long, so that a supervisor starts it again. */
export function endWhenBlocked(seconds: number): void {
  const most = Math.ceil((seconds * 1_000) / checkEveryMs);
  const watcher = new Worker(thread, { eval: true, execArgv: [], workerData: { most, everyMs: checkEveryMs } });
  watcher.unref();
  setInterval(() => watcher.postMessage(null), checkEveryMs).unref();
}

/**
 * Pieces of work that may take `seconds` each. `onHang` gets the name of one that takes longer. Nothing runs while no work is in progress.
 */
export function createWorkWatch({ seconds, onHang }: { seconds: number; onHang: (name: string) => void }) {
  const most = Math.ceil((seconds * 1_000) / checkEveryMs);

  return async function during<T>(name: string, work: () => Promise<T>): Promise<T> {
    let checks = 0;
    const timer = setInterval(() => {
      checks += 1;
      if (checks === most) onHang(name);
    }, checkEveryMs).unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };
}
