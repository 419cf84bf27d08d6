import { readFileSync } from 'node:fs';

/** Empty for a process that has ended since it was listed. */
function readOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

const childrenOf = (pid: number) => readOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** The process of a script that this process started, through whatever wrappers. */
export function findChild(script: string, parent = process.pid): number | undefined {
  for (const child of childrenOf(parent)) {
    const inner = findChild(script, child);
    if (inner !== undefined) return inner;
    const commandLine = readOf(`/proc/${child}/cmdline`);
    // What starts it names it, too.
    if (commandLine.startsWith(process.execPath) && commandLine.includes(script)) return child;
  }
  return undefined;
}
