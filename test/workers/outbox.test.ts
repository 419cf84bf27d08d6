import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueuedJob } from '../../src/domain/ports/job-queue.ts';
import { createReconcileOutbox } from '../../src/services/jobs/reconcile-outbox.ts';
import { createEnqueueJobs } from '../../src/services/jobs/enqueue-jobs.ts';
import { createRelayOutbox } from '../../src/services/jobs/relay-outbox.ts';
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
  // Outside a transaction, so no commit queues it.
  const add = () => stack.container.db.outbox.add('document.read', { stepRunId: 'str_none', attempt: 1 }, null);
  const rowOf = async ({ outboxId }: QueuedJob) =>
    (await outboxRows(stack, 'document.read')).find((row) => row.id === outboxId);
  const isQueued = async ({ outboxId }: QueuedJob) =>
    (await stack.container.queue.findMissing('document', [outboxId])).length === 0;

  test('puts due work into the queue, and postponed work only later', async () => {
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

  test('queues the work of the other queues if one queue is dead, and names that one', async () => {
    const dead = await add();
    const { outbox } = stack.container.db;
    const alive = await outbox.add('webhook.deliver', { deliveryId: 'dlv_none' }, null);
    const handed: string[] = [];
    const queue = {
      add: (name: string, jobs: readonly QueuedJob[]) => {
        if (name === 'document') return Promise.reject(new Error('its start failed'));
        handed.push(...jobs.map((job) => job.outboxId));
        return Promise.resolve();
      },
    };
    await expect(createRelayOutbox({ ...stack.container, queue })()).rejects.toThrow(
      'document refuses its jobs: its start',
    );
    expect(handed).toContain(alive.outboxId);
    expect((await rowOf(dead))?.enqueued_at).toBeNull();
    await createEnqueueJobs({ ...stack.container, queue })([dead, alive]);
    expect((await rowOf(dead))?.enqueued_at).toBeNull();
    await relay();
  });

  test('is due in the moment of its commit, although Postgres may round its time up', async () => {
    for (let round = 0; round < 100; round += 1) {
      const { outboxId } = await add();
      const claimed = await stack.container.db.outbox.claimDue(1_000, []);
      expect(claimed.map((job) => job.outboxId)).toContain(outboxId);
    }
  });

  test('leaves a job of a newer version to that version and continues with the rest', async () => {
    const id = 'out_of_tomorrow';
    await stack.sql.query(
      `insert into outbox (id, queue, job, payload) values ($1, 'document', 'document.foretell', '{}')`,
      [id],
    );
    const job = await add();
    await relay();
    expect(await isQueued(job)).toBe(true);
    await stack.sql.query(`update outbox set enqueued_at = now() - interval '1 minute' where id = $1`, [id]);
    await reconcile();
    await stack.sql.query('delete from outbox where id = $1', [id]);
  });

  test('finds lost work behind a backlog of any length, and ignores work that was postponed meanwhile', async () => {
    await stack.sql.query(`
      insert into outbox (id, queue, job, payload, enqueued_at)
      select 'out_a' || n, 'document', 'document.read', '{"stepRunId": "str_none", "attempt": 1}', now() - interval '1 minute'
        from generate_series(1, 6000) n`);
    const lost = await add();
    await stack.sql.query(`update outbox set enqueued_at = now() - interval '1 minute' where id = $1`, [lost.outboxId]);
    const asked: string[][] = [];
    const queue = {
      findMissing: async (name: string, ids: readonly string[]) => {
        asked.push([...ids]);
        if (name !== 'document') return [];
        const behind = ids.filter((id) => id === lost.outboxId || id === 'out_a1');
        if (behind.includes('out_a1'))
          await stack.sql.query(
            `update outbox set round = 1, enqueued_at = null, available_at = now() + interval '1 hour' where id = 'out_a1'`,
          );
        return behind;
      },
    };
    expect(await createReconcileOutbox({ ...stack.container, queue })()).toBe(1);
    expect(asked.flat().length).toBeGreaterThan(6_000);
    expect((await rowOf(lost))?.enqueued_at).toBeNull();
    const { rows } = await stack.sql.query(`select available_at > now() as later from outbox where id = 'out_a1'`);
    expect(rows).toEqual([{ later: true }]);
    await stack.sql.query(`delete from outbox where id like 'out_a%'`);
  });

  test('is divided between relays: each row is queued once', async () => {
    const jobs = await Promise.all(Array.from({ length: 20 }, add));
    const handed: string[] = [];
    const queue = {
      add: async (_name: string, jobs: readonly QueuedJob[]) => void handed.push(...jobs.map((job) => job.outboxId)),
    };
    await Promise.all([1, 2, 3].map(() => createRelayOutbox({ ...stack.container, queue })()));
    expect(handed.filter((id) => jobs.some((job) => job.outboxId === id)).sort()).toEqual(
      jobs.map((job) => job.outboxId).sort(),
    );
  });

  test('queues again what the queue has lost, but not what it still has or has only just received', async () => {
    const [lost, known, fresh] = [await add(), await add(), await add()];
    await stack.container.queue.add('document', [known]);
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
