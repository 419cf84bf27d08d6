import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** A command and what goes before the arguments of Node. */
interface Launch {
  command: string;
  before: readonly string[];
}

/** No network, no sight of other processes, and an end with the process that started it (unshare(1), namespaces(7)). */
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** The user `nobody` of every Linux. */
const nobody = '65534';
/** From the closest confinement to none: the first that the kernel allows is used. */
const launches: readonly Launch[] = [
  {
    command: '/usr/bin/unshare',
    before: [
      ...[...namespaces, '--', '/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'],
      // Clearing the user also clears the signal that unshare had set.
      ...['--no-new-privs', '--pdeathsig', 'KILL', '--'],
    ],
  },
  { command: '/usr/bin/unshare', before: ['--user', '--map-current-user', ...namespaces, '--'] },
];
const mostProbeMs = 5_000;

let known: Launch | null | undefined;

/**
 * How to start a confined program: with no network, without other processes in its sight and, where the parent is root, as
 * another user, as far as the kernel allows it. A container that may not make namespaces starts it plainly. The process that
 * starts is then a wrapper: a signal that ends the program ends the wrapper too, and the other way round.
 */
export function separated(command: string, args: readonly string[]): { command: string; args: string[] } {
  known ??= launches.find(works) ?? null;
  return known === null
    ? { command, args: [...args] }
    : { command: known.command, args: [...known.before, command, ...args] };
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
