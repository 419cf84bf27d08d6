import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { endWithParent } from './end-with-parent.ts';
import { findFreePort } from './free-port.ts';
import { isAlive } from './process-identity.ts';
import type { Progress } from './progress.ts';
import { findRedisBinary, type RedisBinary } from './redis-binary.ts';
import { askRedis } from './redis-question.ts';
import { readOrCreateSecret } from './secret-file.ts';
import { endOf, stopChild } from './stop-child.ts';

const startTimeoutMs = 20_000;
const projectCache = fileURLToPath(new URL('../../.cache', import.meta.url));
const runningSchema = z.object({ pid: z.int().positive(), port: z.int().positive() });

export interface RedisOptions {
  /** The private folder of the data, the password and the log. Created when missing. */
  dir: string;
  /** Default: a free port. */
  port?: number;
  /** True keeps every write in a file (a crash loses at most a second); false keeps nothing. */
  durable: boolean;
  /** Where a Redis that is not installed is unpacked. */
  cacheDirectory?: string;
  onProgress?: Progress;
}

export interface RunningRedis {
  /** Includes the password. */
  url: string;
  pid: number;
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Saves, and waits until the server has ended. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts Redis (or Valkey) on 127.0.0.1 with a generated password and without eviction (BullMQ would lose jobs), and waits until it
 * answers. Stops it when this process ends. Throws with the end of its log when it cannot start. A server that already runs on the folder
 * is treated as a leftover and stopped: hold the instance lock first.
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const onProgress = options.onProgress ?? (() => undefined);
  const dir = resolve(options.dir);
  mkdirSync(join(dir, 'data'), { recursive: true, mode: 0o700 });
  const password = readOrCreateSecret(join(dir, 'password'));
  const binary = await findRedisBinary(options.cacheDirectory ?? projectCache, onProgress);
  const runningFile = join(dir, 'running.json');
  await stopStaleRedis(runningFile, password, onProgress);

  const log = join(dir, 'redis.log');
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    const port = options.port ?? (await findFreePort());
    const child = launch(binary, log, settings(dir, port, password, options.durable));
    const ended = endOf(child);
    if (child.pid !== undefined) {
      const forget = endWithParent(child.pid, 'TERM');
      writeFileSync(runningFile, JSON.stringify({ pid: child.pid, port }));
      void ended.then(() => {
        forget();
        rmSync(runningFile, { force: true });
      });
      if (await becomesReady(child, port, password)) {
        const stop = () => stopChild(child, ended, ['SIGTERM', 'SIGKILL']);
        return { url: `redis://:${password}@127.0.0.1:${String(port)}`, pid: child.pid, ended, stop };
      }
    }
    child.kill('SIGKILL');
    await ended;
    const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-12).join('\n');
    // Another program took the free port in between.
    const portTaken = options.port === undefined && lines.includes('Address already in use');
    if (!portTaken || attemptsLeft <= 1) throw new Error(`Redis did not start (its log: ${log})\n${lines}`);
  }
}

function settings(dir: string, port: number, password: string, durable: boolean): string {
  return [
    'bind 127.0.0.1',
    'protected-mode yes',
    `port ${String(port)}`,
    `requirepass ${password}`,
    'daemonize no',
    `dir ${JSON.stringify(join(dir, 'data'))}`,
    'maxmemory-policy noeviction',
    `appendonly ${durable ? 'yes' : 'no'}`,
    'appendfsync everysec',
    // The append-only file is enough; snapshots would only need a second copy of the memory.
    'save ""',
  ].join('\n');
}

/** The settings are passed through standard input, so that the password is neither in a file nor in the process list. */
function launch(binary: RedisBinary, log: string, configuration: string): ChildProcess {
  const output = openSync(log, 'w', 0o600);
  try {
    const child = spawn(binary.path, ['-'], {
      env: binary.environment,
      cwd: '/',
      stdio: ['pipe', output, output],
      // This process handles a Ctrl-C in the terminal, after the workers have put their jobs back.
      detached: true,
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(configuration);
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

async function becomesReady(child: ChildProcess, port: number, password: string): Promise<boolean> {
  const deadlineMs = Date.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadlineMs) {
    // While Redis reads a large append-only file, the response is `-LOADING`.
    if ((await askRedis(port, password, 'PING')) === '+PONG') return true;
    await delay(20);
  }
  return false;
}

/** Stops the server of a process that was killed. Accepting our password proves that it is ours. */
async function stopStaleRedis(runningFile: string, password: string, onProgress: Progress): Promise<void> {
  if (!existsSync(runningFile)) return;
  const left = runningSchema.safeParse(JSON.parse(readFileSync(runningFile, 'utf8'))).data;
  rmSync(runningFile, { force: true });
  if (left === undefined || !isAlive(left.pid)) return;
  if ((await askRedis(left.port, password, 'PING')) === undefined) return;
  onProgress(`Stopping the Redis that an earlier run left behind (process ${String(left.pid)})`);
  await askRedis(left.port, password, 'SHUTDOWN');
  for (let waitedMs = 0; waitedMs < 10_000 && isAlive(left.pid); waitedMs += 50) await delay(50);
}
