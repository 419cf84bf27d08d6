import { contactChannels, type ContactChannel } from '../domain/contact.ts';
import type { QueueName } from '../domain/job.ts';
import type { JobQueue } from '../domain/ports/job-queue.ts';
import type { ObjectStore } from '../domain/ports/object-store.ts';
import type { ModelState, WorkerReport, WorkerReports } from '../domain/ports/worker-reports.ts';
import type { Database } from '../domain/repositories/repositories.ts';

/** A part that does not answer within this time counts as down. */
const probeTimeoutMs = 2_000;

/** Queues without which no verification comes to an end, or nobody hears of it. */
const neededQueues: readonly QueueName[] = ['quality', 'document', 'liveness', 'otp', 'webhook', 'maintenance'];

export interface ReadinessPart {
  name: string;
  status: 'up' | 'down' | 'notConfigured';
  detail: string | null;
}

/** Asks every part that the service stands on. Names what is down, never why in a library's words. */
export function createReadReadiness({
  db,
  queue,
  objects,
  workers,
  providers,
}: {
  db: Pick<Database, 'probe'>;
  queue: Pick<JobQueue, 'probe'>;
  objects: Pick<ObjectStore, 'probe'>;
  workers: Pick<WorkerReports, 'list'>;
  /** Whether messages of each kind can be sent. */
  providers: Readonly<Record<ContactChannel, boolean>>;
}) {
  return async function readReadiness() {
    let reports: WorkerReport[] = [];
    const probed = await Promise.all([
      probe('postgres', () => db.probe()),
      probe('redis', () => queue.probe()),
      probe('objectStore', () => objects.probe()),
      probe('workerReports', async () => {
        reports = await workers.list();
      }),
    ]);
    const parts = [
      ...probed.filter(({ name }) => name !== 'workerReports'),
      ...neededQueues.map((name) => servedBy(name, reports)),
      ...contactChannels.map((channel) => providerPart(channel, providers[channel])),
    ];
    const models = modelsOf(reports);
    const ready =
      parts.every(({ status }) => status !== 'down') && models.every(({ status }) => usable.includes(status));
    return { ready, parts, models };
  };
}

async function probe(name: string, ask: () => Promise<void>): Promise<ReadinessPart> {
  const answered = await Promise.race([
    ask().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), probeTimeoutMs).unref()),
  ]);
  return { name, status: answered ? 'up' : 'down', detail: answered ? null : 'does not answer' };
}

/** Without a provider the service is ready all the same: only live clients' steps of this kind refuse to start. */
function providerPart(channel: ContactChannel, configured: boolean): ReadinessPart {
  const detail = `live clients cannot send messages: ${channel === 'sms' ? 'phone' : 'email'}.provider_missing`;
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

/** What a service may be ready with. */
const usable: readonly ModelState[] = ['loaded', 'notDownloaded'];

/** Every model that any worker speaks of; where they differ, the worst state counts. */
function modelsOf(reports: readonly WorkerReport[]): WorkerReport['models'] {
  const worst = new Map<string, WorkerReport['models'][number]>();
  for (const model of reports.flatMap((report) => report.models)) {
    const known = worst.get(model.name);
    if (known === undefined || known.status === 'loaded') worst.set(model.name, model);
  }
  return [...worst.values()];
}
