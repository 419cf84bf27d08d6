import { mkdirSync, openSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createLogger } from '../adapters/telemetry/logger.ts';
import { loadConfig } from '../config.ts';
import { startChildProcesses, type ChildSpec } from '../embedded/child-processes.ts';
import { acquireInstanceLock } from '../embedded/instance-lock.ts';
import { compiledPath, type Program } from '../embedded/compile.ts';
import { isDatabaseAway } from '../db/connection/is-away.ts';
import { bringUpToDate } from '../db/migrations/bring-up-to-date.ts';
import { workerEnvironment } from '../embedded/worker-environment.ts';
import { workerGroups } from '../embedded/worker-groups.ts';
import { whenNpmEnds } from '../embedded/when-npm-ends.ts';
import { loadEmbeddedSettings, type EmbeddedSettings } from '../embedded-settings.ts';
import { explainStart } from './explain/explain-start.ts';
import { environmentOfServing, removeRunningEnvironment, writeRunningEnvironment } from './running-environment.ts';
import { readArguments } from './read-arguments.ts';
import { checkModels } from './models.ts';
import { announce } from './announce.ts';
import { baseUrlOf } from './start/base-url.ts';
import { waitUntilReady } from './start/wait-until-ready.ts';
import { startParts, type RunningParts } from './start-parts.ts';
import { buildWeb, WebBuildFailure } from '../embedded/build-web.ts';
import { demoFileIn, readDemoFile, writeDemoFile, type DemoFile } from './demo/demo-file.ts';

/** `npm start`: everything on a bare machine, on one port. It stops everything that it starts. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const step = (line: string) => say(`  ${line}`);
const readyWithinMs = 60_000;

const usage = `npm start: Verify with everything that it needs, on one port. Ctrl-C stops it.

Settings are environment variables, for example: PORT=4000 npm start
  PORT         the port (3000)
  HOST         the address to listen on (127.0.0.1: this machine alone)
  VERIFY_DIR   the folder of its databases, keys and files (.verify)
All settings: .env.example and docs/configuration.md`;

/** Known once the settings have been read. */
let folder: string | null = null;

async function start(): Promise<number> {
  readArguments({ usage, takes: {} });
  const settings = loadEmbeddedSettings();
  folder = settings.dir;
  // Others may enter the folder, because Postgres may run as another user; only the owner can read the files with secrets.
  mkdirSync(settings.dir, { recursive: true, mode: 0o755 });
  const lock = acquireInstanceLock(settings.dir);
  // The signal reaches the handlers that stop everything in order.
  const stopLooking = whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
  let parts: RunningParts | null = null;
  try {
    const { preflight } = await import('./start/preflight.ts');
    await preflight(settings);
    say('Verify is starting');
    await checkModels(settings.modelsDir, step);
    await buildWeb(step).catch((error: unknown) => {
      if (!(error instanceof WebBuildFailure)) throw error;
      for (const line of error.message.split('\n')) step(line);
      step('fix that, then run `npm run build:web`; the API works without it');
    });
    parts = await startParts(settings, step);
    writeRunningEnvironment(settings.dir, parts.environment);
    const env = settings.complete(parts.environment);
    const config = loadConfig(env);
    step('bringing the database up to date');
    await bringUpToDate(config.database, step).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      throw new Error('The database does not answer. Is it running, and is DATABASE_URL right?', { cause: error });
    });
    const demo = await ensureDemo(settings, env);
    step('starting the API and the workers');
    return await run({ ...environmentOfServing(env), DEMO_FILE: demoFileIn(settings.dir) }, demo, settings);
  } finally {
    stopLooking();
    removeRunningEnvironment(settings.dir);
    await parts?.stop();
    lock.release();
  }
}

/** Runs the processes until a signal arrives or the API dies. Returns the exit code. */
async function run(
  env: Record<string, string | undefined>,
  demo: DemoFile,
  settings: EmbeddedSettings,
): Promise<number> {
  // A person at a terminal sees no request logs; a supervisor gets them.
  const logFile = process.stdout.isTTY ? join(settings.dir, 'verify.log') : null;
  const group = startChildProcesses(processesOf(env, logFile), { onLine: say });
  const ready = waitUntilReady(demo.baseUrl, { withinMs: readyWithinMs, say: step });
  const first = await Promise.race([group.finished, ready.done]);
  ready.cancel();
  if ('served' in first && first.reason === 'late') {
    say(
      `Not everything works after ${readyWithinMs / 1000} s. Missing: ${first.lacks}. To see what is still missing: curl ${demo.baseUrl}/health/ready`,
    );
  }
  if ('served' in first && first.served) announce(demo, { ...settings, logFile }, say);
  const end = await group.finished;
  if (end.reason === 'stopped') {
    say('Verify has stopped');
    return 0;
  }
  say(end.message);
  if (logFile !== null) say(`Its last log lines are in ${relative('', logFile)}`);
  return 1;
}

function processesOf(env: Record<string, string | undefined>, logFile: string | null): ChildSpec[] {
  const output = logFile === null ? 'inherit' : openSync(logFile, 'w', 0o600);
  const metricsPort = Number(env.METRICS_PORT ?? '') || null;
  let workers = 0;
  const child = (
    name: string,
    program: Program,
    args: string[],
    onUnexpectedEnd: ChildSpec['onUnexpectedEnd'],
  ): ChildSpec => ({
    name,
    command: process.execPath,
    args: [compiledPath(program), ...args],
    env: {
      ...(name !== 'api' && workerEnvironment),
      ...env,
      ...(name !== 'api' && metricsPort !== null && { METRICS_PORT: String(metricsPort + workers++) }),
    },
    output,
    onUnexpectedEnd,
  });
  return [
    child('api', 'src/server.ts', ['--any-public-url'], 'stop-all'),
    ...Object.entries(workerGroups).map(([name, queues]) =>
      child(`${name} worker`, 'workers/main.ts', [...queues, '--models-named'], 'restart'),
    ),
  ];
}

/** The demo client of the last run, or a new one. */
async function ensureDemo(settings: EmbeddedSettings, env: Record<string, string | undefined>): Promise<DemoFile> {
  // Imported late: a second start in the same folder ends before it needs them.
  const { createContainer } = await import('../container.ts');
  const { createSeedDemo, seedDemoEndpoint } = await import('../services/flows/seed-demo.ts');
  const { createPrepareSetUp } = await import('../services/operators/prepare-set-up.ts');
  const baseUrl = baseUrlOf(settings);
  const container = createContainer(loadConfig(env), createLogger({ level: 'silent', process: 'admin' }));
  try {
    const known = readDemoFile(settings.dir);
    const client = (await findKnown(known)) ?? (await makeClient());
    const setUpToken = await createPrepareSetUp(container)(known?.setUpToken ?? null);
    const demo: DemoFile = { ...client, baseUrl };
    // Only while it is unused: once there is an owner, it opens nothing.
    if (setUpToken === null) delete demo.setUpToken;
    else demo.setUpToken = setUpToken;
    writeDemoFile(settings.dir, demo);
    return demo;
  } finally {
    await container.close();
  }

  async function findKnown(known: DemoFile | null) {
    if (known === null || (await container.db.clients.find(known.clientId)) === null) return null;
    const addEndpoint = () => container.db.transaction((tx) => seedDemoEndpoint(tx, known.clientId));
    return { ...known, webhookSecret: known.webhookSecret ?? (await addEndpoint()) };
  }

  function makeClient() {
    step('making a demo client');
    return createSeedDemo(container)();
  }
}

start().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    say(explainStart(error, folder));
    process.exitCode = 1;
  },
);
