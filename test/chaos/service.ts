import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer, type Container } from '../../src/container.ts';
import { applyMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { keyBytes } from '../../src/domain/encryption/encryption.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { startPostgres, type RunningPostgres } from '../../src/embedded/postgres.ts';
import { startRedis, type RunningRedis } from '../../src/embedded/redis.ts';
import { workerEnvironment } from '../../src/embedded/worker-environment.ts';
import { workerGroups, type WorkerGroup } from '../../src/embedded/worker-groups.ts';
import { startServiceProcess, type ServiceProcess } from '../support/programs/service-process.ts';
import { findTestModels } from '../support/test-models.ts';
import { startNetwork, type Network } from './network.ts';

const shiftedClock = fileURLToPath(new URL('../support/programs/shifted-clock.mjs', import.meta.url));
const highLimits = {
  RATE_LIMIT_TOKEN_PER_SECOND: '100000',
  RATE_LIMIT_UPLOADS_PER_SECOND: '100000',
  RATE_LIMIT_SESSION_STARTS_PER_MINUTE: '1000000',
  RATE_LIMIT_FLOW_STARTS_PER_MINUTE: '1000000',
  CODE_LIMIT_RECIPIENT_PER_DAY: '1000000',
  CODE_LIMIT_PREFIX_PER_HOUR: '1000000',
  CODE_LIMIT_COUNTRY_PER_HOUR: '1000000',
  CODE_LIMIT_ADDRESS_PER_HOUR: '1000000',
  CODE_LIMIT_CLIENT_PER_DAY: '1000000',
  CODE_LIMIT_UNCONFIRMED: '1000000',
};

/** A process of the service that restarts on the same port after each end. */
export interface Part {
  name: string;
  /** Null while it is down. */
  running: ServiceProcess | null;
  start(clockShiftMs?: number): Promise<void>;
  /** Ends it until it is started again. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

export interface ChaosService {
  /** Which kinds of workers it has. */
  groups: readonly WorkerGroup[];
  apis: Part[];
  workers: Part[];
  urls: string[];
  postgres: { current: RunningPostgres; start(): Promise<void> };
  redis: { current: RunningRedis; start(): Promise<void> };
  /** Between the service and its Postgres and Redis. */
  networks: { postgres: Network; redis: Network };
  /** On a separate small disk, where the machine allows one. */
  mediaDir: string;
  hasSmallDisk: boolean;
  /** Not through the networks, unlike every part of the service. */
  container: Container;
  sql: pg.Pool;
  directRedis(): Redis;
  /** Lines that processes logged as errors, counted by what they say. */
  errorLines: Map<string, number>;
  /** What every process has logged. Stays after the run. */
  logFile: string;
  /** How often a process ended by itself and was restarted. */
  restarts(): number;
  stop(): Promise<void>;
}

/** Two APIs and `each` workers of each group as real processes, on separate Postgres and Redis servers. */
export async function startChaosService(
  extra: Readonly<Record<string, string>> = {},
  groups: readonly WorkerGroup[] = ['message', 'quality'],
  each = 2,
): Promise<ChaosService> {
  const folder = mkdtempSync(join(tmpdir(), 'verify-chaos-'));
  // Postgres may run as another user and has to enter.
  chmodSync(folder, 0o755);
  const [postgresPort, redisPort] = [await findFreePort(), await findFreePort()];
  const startDatabase = () => startPostgres({ dataDir: join(folder, 'postgres'), port: postgresPort, durable: true });
  const startQueue = () => startRedis({ dir: join(folder, 'redis'), port: redisPort, durable: true });
  const postgres = {
    current: await startDatabase(),
    start: async () => void (postgres.current = await startDatabase()),
  };
  const redis = { current: await startQueue(), start: async () => void (redis.current = await startQueue()) };
  const networks = {
    postgres: await startNetwork(() => postgresPort),
    redis: await startNetwork(() => redisPort),
  };
  const { url } = postgres.current;
  await applyMigrations({ url });
  const mediaDir = join(folder, 'media');
  mkdirSync(mediaDir);
  const hasSmallDisk = mountSmallDisk(mediaDir);
  const throughPort = (address: string, port: number) => {
    const through = new URL(address);
    through.port = String(port);
    return through.href;
  };
  const modelsDir = findTestModels();
  const env = {
    ...highLimits,
    DATABASE_URL: throughPort(url, networks.postgres.port),
    REDIS_URL: throughPort(redis.current.url, networks.redis.port),
    ROOT_KEY: randomBytes(keyBytes).toString('base64'),
    MEDIA_DIR: mediaDir,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
    // Those of a test installation, where there are any: without them the workers of faces hold half the memory.
    ...(modelsDir === undefined ? {} : { MODELS_DIR: modelsDir }),
    ...extra,
  };
  const errorLines = new Map<string, number>();
  const logFile = join(tmpdir(), `${basename(folder)}.log`);
  writeFileSync(logFile, '');

  function partOf(name: string, start: (more: Record<string, string>) => Promise<ServiceProcess>): Part {
    const part: Part = {
      name,
      running: null,
      async stop(signal) {
        const { running } = part;
        part.running = null;
        await running?.kill(signal);
      },
      async start(clockShiftMs = 0) {
        const more =
          clockShiftMs === 0 ? {} : { NODE_OPTIONS: `--import=${shiftedClock}`, CLOCK_SHIFT_MS: String(clockShiftMs) };
        // A process that cannot reach its servers ends: a supervisor would restart it.
        for (;;) {
          const started = await start(more).catch(() => null);
          if (started === null) await pause(500);
          else {
            part.running = started;
            break;
          }
        }
      },
    };
    return part;
  }
  const watched = async (starting: Promise<ServiceProcess>) => {
    const process = await starting;
    countErrors(process, errorLines, logFile);
    return process;
  };
  const ports = [await findFreePort(), await findFreePort()];
  const apis = ports.map((port, index) =>
    partOf(`api ${index + 1}`, (more) =>
      watched(
        startServiceProcess('src/server.ts', ['--any-public-url'], {
          ...env,
          ...more,
          HOST: '127.0.0.1',
          PORT: String(port),
        }),
      ),
    ),
  );
  const workers = groups.flatMap((group) =>
    Array.from({ length: each }, (_, index) =>
      partOf(`${group} worker ${index + 1}`, (more) =>
        watched(startServiceProcess('workers/main.ts', workerGroups[group], { ...workerEnvironment, ...env, ...more })),
      ),
    ),
  );
  await Promise.all([...apis, ...workers].map((part) => part.start()));

  // As a supervisor does with a process that ended by itself.
  let restarts = 0;
  const supervisor = setInterval(() => {
    for (const part of [...apis, ...workers]) {
      if (part.running === null || part.running.isRunning()) continue;
      part.running = null;
      restarts += 1;
      void part.start();
    }
  }, 500);
  const direct = { ...env, DATABASE_URL: url, REDIS_URL: redis.current.url };
  const container = createContainer(loadConfig(direct), createLogger({ level: 'silent', process: 'admin' }));
  const sql = new pg.Pool({ connectionString: url, max: 4 });
  sql.on('error', () => undefined);
  return {
    groups,
    apis,
    workers,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    postgres,
    redis,
    networks,
    mediaDir,
    hasSmallDisk,
    container,
    sql,
    directRedis: () => new Redis(redis.current.url, { maxRetriesPerRequest: null }),
    errorLines,
    logFile,
    restarts: () => restarts,
    async stop() {
      clearInterval(supervisor);
      for (const { running } of [...apis, ...workers]) await running?.kill();
      await container.close();
      await sql.end();
      await Promise.all([networks.postgres.close(), networks.redis.close()]);
      await Promise.all([postgres.current.stop(), redis.current.stop()]);
      if (hasSmallDisk) execFileSync('umount', ['-l', mediaDir]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file system that can be filled takes a mount, which takes root. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Counts lines of errors by what they say, and keeps every line in a file. */
function countErrors(process: ServiceProcess, counts: Map<string, number>, keptIn: string): void {
  const timer = setInterval(() => {
    const text = process.output.splice(0).join('');
    if (text === '') {
      if (!process.isRunning()) clearInterval(timer);
      return;
    }
    appendFileSync(keptIn, text);
    const lines = text.split('\n');
    for (const line of lines) {
      const found = /"level":(?:50|60|"error"|"fatal").*"msg":"([^"]*)"/.exec(line)?.[1];
      if (found === undefined) continue;
      const fault = /"fault":"([^"]{0,100})/.exec(line)?.[1];
      const said = fault === undefined ? found : `${found}: ${fault}`;
      counts.set(said, (counts.get(said) ?? 0) + 1);
    }
    if (!process.isRunning()) clearInterval(timer);
  }, 1_000);
  timer.unref();
}
