import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordingFollower } from '../../src/domain/ports/faces/recording-follower.ts';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import type { ModelStore } from '../../src/adapters/native/nets/model-store.ts';
import { createApi } from '../../src/api.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer, type Container } from '../../src/container.ts';
import { keyBytes } from '../../src/domain/encryption/encryption.ts';
import { createRunJob, type JobHandlers } from '../../src/services/jobs/run-job.ts';
import { createDocumentHandlers, documentConcurrency } from '../../workers/document.ts';
import { createIdleness } from '../../workers/idleness.ts';
import { createLivenessHandlers, livenessConcurrency } from '../../workers/liveness.ts';
import { startMaintenance } from '../../workers/maintenance.ts';
import { startOtpWorker } from '../../workers/otp.ts';
import { createQualityHandlers, qualityConcurrency } from '../../workers/quality.ts';
import { startQueueWorker, type RunningWorker } from '../../workers/runtime.ts';
import { startWebhookWorker } from '../../workers/webhook.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { createTestDatabase } from './servers/database.ts';
import { testRedis } from './servers/redis.ts';
import { sessionStart, startSdkSession, type SdkSession, type SessionStart } from './sdk-client.ts';
import { seedClient, type SeededClient } from './seed.ts';
import { sharedModels } from './shared-models.ts';
import { sharedOpeners } from './documents/shared-decoder.ts';
import { sharedPageReader } from './documents/shared-page-reader.ts';

export interface Stack {
  container: Container;
  env: Record<string, string>;
  mediaDir: string;
  app: FastifyInstance;
  api: ApiClient;
  /** A client with the flow `document-only`, and a token with every scope. */
  client: SeededClient;
  /** Writes directly into the database, without the services. */
  sql: pg.Pool;
  /** Every log line of the API and of the workers in this process. */
  logLines: string[];
  startSession(flow?: string, more?: Partial<SessionStart>): Promise<SdkSession>;
  /** Starts real workers on real queues in this process, until the stack closes. */
  startWorkers(workers: WorkerChoice): Promise<void>;
  close(): Promise<void>;
}

export interface WorkerChoice {
  quality?: boolean;
  document?: boolean;
  liveness?: boolean;
  maintenance?: boolean;
  webhook?: boolean;
  otp?: boolean;
  /** Handlers that replace the real ones of that queue. */
  qualityHandlers?: JobHandlers;
  documentHandlers?: JobHandlers;
  livenessHandlers?: JobHandlers;
  models?: ModelStore;
  /** With one, the liveness worker measures recordings while they arrive, as a worker process does. */
  follower?: RecordingFollower;
  /** The document worker reads pictures before their steps are submitted, as a worker process does. */
  readsAhead?: boolean;
  /** Opens the document worker's reader in place of the shared one. */
  openPageReader?: typeof sharedPageReader;
}

/** Limits that no test reaches by accident; the limiter stays on. */
const highLimits = {
  RATE_LIMIT_TOKEN_PER_SECOND: '100000',
  RATE_LIMIT_UPLOADS_PER_SECOND: '100000',
  RATE_LIMIT_SESSION_STARTS_PER_MINUTE: '100000',
  RATE_LIMIT_FLOW_STARTS_PER_MINUTE: '100000',
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '100000',
};

/** Answers every upload at once, without a judgement of its quality. */
export const noInspection: JobHandlers = {
  'media.inspect': { work: () => Promise.resolve(null), onExhausted: () => ({ store: () => Promise.resolve() }) },
};

/**
 * How many APIs a stack has, which take its requests in turn, and workers of each kind: `npm run test:replicas` runs the session's
 * tests on two.
 */
const replicas = Number(process.env.TEST_REPLICAS ?? '1');

