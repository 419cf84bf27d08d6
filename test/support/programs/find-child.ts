import { readFileSync } from 'node:fs';

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** The process of a script that this process started, through whatever wrappers. */
export function findChild(script: string, parent = process.pid): number | undefined {
  for (const child of childrenOf(parent)) {
    const inner = findChild(script, child);
    if (inner !== undefined) return inner;
    const commandLine = readFileSync(`/proc/${child}/cmdline`, 'utf8');
    // What starts it names it, too.
    if (commandLine.startsWith(process.execPath) && commandLine.includes(script)) return child;
  }
  return undefined;
}
