import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';

/** A command and what goes before the arguments of Node. */
interface Launch {
  command: string;
  before: readonly string[];
  /** The same without the other user. */
  beforeAsSelf: readonly string[];
}

/** No network, no sight of other processes, and an end with the process that started it (unshare(1), namespaces(7)). */
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** The user `nobody` of every Linux. */
const nobody = '65534';
/**
 * The program's parent in its namespace. Without it the program would be the first process there, which ignores the signals that it sends
 * itself, and unshare of util-linux 2.38 ends with 1 when a signal ended the program. A shell ends with `signalBase` and the signal.
 */
const shell = ['/bin/sh', '-c', 'unset PWD; "$@"; exit "$?"', 'sh'];
const signalBase = 128;
const plainly = [...namespaces, '--', ...shell];
const asNobody = ['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs'];
const inOwnUserNamespace = ['--user', '--map-current-user', ...plainly];
/** From the strictest confinement to none: the first that the kernel allows is used. */
const launches: readonly Launch[] = [
  {
    command: '/usr/bin/unshare',
    // Clearing the user also clears the signal that unshare had set.
    before: [...namespaces, '--', ...asNobody, '--pdeathsig', 'KILL', '--', ...shell],
    beforeAsSelf: plainly,
  },
  { command: '/usr/bin/unshare', before: inOwnUserNamespace, beforeAsSelf: inOwnUserNamespace },
];
const mostProbeMs = 5_000;

let known: Launch | null | undefined;

/**
 * How to start a confined program: with no network, without other processes in its sight and, where the parent is root, as
 * another user, as far as the kernel allows it. A container that may not make namespaces starts it plainly. The process that
 * starts is then a wrapper: a signal that ends the wrapper ends the program too, and `signalOf` knows which one ended the program. `keepUser`: for a program
 * that reads files which only our user may read.
 */
export function separated(
  command: string,
  args: readonly string[],
  { keepUser = false }: { keepUser?: boolean } = {},
): { command: string; args: string[] } {
  known ??= launches.find(works) ?? null;
  if (known === null) return { command, args: [...args] };
  const before = keepUser ? known.beforeAsSelf : known.before;
  return { command: known.command, args: [...before, command, ...args] };
}

/** The signal that ended a program, from what its process or its wrapper ended with; null when it ended by itself. */
export function signalOf(exitCode: number | null, signal: NodeJS.Signals | null): NodeJS.Signals | null {
  if (signal !== null || exitCode === null) return signal;
  const names = Object.keys(constants.signals) as NodeJS.Signals[];
  return names.find((name) => constants.signals[name] === exitCode - signalBase) ?? null;
}

/** Also whether the other user may read what our scripts import. */
function works({ command, before }: Launch): boolean {
  const packageFile = createRequire(import.meta.url).resolve('sharp');
  const look = `require('node:fs').accessSync(${JSON.stringify(packageFile)})`;
  const { status } = spawnSync(command, [...before, process.execPath, '-e', look], {
    env: {},
    cwd: '/',
    stdio: 'ignore',
    timeout: mostProbeMs,
  });
  return status === 0;
}
