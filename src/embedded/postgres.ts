import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { endWithParent } from './end-with-parent.ts';
import { findFreePort } from './free-port.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { createCluster, postgresEnvironment } from './postgres-cluster.ts';
import type { Progress } from './progress.ts';
import { readOrCreateSecret } from './secret-file.ts';
import { stopStalePostgres } from './stale-postgres.ts';
import { endOf, stopChild } from './stop-child.ts';
import { canReach, sharedRoot, unprivilegedUser, type SystemUser } from './system-user.ts';

const role = 'verify';
const database = 'verify';
const startTimeoutMs = 60_000;

export interface PostgresOptions {
  /** The private folder of the cluster, its password and its log. Created when missing. */
  dataDir: string;
  /** Default: a free port. */
  port?: number;
  /** False trades safety after a power failure for speed: for tests only. */
  durable: boolean;
  onProgress?: Progress;
}

export interface RunningPostgres {
  /** Includes the password. The role may create databases. */
  url: string;
  pid: number;
  /** The folder of its socket file; empty for a server that has none. */
  socketFolder: string;
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Closes open connections and waits until the server has ended. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm installed, on 127.0.0.1 (with a socket file only if it is not durable), and waits until it answers (about half a second; two on the
 * first start). Stops it when this process ends. Throws with the end of its log when it cannot start. A server that already runs on the
 * folder is treated as a leftover and stopped: hold the instance lock first.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const onProgress = options.onProgress ?? (() => undefined);
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const user = unprivilegedUser([dataDir, sharedPlace(dataDir)].map((place) => join(place, 'cluster')));
  const cluster = placeCluster(dataDir, user, onProgress);
  const binaries = findPostgresBinaries(user, dataDir, onProgress);
  const password = readOrCreateSecret(join(dataDir, 'password'));
  await stopStalePostgres(cluster, onProgress);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    onProgress('Creating the database (once, a few seconds)');
    createCluster({ role, cluster, binaries, user, password, durable: options.durable });
  }

  const log = join(dataDir, 'postgres.log');
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    const port = options.port ?? (await findFreePort());
    const child = launch({ binaries, cluster, port, durable: options.durable, user, log });
    const ended = endOf(child);
    if (child.pid !== undefined) {
      void ended.then(endWithParent(child.pid, 'INT'));
      // SIGINT closes connections and writes a checkpoint, SIGQUIT leaves that to the next start.
      const stop = () => stopChild(child, ended, ['SIGINT', 'SIGQUIT', 'SIGKILL']);
      const url = `postgresql://${role}:${password}@127.0.0.1:${String(port)}/${database}`;
      if (await becomesReady(cluster, child)) {
        await createDatabaseOnce(url).catch(async (error: unknown) => {
          await stop();
          throw error;
        });
        return {
          url,
          pid: child.pid,
          socketFolder: socketFolderOf({ cluster, durable: options.durable }),
          ended,
          stop,
        };
      }
    }
    child.kill('SIGKILL');
    await ended;
    const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-12).join('\n');
    // Another program took the free port in between.
    const portTaken = options.port === undefined && lines.includes('could not bind');
    if (!portTaken || attemptsLeft <= 1) throw new Error(`Postgres did not start (its log: ${log})\n${lines}`);
  }
}

/** The cluster's folder: in the data folder or, if its user cannot enter that, in a folder that root keeps for it. */
function placeCluster(dataDir: string, user: SystemUser | undefined, onProgress: Progress): string {
  if (canReach(user, dataDir)) return join(dataDir, 'cluster');
  const place = sharedPlace(dataDir);
  mkdirSync(place, { recursive: true, mode: 0o755 });
  writeFileSync(join(dataDir, 'MOVED.txt'), `Postgres may not enter this folder; the database is in ${place}\n`);
  onProgress(`Postgres does not run as root and cannot enter ${dataDir}: its database is in ${place}`);
  return join(place, 'cluster');
}

function sharedPlace(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return join(sharedRoot, `${basename(dataDir)}-${hash}`);
}

interface LaunchOptions {
  binaries: PostgresBinaries;
  cluster: string;
  port: number;
  durable: boolean;
  user: SystemUser | undefined;
  log: string;
}

/** The system's limit on the path of a socket file, and what Postgres calls the file. */
const longestSocketPath = 100;
const socketFile = '.s.PGSQL.65535';

function socketFolderOf({ cluster, durable }: Pick<LaunchOptions, 'cluster' | 'durable'>): string {
  return durable || join(cluster, socketFile).length > longestSocketPath ? '' : cluster;
}

function launch({ binaries, cluster, port, durable, user, log }: LaunchOptions): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    // A statement over a socket file costs half as much as over TCP. Only tests use it.
    `unix_socket_directories=${socketFolderOf({ cluster, durable })}`,
    'max_connections=200',
    // It shares a small machine with everything else: a long query may keep one core busy, not all.
    'max_parallel_workers_per_gather=0',
    'timezone=UTC',
    'log_timezone=UTC',
    // Autovacuum is off with the rest: it would hold the template database open while a test wants to copy it.
    ...(durable
      ? []
      : [
          'fsync=off',
          'synchronous_commit=off',
          'full_page_writes=off',
          'wal_level=minimal',
          'max_wal_senders=0',
          'autovacuum=off',
        ]),
  ];
  const flags = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const output = openSync(log, 'w', 0o600);
  try {
    // Detached: this process handles a Ctrl-C in the terminal, after the API has finished its requests.
    const stdio = ['ignore', output, output] as const;
    const child = spawn(binaries.postgres, flags, {
      ...user,
      env: postgresEnvironment,
      cwd: '/',
      stdio: [...stdio],
      detached: true,
    });
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** Postgres writes its state into the eighth line of postmaster.pid, which is cheaper to read than to open a connection. */
async function becomesReady(cluster: string, child: ChildProcess): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid');
  const deadlineMs = Date.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadlineMs) {
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true;
    await delay(20);
  }
  return false;
}

async function createDatabaseOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
