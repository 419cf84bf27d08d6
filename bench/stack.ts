import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '../src/adapters/telemetry/logger.ts';
import { loadConfig } from '../src/config.ts';
import { createCpuMeter, type CpuTime } from './cpu-time.ts';
import { createContainer, type Container } from '../src/container.ts';
import { compile, compiledPath, isProgram } from '../src/embedded/compile.ts';
import { findFreePort } from '../src/embedded/free-port.ts';
import { startPostgres } from '../src/embedded/postgres.ts';
import { applyMigrations } from '../src/db/migrations/apply-migrations.ts';
import { ensurePrismaClient } from '../src/embedded/prisma-cli.ts';
import { startRedis } from '../src/embedded/redis.ts';
import { createSeedDemo, type DemoClient } from '../src/services/flows/seed-demo.ts';
import { workerEnvironment } from '../src/embedded/worker-environment.ts';

/** Everything that a section measures, in separate processes: this one only produces the load. Ends with the section. */
export interface BenchStack {
  env: Record<string, string | undefined>;
  container: Container;
  demo: DemoClient;
  apiUrl: string;
  bareUrl: string;
  /** The processor time of the API, the bare server and Postgres so far. */
  readCpu: () => CpuTime;
  /** The address to which text messages are sent; a section may listen there. */
  providerPort: number;
  /** Starts a script with the stack's environment and waits for its word. */
  startProcess(script: string, env?: Record<string, string>): Promise<ChildProcess>;
  /** Starts a worker for these queues. */
  startWorker(...queues: string[]): Promise<ChildProcess>;
  stop(): Promise<void>;
}

/** `apiPort`: where the API listens; any free port when left out. */
export async function startBenchStack(
  say: (line: string) => void,
  chosen: { apiPort?: number } = {},
): Promise<BenchStack> {
  const dir = mkdtempSync(path.join(tmpdir(), 'verify-bench-'));
  // Postgres may run as another user and has to enter. Otherwise its files would be elsewhere, and remain after the run.
  chmodSync(dir, 0o755);
  const children: ChildProcess[] = [];
  const profileDir = process.env.BENCH_PROFILE_DIR;
  say('starting Postgres, Redis, the API and the bare server');
  await ensurePrismaClient();
  await compile();
  const postgres = await startPostgres({ dataDir: path.join(dir, 'postgres'), durable: true });
  const redis = await startRedis({ dir: path.join(dir, 'redis'), durable: true });
  const apiPort = chosen.apiPort ?? (await findFreePort());
  const [barePort, providerPort] = [await findFreePort(), await findFreePort()];
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ROOT_KEY: randomBytes(32).toString('base64'),
    MEDIA_DIR: path.join(dir, 'media'),
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    // The limiter stays on, with a limit that is never reached.
    RATE_LIMIT_TOKEN_PER_SECOND: '1000000',
    RATE_LIMIT_UPLOADS_PER_SECOND: '1000000',
    RATE_LIMIT_SESSION_STARTS_PER_MINUTE: '100000000',
    RATE_LIMIT_FLOW_STARTS_PER_MINUTE: '100000000',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    // Messages go to this machine, and one bench may send many.
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'bench',
    TWILIO_FROM: '+12015550199',
    TWILIO_API_BASE: `http://127.0.0.1:${providerPort}`,
    CODE_LIMIT_PREFIX_PER_HOUR: '1000000',
    CODE_LIMIT_COUNTRY_PER_HOUR: '1000000',
    CODE_LIMIT_ADDRESS_PER_HOUR: '1000000',
    CODE_LIMIT_CLIENT_PER_DAY: '1000000',
    CODE_LIMIT_UNCONFIRMED: '1000000',
  };
  await applyMigrations({ url: postgres.url });
  const container = createContainer(loadConfig(env), createLogger({ level: 'silent', process: 'admin' }));
  const demo = await createSeedDemo(container)();

  async function startProcess(
    script: string,
    args: string[],
    extra: Record<string, string> = {},
  ): Promise<ChildProcess> {
    const profiled = profileDir !== undefined && isProgram(script);
    const profile = profiled ? ['--cpu-prof', '--cpu-prof-dir', profileDir] : [];
    const own = isProgram(script) ? [compiledPath(script)] : ['--import', 'tsx', script];
    const child = spawn(process.execPath, [...profile, ...own, ...args], {
      env: { ...(script === 'workers/main.ts' && workerEnvironment), ...env, ...extra },
      // Logging is on, as in production; the lines are discarded.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`${script} ended with ${String(code)}`)));
    });
    return child;
  }

  const api = await startProcess('src/server.ts', ['--any-public-url']);
  const bare = await startProcess('bench/bare-server.ts', [], { BARE_PORT: String(barePort) });

  async function end(some: readonly ChildProcess[]): Promise<void> {
    for (const child of some) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    }
  }

  return {
    env,
    container,
    demo,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    readCpu: createCpuMeter({ api: api.pid ?? 0, bare: bare.pid ?? 0, postgres: postgres.pid }),
    providerPort,
    bareUrl: `http://127.0.0.1:${barePort}`,
    startProcess: (script, extra) =>
      startProcess(script, script === 'src/server.ts' ? ['--any-public-url'] : [], extra),
    startWorker: (...queues) => startProcess('workers/main.ts', queues),
    async stop() {
      await container.close();
      await end(children);
      await redis.stop();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
