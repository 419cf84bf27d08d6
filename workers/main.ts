import { randomUUID } from 'node:crypto';
import { createLogger } from '../src/adapters/telemetry/logger.ts';
import { readModelCatalogue } from '../src/adapters/model-catalogue.ts';
import { createPictureDecoder, type PictureDecoder } from '../src/adapters/native/decoding/picture-decoder.ts';
import { createModelStore } from '../src/adapters/native/nets/model-store.ts';
import { createRecordingDecoder } from '../src/adapters/native/recordings/recording-decoder.ts';
import { createRecordingFollower } from '../src/adapters/native/recordings/recording-follower.ts';
import { loadConfig } from '../src/config.ts';
import { createContainer } from '../src/container.ts';
import { queueNames, type QueueName } from '../src/domain/jobs/job.ts';
import { reportEveryMs, type WorkerReport } from '../src/domain/ports/worker-reports.ts';
import { listen, startProcess } from '../src/start-process.ts';
import { blockedAfterSeconds, fileQueues, openFileQueue, opensFiles, type FileQueueName } from './file-queues.ts';
import { createIdleness } from './idleness.ts';
import { startMaintenance } from './maintenance.ts';
import { createPaceMeter, type PaceMeter } from './pace-meter.ts';
import { startObservationServer } from './observation-server.ts';
import { startOtpWorker } from './otp.ts';
import { createRunIsolated } from './run-isolated.ts';
import { reportModels } from './report-models.ts';
import { startLoop, startQueueWorker, type RunningWorker } from './runtime.ts';
import { endWhenBlocked } from './watchdog.ts';
import { startWebhookWorker } from './webhook.ts';

/**
 * A worker process: serves the queues named as arguments, or all of them. On a signal, it finishes the jobs in progress. `--models-named`:
 * `npm start` has already said which models were never downloaded.
 */
const modelsNamed = '--models-named';
const shutdownMs = 20_000;
const asked = process.argv.slice(2).filter((word) => word !== modelsNamed);
const unknown = asked.filter((word) => queueNames.every((name) => name !== word));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no queue ${unknown.join(', ')}. Name some of these, or none for all: ${queueNames.join(', ')}\n`,
  );
  process.exit(1);
}
const queues = asked.length === 0 ? [...queueNames] : queueNames.filter((name) => asked.includes(name));

const config = await startProcess(() => loadConfig());
const log = createLogger({ level: config.log.level, process: 'worker' });
const container = createContainer(config, log);
const catalogue = readModelCatalogue({ modelsDir: config.models.dir ?? undefined });
const models = createModelStore({ catalogue, onRun: (name, runMs) => container.telemetry.modelRan(name, runMs) });

let decoder: PictureDecoder | null = null;
/** For the queues on which people wait. */
const meters = new Map<QueueName, PaceMeter>();
const idleness = createIdleness();
const runIsolated = createRunIsolated(container);

const startByQueue: Readonly<Record<QueueName, () => Promise<RunningWorker[]> | RunningWorker[]>> = {
  quality: async () => [await startQueue('quality')],
  document: async () => [await startQueue('document')],
  liveness: async () => [await startQueue('liveness')],
  otp: async () => [await startOtpWorker(container)],
  webhook: () => [startWebhookWorker(container)],
  maintenance: () => startMaintenance(container),
};

async function startQueue(queue: FileQueueName): Promise<RunningWorker> {
  // One decoder for all queues of this process: pictures are large, and one after the other they need the memory of one.
  decoder ??= createPictureDecoder();
  // One for each queue: a recording is inspected and judged at the same time.
  const recordings = createRecordingDecoder({}, { startsAhead: true });
  const tools = { decoder, recordings, ahead: { follower: createRecordingFollower(), idleness } };
  const runJob = idleness.noting(await openFileQueue(queue, { container, models, ...tools }));
  const { concurrency, hangsAfterSeconds } = fileQueues[queue];
  const pace = createPaceMeter();
  meters.set(queue, pace);
  const isolation = { hasDied: (id: string) => container.db.outbox.hasUnfinishedRun(id), run: runIsolated };
  return startQueueWorker({ queue, redis: config.redis, concurrency, runJob, isolation, pace, hangsAfterSeconds });
}

function readPaces(): WorkerReport['paces'] {
  return Object.fromEntries([...meters].map(([queue, meter]) => [queue, meter.read() ?? undefined]));
}

endWhenBlocked(blockedAfterSeconds);
await container.settle();
const usesModels = queues.some(opensFiles);
const report: WorkerReport = {
  workerId: randomUUID(),
  version: container.engineVersion,
  queues,
  models: usesModels ? reportModels(catalogue, log, { named: process.argv.includes(modelsNamed) }) : [],
};
const running: RunningWorker[] = [idleness];
await startProcess(async () => {
  for (const queue of queues) running.push(...(await startByQueue[queue]()));
});
running.push(
  startLoop({
    everyMs: reportEveryMs,
    task: () => container.workers.publish({ ...report, paces: readPaces() }),
    onFailure: () => undefined,
  }),
);
const { port, token } = config.metrics;
if (port !== null) {
  const { host } = config.http;
  const { telemetry } = container;
  await startProcess(() =>
    listen({ host, port, portSetting: 'METRICS_PORT' }, async () =>
      running.push(await startObservationServer({ port, host, token, telemetry })),
    ),
  );
}
log.info({ queues, workerId: report.workerId }, 'worker ready');
process.send?.({ type: 'ready' });

async function stop(): Promise<void> {
  const cutOff = setTimeout(() => process.exit(1), shutdownMs);
  cutOff.unref();
  await Promise.all(running.map((worker) => worker.stop()));
  decoder?.close();
  await container.close();
  clearTimeout(cutOff);
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
