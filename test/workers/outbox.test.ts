import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueuedJob } from '../../src/domain/ports/job-queue.ts';
import { createReconcileOutbox } from '../../src/services/reconcile-outbox.ts';
import { createRelayOutbox } from '../../src/services/relay-outbox.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { outboxRows } from '../support/steps.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

describe('the outbox', () => {
  const relay = () => createRelayOutbox(stack.container)();
  const reconcile = () => createReconcileOutbox(stack.container)();
  const add = () =>
    stack.container.db.transaction((tx) => tx.outbox.add('document.read', { stepRunId: 'str_none', attempt: 1 }));
  const rowOf = async ({ outboxId }: QueuedJob) =>
    (await outboxRows(stack, 'document.read')).find((row) => row.id === outboxId);
  const isQueued = async ({ outboxId }: QueuedJob) =>
    (await stack.container.queue.findMissing('document', [outboxId])).length === 0;

  test('hands due work to the queue, and work that pauses only later', async () => {
    const [due, paused] = [await add(), await add()];
    await stack.container.db.outbox.release([paused.outboxId], 60_000);
    await relay();
    expect([await isQueued(due), await isQueued(paused)]).toEqual([true, false]);
    expect((await rowOf(paused))?.enqueued_at).toBeNull();
    await stack.sql.query(`update outbox set available_at = now() where id = $1`, [paused.outboxId]);
    await relay();
    expect(await isQueued(paused)).toBe(true);
  });

  test('keeps work due when the queue refuses it', async () => {
    const job = await add();
    const refusing = { add: () => Promise.reject(new Error('away')) };
    await expect(createRelayOutbox({ ...stack.container, queue: refusing })()).rejects.toThrow('away');
    expect((await rowOf(job))?.enqueued_at).toBeNull();
    await relay();
    expect((await rowOf(job))?.enqueued_at).not.toBeNull();
  });

  test('is shared out between relays: each row is handed over once', async () => {
    const jobs = await Promise.all(Array.from({ length: 20 }, add));
    const handed: string[] = [];
    const queue = { add: async (batch: readonly QueuedJob[]) => void handed.push(...batch.map((job) => job.outboxId)) };
    await Promise.all([1, 2, 3].map(() => createRelayOutbox({ ...stack.container, queue })()));
    expect(handed.filter((id) => jobs.some((job) => job.outboxId === id)).sort()).toEqual(
      jobs.map((job) => job.outboxId).sort(),
    );
  });

  test('gives back what the queue has lost, and leaves alone what it knows or was only just given', async () => {
    const [lost, known, fresh] = [await add(), await add(), await add()];
    await stack.container.queue.add([known]);
    await stack.container.db.outbox.markEnqueued([lost, known, fresh].map((job) => job.outboxId));
    await stack.sql.query(`update outbox set enqueued_at = now() - interval '11 seconds' where id = any($1)`, [
      [lost.outboxId, known.outboxId],
    ]);
    await reconcile();
    expect((await rowOf(lost))?.enqueued_at).toBeNull();
    expect((await rowOf(known))?.enqueued_at).not.toBeNull();
    expect((await rowOf(fresh))?.enqueued_at).not.toBeNull();
    await relay();
    expect(await isQueued(lost)).toBe(true);
  });
});
