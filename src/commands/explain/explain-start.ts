import { relative } from 'node:path';
import { InstanceRunningError } from '../../embedded/instance-lock.ts';
import { explainFileFault } from './explain-file-fault.ts';

/** Why `npm start` ends, in a sentence with the next step and without a stack. `dir`: the folder that it works in, once it is known. */
export function explainStart(error: unknown, dir: string | null): string {
  if (error instanceof InstanceRunningError) {
    return `Verify already runs in ${error.directory} (process ${error.pid}, since ${error.since.toISOString()}). Stop it first: kill ${error.pid}`;
  }
  const ofFile = explainFileFault(error);
  if (ofFile !== null)
    return isWithin(error, dir) ? `${ofFile} VERIFY_DIR names the folder that npm start uses.` : ofFile;
  return error instanceof Error ? error.message : String(error);
}

function isWithin(error: unknown, dir: string | null): boolean {
  if (dir === null || !(error instanceof Error) || !('path' in error)) return false;
  return !relative(dir, String(error.path)).startsWith('..');
}
