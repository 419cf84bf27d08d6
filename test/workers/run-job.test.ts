import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ModelUnavailable, type ModelStore } from '../../src/adapters/native/nets/model-store.ts';
import { newId } from '../../src/domain/id.ts';
import { StorageAway } from '../../src/domain/ports/object-store.ts';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { createDocumentHandlers } from '../../workers/document.ts';
import { createQualityHandlers } from '../../workers/quality.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { sharedOpeners } from '../support/documents/shared-decoder.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import {
  breakingReader,
  documentHandlers,
  emptyReader,
  handRunner,
  outboxRows,
  stepJobsOf,
  storedAndFreshRecord,
  type OutboxRow,
} from '../support/steps.ts';

let stack: Stack;
let session: SdkSession;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await smallPicture();
});
afterAll(() => stack.close());
beforeEach(async () => {
  session = await stack.startSession();
  await session.upload(picture);
});

async function submitted(): Promise<OutboxRow> {
  await session.submit();
  const [row] = await stepJobsOf(stack, session.verificationId);
  if (row === undefined) throw new Error('no work was asked for');
  return row;
}

async function verification() {
  const { body } = await stack.api.get<{
    status: string;
    decision: { automatic: string } | null;
    steps: { status: string; checks: { outcome: string; code: string | null }[] }[];
  }>(`/v2/verifications/${session.verificationId}`, { token: stack.client.token });
  return body;
}

async function expectRecordIsFresh(): Promise<void> {
  const { stored, fresh } = await storedAndFreshRecord(stack, session.identityId);
  expect(stored).toEqual(fresh);
}

/** The log level of each run of a job: 30 is information, 40 a warning, 50 an error. */
function levelsOf({ id }: OutboxRow): number[] {
  const lines = stack.logLines.map((line) => JSON.parse(line) as { level: number; outboxId?: string });
  return lines.filter(({ outboxId }) => outboxId === id).map(({ level }) => level);
}

