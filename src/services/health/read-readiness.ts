import { contactChannels, type ContactChannel } from '../../domain/codes/contact.ts';
import { providerMissing, type MessageProviders } from '../../domain/codes/message-providers.ts';
import type { QueueName } from '../../domain/jobs/job.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { ModelState, WorkerReport, WorkerReports } from '../../domain/ports/worker-reports.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { within } from '../../domain/within.ts';

/** A part that does not answer within this time is down. */
const probeTimeoutMs = 2_000;

/** Without these queues no verification finishes, or nobody gets the result. */
const neededQueues: readonly QueueName[] = ['quality', 'document', 'liveness', 'otp', 'webhook', 'maintenance'];

export interface ReadinessPart {
  name: string;
  status: 'up' | 'down' | 'notConfigured';
  detail: string | null;
}

/**
 * `ready`: everything works. `degraded`: a named part does not work, but requests are served: work waits in the outbox, or its checks lead
 * to review. `notReady`: no request can be served, because the database does not answer.
 */
export type Readiness = 'ready' | 'degraded' | 'notReady';

/** Without this part the service serves no requests and accepts no work. */
const indispensablePart = 'postgres';
/** Work that has waited this long to be queued is stuck: the relay runs twice a second. */
const longestUnqueuedSeconds = 30;

/** Checks every part that the service depends on. Names the parts that are down, and never repeats a library's error message. */
export function createReadReadiness({
  db,
  queue,
  objects,
  workers,
  providers,
}: {
  db: Pick<Database, 'probe' | 'outbox'>;
  queue: Pick<JobQueue, 'probe'>;
  objects: Pick<ObjectStore, 'probe'>;
  workers: Pick<WorkerReports, 'list'>;
  providers: MessageProviders;
}) {
  return async function readReadiness() {
    let reports: WorkerReport[] = [];
    let waiting: { queue: QueueName; oldestSeconds: number }[] = [];
    const probed = await Promise.all([
      probe('postgres', () => db.probe()),
      probe('redis', () => queue.probe()),
      probe('objectStore', () => objects.probe()),
      probe('workerReports', async () => {
        reports = await workers.list();
      }),
      probe('outbox', async () => {
        waiting = await db.outbox.measureUnclaimed();
      }),
    ]);
    const parts = [
      ...probed.filter(({ name }) => name !== 'workerReports' && name !== 'outbox'),
      ...waiting.filter(({ oldestSeconds }) => oldestSeconds > longestUnqueuedSeconds).map(stuckPart),
      ...neededQueues.map((name) => servedBy(name, reports)),
      ...contactChannels.map((channel) => providerPart(channel, providers[channel])),
    ];
    const models = modelsOf(reports);
    const whole =
      parts.every(({ status }) => status !== 'down') && models.every(({ status }) => usable.includes(status));
    const served = parts.every(({ name, status }) => name !== indispensablePart || status === 'up');
    const status: Readiness = !served ? 'notReady' : whole ? 'ready' : 'degraded';
    return { status, parts, models };
  };
}

async function probe(name: string, ask: () => Promise<void>): Promise<ReadinessPart> {
  const asked = ask().then(
    () => true,
    () => false,
  );
  const answered = await within(probeTimeoutMs, asked, () => false);
  return { name, status: answered ? 'up' : 'down', detail: answered ? null : 'does not answer' };
}

/** Jobs that are due and still in the outbox: the queue refuses them, or no relay runs. */
function stuckPart({ queue, oldestSeconds }: { queue: QueueName; oldestSeconds: number }): ReadinessPart {
  const detail = `due work has not been handed to this queue for ${Math.round(oldestSeconds)} s`;
  return { name: `queue:${queue}`, status: 'down', detail };
}

const providerRemedies: Readonly<Record<ContactChannel, string>> = {
  sms: 'set the variables of an SMS provider',
  email: 'set SMTP_URL',
};

/** The service is ready without a provider: only live clients' steps of this type refuse to start. */
function providerPart(channel: ContactChannel, configured: boolean): ReadinessPart {
  const detail = `live clients cannot send messages (${providerMissing[channel]}): ${providerRemedies[channel]}`;
  return {
    name: `provider:${channel}`,
    status: configured ? 'up' : 'notConfigured',
    detail: configured ? null : detail,
  };
}

function servedBy(queue: QueueName, reports: readonly WorkerReport[]): ReadinessPart {
  const served = reports.some((report) => report.queues.includes(queue));
  return {
    name: `worker:${queue}`,
    status: served ? 'up' : 'down',
    detail: served ? null : 'no worker serves this queue',
  };
}

/** The states of a model with which the service still counts as ready. */
const usable: readonly ModelState[] = ['loaded', 'notDownloaded'];

/** Every model that a worker reports. Where workers differ, the worst state counts. */
function modelsOf(reports: readonly WorkerReport[]): WorkerReport['models'] {
  const worst = new Map<string, WorkerReport['models'][number]>();
  for (const model of reports.flatMap((report) => report.models)) {
    const known = worst.get(model.name);
    if (known === undefined || known.status === 'loaded') worst.set(model.name, model);
  }
  return [...worst.values()];
}
