import { commandLineOf, isAlive, parentOf } from './process-identity.ts';

const lookEveryMs = 1_000;
/** Between us and npm there is a shell at most. */
const mostAncestors = 3;

/**
 * Calls `onEnd` once npm, which runs this program as a script, is gone. npm does not pass a SIGTERM on, so that without this
 * everything that the script started would run on. Does nothing where npm did not start us. Answers how to stop looking.
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

/** The nearest ancestor that is npm. Null where npm did not start us, or the system does not show command lines. */
function findNpm(): number | null {
  let pid: number | undefined = process.ppid;
  for (let up = 0; up < mostAncestors && pid !== undefined && pid > 1; up += 1) {
    if (/\bnpm\b/.test(commandLineOf(pid)?.split(' ').slice(0, 2).join(' ') ?? '')) return pid;
    pid = parentOf(pid);
  }
  return null;
}