describe('a job', () => {
  test('that runs twice, one after the other, stores one result', async () => {
    const row = await submitted();
    const run = handRunner(stack, documentHandlers(stack, emptyReader));
    await run(row);
    const after = (await session.state()).body;
    await run(row);
    expect((await session.state()).body).toMatchObject({ steps: after.steps, lastSequence: after.lastSequence });
    expect(await stepJobsOf(stack, session.verificationId)).toEqual([]);
  });

  test('that runs five times at once stores one result', async () => {
    const row = await submitted();
    const run = handRunner(stack, documentHandlers(stack, emptyReader));
    const before = (await session.state()).body.lastSequence;
    await Promise.all(Array.from({ length: 5 }, () => run(row)));
    const { steps, lastSequence } = (await session.state()).body;
    expect(steps[0]).toMatchObject({ status: 'waiting', attempt: 2 });
    expect(lastSequence).toBe(before + 1);
    const { rows } = await stack.sql.query(
      `select 1 from step_attempts a join step_runs r on r.id = a.step_run_id where r.verification_id = $1`,
      [session.verificationId],
    );
    expect(rows).toHaveLength(1);
  });

  test('is stored by exactly one of many runs, whatever data the work reads', async () => {
    // Outside a transaction, so no worker gets it.
    const { outboxId } = await stack.container.db.outbox.add('media.inspect', { mediaId: newId('media') }, null);
    const row = (await outboxRows(stack, 'media.inspect')).find(({ id }) => id === outboxId);
    if (row === undefined) throw new Error('no work was asked for');
    let stored = 0;
    let announced = 0;
    const end = {
      store: () => {
        stored += 1;
        return Promise.resolve();
      },
      announce: () => {
        announced += 1;
      },
    };
    const run = handRunner(stack, { 'media.inspect': { work: () => Promise.resolve(end), onExhausted: () => end } });
    await Promise.all(Array.from({ length: 5 }, () => run(row)));
    await run(row);
    expect([stored, announced]).toEqual([1, 1]);
  });

  test('that meets an outage more often than it has attempts uses none of them up', async () => {
    const row = await submitted();
    const away = { read: () => Promise.reject(new StorageAway(new Error('no answer'))) } satisfies PageReader;
    const run = handRunner(stack, documentHandlers(stack, away));
    for (let time = 0; time < 7; time += 1) await run(row);
    expect(levelsOf(row)).toEqual(Array.from({ length: 7 }, () => 40));
    const [after] = await stepJobsOf(stack, session.verificationId);
    expect(after).toMatchObject({ id: row.id, attempts: 0, enqueued_at: null });
    await handRunner(stack, documentHandlers(stack, emptyReader))(row);
    expect(await stepJobsOf(stack, session.verificationId)).toEqual([]);
  });

  test('that fails is tried again after a pause that grows, and then succeeds', async () => {
    const row = await submitted();
    const fail = handRunner(stack, documentHandlers(stack, breakingReader));
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await fail(row);
      expect(levelsOf(row).at(-1)).toBe(50);
      const [left] = await stepJobsOf(stack, session.verificationId);
      expect(left).toMatchObject({ attempts: attempt, enqueued_at: null });
      const { rows } = await stack.sql.query<{ ms: number }>(
        'select (extract(epoch from available_at - now()) * 1000)::float8 as ms from outbox where id = $1',
        [row.id],
      );
      pauses.push(Math.round((rows[0]?.ms ?? 0) / 1000));
    }
    expect(pauses).toEqual([1, 2, 4]);
    expect((await session.state()).body.steps[0]?.status).toBe('processing');
    await handRunner(stack, documentHandlers(stack, emptyReader))(row);
    expect((await session.state()).body.steps[0]).toMatchObject({ status: 'waiting', attempt: 2 });
  });

  test('that never succeeds ends after five tries in a review, never in a pass', async () => {
    const row = await submitted();
    const fail = handRunner(stack, documentHandlers(stack, breakingReader));
    for (let attempt = 1; attempt <= 5; attempt += 1) await fail(row);
    expect(await stepJobsOf(stack, session.verificationId)).toMatchObject([{ attempts: 5 }]);
    await fail(row);
    expect(await stepJobsOf(stack, session.verificationId)).toEqual([]);
    const { status, decision, steps } = await verification();
    expect([status, decision?.automatic]).toEqual(['reviewNeeded', 'reviewNeeded']);
    expect(steps[0]?.status).toBe('finished');
    expect(steps[0]?.checks.length).toBeGreaterThan(0);
    for (const check of steps[0]?.checks ?? []) expect(check).toMatchObject({ outcome: 'error', code: 'check.broken' });
    expect(stack.logLines.join('')).toContain('job is out of attempts');
    // What a message quotes stays out of the log: test/unit/describe-fault.test.ts.
    expect(stack.logLines.join('')).toContain('the model fell over');
    await expectRecordIsFresh();
  });

  test('whose model is missing ends in a review that says so', async () => {
    await session.upload(await sharp(picture).png().toBuffer());
    const row = await submitted();
    const missing = {
      load: () => Promise.reject(new ModelUnavailable('missing')),
      readBytes: () => {
        throw new ModelUnavailable('missing');
      },
      readText: () => {
        throw new ModelUnavailable('missing');
      },
    } satisfies ModelStore;
    await handRunner(stack, await createDocumentHandlers(stack.container, missing, sharedOpeners()))(row);
    const { status, steps } = await verification();
    expect(status).toBe('reviewNeeded');
    for (const check of steps[0]?.checks ?? []) {
      expect(check).toMatchObject({ outcome: 'error', code: 'check.model_missing' });
    }
    await expectRecordIsFresh();

    // The picture is made safe only now: what the record says of it must follow. No worker is handed this job.
    const mediaId = (await session.state()).body.steps[0]?.files[0]?.mediaId ?? '';
    await stack.container.db.outbox.add('media.inspect', { mediaId }, null);
    const inspection = (await outboxRows(stack, 'media.inspect')).find(
      (candidate) => JSON.stringify(candidate.payload) === JSON.stringify({ mediaId }),
    );
    if (inspection === undefined) throw new Error('no inspection');
    await handRunner(stack, await createQualityHandlers(stack.container, missing, sharedOpeners()))(inspection);
    await expectRecordIsFresh();
  });

  test('whose verification was cancelled meanwhile changes nothing', async () => {
    const row = await submitted();
    await session.cancel();
    await handRunner(stack, documentHandlers(stack, emptyReader))(row);
    expect(await verification()).toMatchObject({ status: 'cancelled', steps: [{ status: 'processing' }] });
    expect(await stepJobsOf(stack, session.verificationId)).toEqual([]);
    await expectRecordIsFresh();
  });
});
