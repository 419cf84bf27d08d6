import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { EmbeddedSettings, MadeParts } from '../embedded-settings.ts';
import type { Environment } from '../environment.ts';

/** What `npm start` has created and started, for commands that work with it. Readable only by its owner, because it contains passwords. */
const partsSchema = z.partialRecord(
  z.enum(['DATABASE_URL', 'DATABASE_OWNER_URL', 'REDIS_URL', 'ROOT_KEY', 'MEDIA_DIR']),
  z.string(),
);

const fileIn = (dir: string) => path.join(dir, 'running.json');

export function writeRunningEnvironment(dir: string, parts: MadeParts): void {
  writeFileSync(fileIn(dir), JSON.stringify(parts), { mode: 0o600 });
}

export function removeRunningEnvironment(dir: string): void {
  rmSync(fileIn(dir), { force: true });
}

/** Whether `npm start` runs everything in this folder, or did until it was killed. */
export const hasRunningEnvironment = (dir: string): boolean => existsSync(fileIn(dir));

/**
 * The environment, completed with what the running `npm start` has created and started.
 * @throws when it does not run and parts are missing
 */
export function readRunningEnvironment(settings: EmbeddedSettings): Record<string, string | undefined> {
  if (settings.missing.length === 0) return settings.complete({});
  try {
    return settings.complete(partsSchema.parse(JSON.parse(readFileSync(fileIn(settings.dir), 'utf8'))));
  } catch {
    throw new Error(`Start the service first (npm start), or set ${settings.missing.join(', ')}.`);
  }
}

/** For the API and the workers: the role that owns the tables is only for migrations and `admin`. */
export function environmentOfServing(env: Environment): Record<string, string | undefined> {
  const { DATABASE_OWNER_URL: _url, DATABASE_OWNER_URL_FILE: _file, ...serving } = env;
  return serving;
}
