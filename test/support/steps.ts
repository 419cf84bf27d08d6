import type { JobName } from '../../src/domain/jobs/job.ts';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { refreshIdentityRecord } from '../../src/services/verifications/refresh-identity-record.ts';
import { createRunJob, type JobHandlers } from '../../src/services/jobs/run-job.ts';
import { createTakesSpecimens } from '../../src/services/test-mode/takes-specimens.ts';
import { createStepJobHandler } from '../../src/services/steps/work-on-step.ts';
import type { StepTools } from '../../src/steps/step-tools.ts';
import type { Stack } from './stack.ts';
import { ownPaper } from './documents/own-paper.ts';

export interface OutboxRow {
  id: string;
  job: JobName;
  payload: unknown;
  attempts: number;
  enqueued_at: Date | null;
  available_at: Date;
}

/** The unfinished work of one kind. */
export async function outboxRows(stack: Stack, job: JobName): Promise<OutboxRow[]> {
  const { rows } = await stack.sql.query<OutboxRow>('select * from outbox where job = $1 order by id', [job]);
  return rows;
}

/** The unfinished work of a verification's steps. */
export async function stepJobsOf(stack: Stack, verificationId: string): Promise<OutboxRow[]> {
  const { rows } = await stack.sql.query<OutboxRow>(
    `select o.* from outbox o join step_runs r on r.id = o.payload->>'stepRunId' where r.verification_id = $1 order by o.id`,
    [verificationId],
  );
  return rows;
}

/** Runs jobs by hand, one after the other, in place of a worker. */
export function handRunner(stack: Stack, handlers: JobHandlers) {
  const runJob = createRunJob({ ...stack.container, handlers, random: () => 0 });
  return (row: OutboxRow) => runJob(row.job, row.id, row.payload);
}

/** The handler of a document's reading on a reader of the test's own. Null: as when a model is missing. */
export function documentHandlers(stack: Stack, pageReader: PageReader | null): JobHandlers {
  const tools: StepTools['document.read'] | null = pageReader && {
    readPages: async () => ({
      readings: [await pageReader.read(Buffer.from('a picture'))],
      unreadPages: 0,
      timedOut: false,
      origin: null,
    }),
    films: null,
    takesSpecimens: createTakesSpecimens(stack.container),
  };
  return { 'document.read': createStepJobHandler({ ...stack.container, job: 'document.read', tools }) };
}

export const breakingReader = {
  read: () => Promise.reject(new Error('the model fell over')),
} satisfies PageReader;

/** A reader that finds an empty page. */
export const emptyReader = {
  read: () =>
    Promise.resolve({
      widthPx: 1200,
      heightPx: 800,
      turnDegrees: 0 as const,
      lines: [],
      mrz: null,
      barcodes: [],
      signals: ownPaper,
      pageNumber: 1,
      source: 'picture' as const,
      textLayer: false,
      spelledIn: ['por', 'spa'],
      portrait: null,
      models: [{ name: 'test-model', sha256: 'b'.repeat(64) }],
      totalMs: 1,
      recogniserMs: 1,
    }),
} satisfies PageReader;

/** The stored response of the identity lookup, and the same response assembled again from the facts. */
export async function storedAndFreshRecord(
  stack: Stack,
  identityId: string,
): Promise<{ stored: unknown; fresh: unknown }> {
  const { db, flows } = stack.container;
  const { clientId } = stack.client;
  const read = async () => {
    const record = await db.identities.findRecord(clientId, identityId);
    return record === null ? null : (JSON.parse(record.toString('utf8')) as unknown);
  };
  const stored = await read();
  await db.transaction((tx) => refreshIdentityRecord(tx, identityId, flows));
  return { stored, fresh: await read() };
}
