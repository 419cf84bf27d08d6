import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EmbeddablePart, EmbeddedSettings, MadeParts } from '../embedded-settings.ts';
import { keyBytes } from '../domain/encryption/encryption.ts';
import { startPostgres } from '../embedded/postgres.ts';
import type { Progress } from '../embedded/progress.ts';
import { startRedis } from '../embedded/redis.ts';
import { readOrCreateSecret } from '../embedded/secret-file.ts';

export interface RunningParts {
  environment: MadeParts;
  stop(): Promise<void>;
}

/** Starts or creates every part that the environment does not name. If one fails, stops those already started. */
export async function startParts(settings: EmbeddedSettings, onProgress: Progress): Promise<RunningParts> {
  const environment: { -readonly [Part in keyof MadeParts]: MadeParts[Part] } = {};
  const running: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  const missing = (part: EmbeddablePart) => settings.missing.includes(part);
  try {
    if (missing('ROOT_KEY')) environment.ROOT_KEY = readOrMakeRootKey(path.join(settings.dir, 'root.key'));
    if (missing('MEDIA_DIR')) {
      environment.MEDIA_DIR = path.resolve(settings.dir, 'media');
      mkdirSync(environment.MEDIA_DIR, { recursive: true, mode: 0o700 });
    }
    if (missing('DATABASE_URL')) {
      onProgress('starting Postgres');
      const dataDir = path.join(settings.dir, 'postgres');
      const postgres = await startPostgres({ dataDir, durable: true, onProgress });
      running.push(postgres);
      environment.DATABASE_OWNER_URL = postgres.url;
      environment.DATABASE_URL = appUrlOf(postgres.url, readOrCreateSecret(path.join(dataDir, 'app-password')));
    }
    if (missing('REDIS_URL')) {
      onProgress('starting Redis');
      const redis = await startRedis({ dir: path.join(settings.dir, 'redis'), durable: true, onProgress });
      running.push(redis);
      environment.REDIS_URL = redis.url;
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { environment, stop };
}

/** The role of the API and the workers, which `bringUpToDate` creates: it reads and writes rows and owns nothing. */
function appUrlOf(ownerUrl: string, password: string): string {
  return Object.assign(new URL(ownerUrl), { username: 'verify_app', password }).href;
}

/** Losing this file means losing every record that was encrypted under it. */
function readOrMakeRootKey(file: string): string {
  if (existsSync(file)) {
    const key = readFileSync(file, 'utf8').trim();
    if (Buffer.from(key, 'base64').length === keyBytes) return key;
    throw new Error(
      `${file} does not hold a root key. Put your copy of the key there: without it, no record can be read. Delete the file only if the installation has no records to keep.`,
    );
  }
  const key = randomBytes(keyBytes).toString('base64');
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
