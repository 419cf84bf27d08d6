import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBullmqJobQueue } from './adapters/redis/bullmq-job-queue.ts';
import { openRootKey } from './adapters/root-keys/open-root-key.ts';
import { createPrometheusTelemetry, type PrometheusTelemetry } from './adapters/telemetry/prometheus-telemetry.ts';
import { createLivenessProviders } from './adapters/liveness/liveness-providers.ts';
import { createObjectAuditAnchors } from './adapters/objects/object-audit-anchors.ts';
import { openObjectStore } from './adapters/objects/open-object-store.ts';
import { createRedisLiveChannel } from './adapters/redis/redis-live-channel.ts';
import { createRedisUploadNews } from './adapters/redis/redis-upload-news.ts';
import { createRedisWorkerReports } from './adapters/redis/redis-worker-reports.ts';
import { createSentryErrorReports } from './adapters/telemetry/sentry-error-reports.ts';
import { systemClock } from './adapters/system-clock.ts';
import { createTargetGuard } from './adapters/network/target-guard.ts';
import type { Config } from './config.ts';
import { createDatabase } from './db/database.ts';
import type { ReplicaRead } from './db/connection/replica-reads.ts';
import { isDatabaseAway } from './db/connection/is-away.ts';
import { ProviderAway } from './domain/ports/provider-away.ts';
import { StorageAway, StorageFull } from './domain/ports/object-store.ts';
import type { AuditAnchors } from './domain/ports/audit-anchors.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { ErrorReports } from './domain/ports/error-reports.ts';
import type { JobQueue } from './domain/ports/job-queue.ts';
import type { LivenessProviders } from './domain/ports/faces/liveness-providers.ts';
import type { LiveChannel } from './domain/ports/live-channel.ts';
import type { ObjectStore } from './domain/ports/object-store.ts';
import type { UploadNews } from './domain/ports/upload-news.ts';
import type { WorkerReports } from './domain/ports/worker-reports.ts';
import type { Database } from './domain/repositories/repositories.ts';
import { enqueueAtCommit } from './services/jobs/enqueue-at-commit.ts';
import { createEnqueueJobs } from './services/jobs/enqueue-jobs.ts';
import { observeMoves } from './services/sessions/observe-moves.ts';
import { FlowTooNew } from './services/flows/read-stored-flow.ts';
import { createFlows, type Flows } from './services/flows/load-flow.ts';
import type { RandomBelow } from './steps/challenge-drawing.ts';

/** A part that takes longer counts as down: the process starts without it, and readiness reports it. */
const settleMs = 3_000;

/** The parts that the API and the workers share. Loads no native code. */
export interface Container {
  config: Config;
  log: Logger;
  clock: Clock;
  db: Database;
  objects: ObjectStore;
  auditAnchors: AuditAnchors;
  queue: JobQueue;
  live: LiveChannel;
  uploadNews: UploadNews;
  workers: WorkerReports;
  livenessProviders: LivenessProviders;
  telemetry: PrometheusTelemetry;
  flows: Flows;
  errors: ErrorReports;
  /**
   * Whether an error means that a part is unavailable or blocked, or that a newer process has to do the work, rather than that something is
   * wrong.
   */
  isAway: (error: unknown) => boolean;
  /** Unpredictable numbers for challenges. */
  randomBelow: RandomBelow;
  /** The version of the service, as every decision records it. */
  engineVersion: string;
  /** Waits briefly for the first connections, so that the first request does not find parts that are still connecting. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Calls every factory once. Connections are opened lazily, so that an unavailable part does not stop the start. `direct`: past a pooler of
 * the database, for commands that need sessions.
 */
export function createContainer(config: Config, log: Logger, { direct = false } = {}): Container {
  const engineVersion = readEngineVersion();
  const telemetry = createPrometheusTelemetry({
    tracing: config.tracing,
    process: String(log.bindings().process),
    version: engineVersion,
  });
  const { url, directUrl, replicaUrl, poolSize } = config.database;
  const address = direct && directUrl !== null ? { url: directUrl } : { url, directUrl };
  const database = createDatabase({
    ...address,
    poolSize,
    rootKey: openRootKey(config.rootKey),
    replica: replicaUrl === null ? null : { url: replicaUrl, onRead: createNoteReplicaRead(telemetry, log) },
  });
  const objects = openObjectStore(config.media);
  const queue = createBullmqJobQueue(config.redis);
  const enqueueJobs = createEnqueueJobs({ db: database, queue });
  const { db, settle: settleEnqueuing } = enqueueAtCommit(observeMoves(database, telemetry), enqueueJobs);
  const live = createRedisLiveChannel(config.redis);
  const uploadNews = createRedisUploadNews(config.redis);
  const workers = createRedisWorkerReports(config.redis);
  const about = { process: String(log.bindings().process), release: engineVersion };
  const errors = createSentryErrorReports(config.sentry.dsn, about);
  return {
    config,
    log,
    clock: systemClock,
    db,
    objects,
    auditAnchors: createObjectAuditAnchors(objects),
    queue,
    live,
    uploadNews,
    workers,
    livenessProviders: createLivenessProviders({ aws: config.aws, guard: createTargetGuard(config.webhooks), log }),
    flows: createFlows({ db }),
    telemetry,
    errors,
    isAway: (error) =>
      isDatabaseAway(error) ||
      error instanceof StorageAway ||
      error instanceof StorageFull ||
      error instanceof ProviderAway ||
      error instanceof FlowTooNew,
    randomBelow: (below) => randomInt(below),
    engineVersion,
    async settle() {
      const deadline = Date.now() + settleMs;
      while (Date.now() < deadline) {
        const arrived = await Promise.all([queue.probe(), workers.list(), db.probe()]).then(
          () => true,
          () => false,
        );
        if (arrived) return;
        await delay(50);
      }
    },
    async close() {
      await settleEnqueuing();
      await Promise.all([queue.close(), live.close(), uploadNews.close(), workers.close(), errors.close()]);
      await telemetry.close();
      await db.close();
    },
  };
}

/** Counts each read, and writes a line when the replica stops or begins to answer. */
function createNoteReplicaRead(telemetry: PrometheusTelemetry, log: Logger): (read: ReplicaRead) => void {
  let answered = true;
  return (read) => {
    telemetry.replicaRead(read);
    if (answered === (read === 'replica')) return;
    answered = !answered;
    if (answered) log.info('the replica of the database answers lists again');
    else log.warn({ replica: read }, 'the primary answers lists in place of the replica');
  };
}

function readEngineVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('package.json names no version');
}
