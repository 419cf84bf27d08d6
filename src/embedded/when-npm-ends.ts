import { commandLineOf, isAlive, parentOf } from './process-identity.ts';

const lookEveryMs = 1_000;
/** Between this process and npm there is at most a shell. */
const mostAncestors = 3;

/**
 * Calls `onEnd` once npm, which runs this program as a script, has ended. npm does not forward SIGTERM, so without this everything that the
 * script started would continue. Does nothing if npm did not start this process. Returns a function that stops watching.
 */
export function whenNpmEnds(onEnd: () => void): () => void {
  const npm = findNpm();
  if (npm === null) return () => undefined;
  const timer = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(timer);
    onEnd();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The nearest ancestor that is npm. Null if npm did not start this process, or the system does not show command lines. */
function findNpm(): number | null {
  let pid: number | undefined = process.ppid;
  for (let up = 0; up < mostAncestors && pid !== undefined && pid > 1; up += 1) {
    if (/\bnpm\b/.test(commandLineOf(pid)?.split(' ').slice(0, 2).join(' ') ?? '')) return pid;
    pid = parentOf(pid);
  }
  return null;
}
