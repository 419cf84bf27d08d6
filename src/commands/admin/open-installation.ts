import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedSettings } from '../../embedded-settings.ts';
import { bringUpToDate } from '../../db/migrations/bring-up-to-date.ts';
import { acquireInstanceLock, InstanceRunningError } from '../../embedded/instance-lock.ts';
import type { Environment } from '../../environment.ts';
import { hasRunningEnvironment, readRunningEnvironment } from '../running-environment.ts';

export interface OpenInstallation {
  environment: Environment;
  /** Nothing of it ran: the command had to start its databases. */
  stopped: boolean;
  /** Stops the parts that the command had to start. */
  close(): Promise<void>;
}

/**
 * The installation that a command works on. Uses the parts of a running `npm start`; otherwise starts them for the command and stops them
 * afterwards.
 * @throws Error that says what to do
 */
export async function openInstallation(
  settings: EmbeddedSettings,
  { mayBeEmpty, say }: { mayBeEmpty: boolean; say: (line: string) => void },
): Promise<OpenInstallation> {
  if (settings.missing.length === 0)
    return { environment: settings.complete({}), stopped: false, close: () => Promise.resolve() };
  requireInstallation(settings, mayBeEmpty);
  const lock = lockOrRunning(settings);
  if (lock === null)
    return { environment: readRunningEnvironment(settings), stopped: false, close: () => Promise.resolve() };
  // Imported late: the image has no embedded servers.
  const { startParts } = await import('../start-parts.ts');
  try {
    const parts = await startParts(settings, (line) => say(`  ${line}`));
    const close = async () => {
      await parts.stop();
      lock.release();
    };
    try {
      const environment = settings.complete(parts.environment);
      // The service may have been upgraded since its last run.
      const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = parts.environment;
      if (url !== undefined && ownerUrl !== undefined)
        await bringUpToDate({ url, ownerUrl }, (line) => say(`  ${line}`));
      return { environment, stopped: true, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Null: `npm start` holds the folder and runs everything. */
function lockOrRunning({ dir }: EmbeddedSettings) {
  try {
    return acquireInstanceLock(dir);
  } catch (error) {
    if (!(error instanceof InstanceRunningError)) throw error;
    if (hasRunningEnvironment(dir)) return null;
    throw new Error(
      `Process ${error.pid} works in ${dir}: another command, or \`npm start\` that is not ready yet. Try again when it is done.`,
      { cause: error },
    );
  }
}

/** A wrong folder must not become a new, empty installation, and neither must a backup whose root key is lost. */
function requireInstallation({ dir, missing }: EmbeddedSettings, mayBeEmpty: boolean): void {
  const isThere = (name: string) => existsSync(join(dir, name));
  if (missing.includes('ROOT_KEY') && !isThere('root.key')) {
    throw new Error(
      mayBeEmpty
        ? `${dir} has no root key. Put the root key of the backup into ${join(dir, 'root.key')}, or set ROOT_KEY: without it nothing in the backup can be decrypted.`
        : `There is no installation in ${dir}: start one (npm start), name its folder (VERIFY_DIR), or set ${missing.join(', ')}.`,
    );
  }
  if (missing.includes('DATABASE_URL') && !mayBeEmpty && !isThere('postgres'))
    throw new Error(
      `${dir} has no database. \`npm start\` makes one; \`npm run admin -- restore FILE\` brings one back.`,
    );
}
