import { setPriority } from 'node:os';
import { createLogger } from '../src/adapters/telemetry/logger.ts';
import { readModelCatalogue } from '../src/adapters/model-catalogue.ts';
import { createPictureDecoder } from '../src/adapters/native/decoding/picture-decoder.ts';
import { createModelStore } from '../src/adapters/native/nets/model-store.ts';
import { createRecordingDecoder } from '../src/adapters/native/recordings/recording-decoder.ts';
import { loadConfig } from '../src/config.ts';
import { createContainer } from '../src/container.ts';
import { jobs, type JobName } from '../src/domain/jobs/job.ts';
import type { IsolatedRunReport } from './run-isolated.ts';
import { blockedAfterSeconds, fileQueues, openFileQueue, opensFiles } from './file-queues.ts';
import { endHangingJob } from './runtime.ts';
import { createWorkWatch, endWhenBlocked } from './watchdog.ts';

/**
 * A process for one run of one job: `isolated-job.ts JOB OUTBOX_ID PAYLOAD [last]`. Whatever the job's file does ends this process and no worker.
 * `last`: the work ends in its terminal state, and no file is opened.
 */
const [name = '', outboxId = '', payload = '', last] = process.argv.slice(2);
/** Other people's jobs go first. */
const niceness = 5;

const say = (said: IsolatedRunReport) => void process.send?.(said);
// The worker that waits for this process has ended: another one repeats the job.
process.once('disconnect', () => process.exit(1));
setPriority(niceness);
endWhenBlocked(blockedAfterSeconds);

const queue = isJobName(name) ? jobs[name].queue : '';
if (!isJobName(name) || !opensFiles(queue)) throw new Error(`${name} is no job that opens files`);
const config = loadConfig();
const container = createContainer(config, createLogger({ level: config.log.level, process: 'worker' }));
const catalogue = readModelCatalogue({ modelsDir: config.models.dir ?? undefined });
const models = createModelStore({ catalogue, onRun: () => undefined });
const decoder = createPictureDecoder();
await container.settle();
const tools = { decoder, recordings: createRecordingDecoder(), ahead: null };
const runJob = await openFileQueue(queue, { container, models, ...tools });
const during = createWorkWatch({ seconds: fileQueues[queue].hangsAfterSeconds, onHang: endHangingJob });
say('running');
try {
  await during(name, () => runJob(name, outboxId, JSON.parse(payload), { last: last === 'last' }));
} catch (error) {
  container.log.error(
    { job: name, outboxId, fault: error instanceof Error ? error.name : 'unknown' },
    'no run of a job',
  );
  say('not run');
}
decoder.close();
await container.close();
process.exit(0);

function isJobName(word: string): word is JobName {
  return Object.hasOwn(jobs, word);
}