/** The whole service in one process on its own Postgres, Redis and media folder. */
export async function startStack(
  options: {
    env?: Record<string, string>;
    randomBelow?: Container['randomBelow'];
    /** 1 for a test of what one process remembers: requests that take turns would reach another's memory. */
    apis?: number;
  } = {},
): Promise<Stack> {
  const database = await createTestDatabase();
  const redis = testRedis();
  const mediaDir = mkdtempSync(join(tmpdir(), 'verify-media-'));
  const env = {
    ...highLimits,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    ROOT_KEY: randomBytes(keyBytes).toString('base64'),
    MEDIA_DIR: mediaDir,
    ...options.env,
  };
  const logLines: string[] = [];
  // `debug` also shows the log lines of libraries.
  const log = createLogger({ level: 'debug', process: 'api', to: { write: (line) => void logLines.push(line) } });
  async function startReplica() {
    const made = createContainer(loadConfig(env), log);
    const container = options.randomBelow === undefined ? made : { ...made, randomBelow: options.randomBelow };
    const app = await createApi(container);
    await container.settle();
    return { container, app, baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }) };
  }
  const first = await startReplica();
  const { container, app } = first;
  const others = await Promise.all(Array.from({ length: (options.apis ?? replicas) - 1 }, startReplica));
  const all = [first, ...others];
  const api = createApiClient(first.baseUrl, ...others.map(({ baseUrl }) => baseUrl));
  const client = await seedClient(container.db);
  const sql = new pg.Pool({ connectionString: env.DATABASE_URL, max: 3 });
  sql.on('error', () => undefined);
  const running: RunningWorker[] = [];

  return {
    container,
    env,
    mediaDir,
    app,
    api,
    client,
    sql,
    logLines,
    startSession: (flow = 'document-only', more = {}) =>
      startSdkSession(api, sessionStart(client.clientId, client.flowOf(flow), more)),
    async startWorkers(choice) {
      // Models are loaded once: one process shares them among its workers.
      const models = choice.models ?? sharedModels();
      for (const replica of all) running.push(...(await startWorkers(replica.container, { ...choice, models })));
    },
    async close() {
      await Promise.all(running.map((worker) => worker.stop()));
      await Promise.all(all.map((replica) => replica.app.close()));
      await Promise.all(all.map((replica) => replica.container.close()));
      await sql.end();
      await database.drop();
      rmSync(mediaDir, { recursive: true, force: true });
    },
  };
}

async function startWorkers(
  container: Container,
  choice: WorkerChoice & { models: ModelStore },
): Promise<RunningWorker[]> {
  const { models, follower, readsAhead = false, openPageReader = sharedPageReader } = choice;
  const idleness = createIdleness();
  const serve = (queue: 'quality' | 'document' | 'liveness', handlers: JobHandlers, concurrency: number) =>
    startQueueWorker({
      queue,
      redis: container.config.redis,
      concurrency,
      runJob: idleness.noting(createRunJob({ ...container, handlers, random: Math.random })),
    });
  const running: RunningWorker[] = [idleness];
  if (choice.quality === true || choice.qualityHandlers) {
    const handlers = choice.qualityHandlers ?? (await createQualityHandlers(container, models, sharedOpeners()));
    running.push(serve('quality', handlers, qualityConcurrency));
  }
  if (choice.document === true || choice.documentHandlers) {
    const handlers =
      choice.documentHandlers ??
      (await createDocumentHandlers(container, models, {
        ...sharedOpeners(),
        openPageReader,
        ahead: readsAhead ? { idleness } : null,
      }));
    running.push(serve('document', handlers, documentConcurrency));
  }
  if (choice.otp) running.push(await startOtpWorker(container));
  if (choice.liveness === true || choice.livenessHandlers) {
    const ahead = follower ? { follower, idleness } : null;
    const handlers =
      choice.livenessHandlers ?? (await createLivenessHandlers(container, models, { ...sharedOpeners(), ahead }));
    running.push(serve('liveness', handlers, livenessConcurrency));
  }
  if (choice.webhook) running.push(startWebhookWorker(container));
  if (choice.maintenance) running.push(...startMaintenance(container));
  return running;
}
