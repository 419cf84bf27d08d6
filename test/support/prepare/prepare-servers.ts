import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../src/embedded/postgres.ts';
import { applyMigrations } from '../../../src/db/migrations/apply-migrations.ts';
import { isAlive } from '../../../src/embedded/process-identity.ts';
import { startRedis } from '../../../src/embedded/redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that stays empty: `createTestDatabase` copies it. */
    templateDatabaseUrl: string;
    /** Of the sockets of its server; empty if it has none. */
    databaseSocketFolder: string;
    redisUrl: string;
  }
}

const folderPrefix = 'verify-test-';

/** Gives the tests their own Postgres and Redis, on free ports and in a folder that goes away with them. */
export async function prepareServers(project: TestProject): Promise<() => Promise<void>> {
  const parent = fastestFolder();
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, `${folderPrefix}${String(process.pid)}-`));
  // Postgres may run as another user (never as root), who must be able to enter the folder.
  chmodSync(folder, 0o755);
  // Ctrl-C skips the teardown below. The servers end by themselves with this process.
  const removeFolder = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', removeFolder);

  const onProgress = (line: string): void => {
    console.log(line);
  };
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    startRedis({ dir: join(folder, 'redis'), durable: false, onProgress }),
  ]);
  await applyMigrations({ url: postgres.url });
  await quickenConnections(postgres.url);
  project.provide('templateDatabaseUrl', postgres.url);
  project.provide('databaseSocketFolder', postgres.socketFolder);
  project.provide('redisUrl', redis.url);

  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    process.off('exit', removeFolder);
    removeFolder();
  };
}

/**
 * Tests open hundreds of connections. The password costs each of them 4,096 rounds of a hash, of which one is left. And the first connection
 * to a database gathers its catalogue into a file: made in the template, the copies have it.
 */
async function quickenConnections(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role current_user password ${client.escapeLiteral(new URL(url).password)}`);
  } finally {
    await client.end();
  }
}

/**
 * Memory instead of a disk, if the system has enough of it: copying the template database, some hundred files, then
 * takes 10 ms instead of up to 300. Containers often have 64 MB there, which is too little.
 */
function fastestFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** The folders of runs that were killed: their names have the process id. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}
