import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';

/** A command, and the arguments before those of Node. */
interface Launch {
  command: string;
  before: readonly string[];
  /** The same without the change of user. */
  beforeAsSelf: readonly string[];
}

/** No network, no view of other processes, and an end together with the process that started it (unshare(1), namespaces(7)). */
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** The user `nobody` of every Linux. */
const nobody = '65534';
/**
 * The program's parent in its namespace. Without it, the program would be the first process there, which ignores signals that it sends to
 * itself, and unshare of util-linux 2.38 exits with 1 when a signal ended the program. A shell exits with `signalBase` plus the signal.
 */
const shell = ['/bin/sh', '-c', 'unset PWD; "$@"; exit "$?"', 'sh'];
const signalBase = 128;
const plainly = [...namespaces, '--', ...shell];
const asNobody = ['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs'];
const inOwnUserNamespace = ['--user', '--map-current-user', ...plainly];
/** From the strictest confinement to none. The first one that the kernel allows is used. */
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
 * How to start a confined program: without network, without a view of other processes and, if the parent is root, as another user, as far
 * as the kernel allows. A container that must not create namespaces starts it plainly. The started process is then a wrapper: a signal that
 * ends the wrapper also ends the program, and `signalOf` tells which signal ended the program. `keepUser`: for a program that reads files
 * which only our user may read.
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

/** The signal that ended a program, from the exit of its process or wrapper; null when it ended by itself. */
export function signalOf(exitCode: number | null, signal: NodeJS.Signals | null): NodeJS.Signals | null {
  if (signal !== null || exitCode === null) return signal;
  const names = Object.keys(constants.signals) as NodeJS.Signals[];
  return names.find((name) => constants.signals[name] === exitCode - signalBase) ?? null;
}

/** Also checks whether the other user may read the files that our scripts import. */
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
