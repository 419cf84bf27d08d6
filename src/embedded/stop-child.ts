import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Settles when the process has ended or could not be started at all. */
export function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });
}

/** Sends one signal after another, `patienceMs` apart, until the process has ended. */
export async function stopChild(
  child: ChildProcess,
  ended: Promise<void>,
  signals: readonly NodeJS.Signals[],
  patienceMs = 10_000,
): Promise<void> {
  // An unreferenced child would let this process end first.
  child.ref();
  for (const signal of signals) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const patience = new AbortController();
    await Promise.race([ended, delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  }
}
