import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../support/api-client.ts';
import { problemLine } from '../support/api-client.ts';
import { createSdkSession, sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { newId } from '../../src/domain/id.ts';
import type { Repositories } from '../../src/domain/repositories/repositories.ts';
import { createRunJob, type JobEnd, type JobHandlers } from '../../src/services/jobs/run-job.ts';
import { eventually } from '../support/eventually.ts';
import type { Session } from '../../src/contract/sessions/session.ts';

let stack: Stack;
let lockedOut: SeededClient;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  lockedOut = await seedClient(stack.container.db);
});
afterAll(() => stack.close());

const start = (client: SeededClient) =>
  stack.api.post<Session>('/v2/sdk/sessions', { json: sessionStart(client.clientId, client.flowOf('document-only')) });

/** More of them than the pool has connections. */
const manyTimes = <T>(what: () => Promise<T>) => Promise.all(Array.from({ length: 15 }, what));

function expectHeldUp(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expect(problemLine(answer)).toBe('503 service.unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

test('a row of one session and a row of one client that stay locked hold up only their own requests', async () => {
  const held = await stack.startSession();
  const holder = await stack.sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from verifications where id = $1 for update', [held.verificationId]);
    await holder.query('select 1 from clients where id = $1 for update', [lockedOut.clientId]);
    let settled = false;
    const victims = Promise.all([
      manyTimes(() => held.consent()),
      manyTimes(() => held.cancel()),
      manyTimes(() => held.submit()),
      manyTimes(() => start(lockedOut)),
    ]).finally(() => {
      settled = true;
    });

    const others: number[] = [];
    while (!settled) {
      // Of the same client as the held session, and unlocked: all of these must go through.
      const session = await startSdkSession(
        stack.api,
        sessionStart(stack.client.clientId, stack.client.flowOf('document-only')),
      );
      others.push((await createSdkSession(stack.api, { ...session, sessionToken: session.token }).cancel()).status);
    }
    expect(others.length).toBeGreaterThan(0);
    expect(new Set(others)).toEqual(new Set([200]));

    const [consents, cancels, submits, starts] = await victims;
    for (const answers of [consents, cancels, submits, starts]) expectHeldUp(answers);
    // Reading needs no lock.
    expect((await held.state()).status).toBe(200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await held.cancel()).status).toBe(200);
  expect((await start(lockedOut)).status).toBe(201);
});

test('a job whose row is held does not keep other jobs from beginning', async () => {
  const { outbox } = stack.container.db;
  const [held, free] = [
    await outbox.add('code.send', { codeSendId: 'snd_held' }, null),
    await outbox.add('code.send', { codeSendId: 'snd_free' }, null),
  ];
  const holder = await stack.sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from outbox where id = $1 for update', [held.outboxId]);
    const waiting = outbox.begin(held.outboxId);
    expect(await outbox.begin(free.outboxId)).toMatchObject({ outboxId: free.outboxId });
    // As while the row is being marked as queued: its job is not lost.
    await holder.query('rollback');
    expect(await waiting).toMatchObject({ outboxId: held.outboxId, attempts: 1 });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await stack.sql.query('delete from outbox where id = any($1)', [[held.outboxId, free.outboxId]]);
});

/** Runs `work` while another transaction holds what `lock` selects. */
async function whileHeld<T>(
  lock: string,
  values: unknown[],
  work: (free: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const holder = await stack.sql.connect();
  const free = async () => {
    await holder.query('rollback');
  };
  try {
    await holder.query('begin');
    expect((await holder.query(lock, values)).rowCount).toBeGreaterThan(0);
    return await work(free);
  } finally {
    await free();
    holder.release();
  }
}

test('deliveries of other clients are recorded while one is held, and that one after it', async () => {
  const { db } = stack.container;
  const due = await Promise.all(
    [lockedOut, stack.client].map(async (client) => {
      const url = 'http://127.0.0.1:9/';
      await stack.api.post('/v2/webhook-endpoints', { token: client.token, json: { url } });
      await start(client);
      const { rows } = await stack.sql.query<{ id: string; job: string }>(
        `select d.id, o.id as job from webhook_deliveries d join webhook_events e on e.id = d.event_id
           join outbox o on o.payload ->> 'deliveryId' = d.id where e.client_id = $1`,
        [client.clientId],
      );
      const delivery = await db.webhookDeliveries.findDue(rows[0]?.id ?? '');
      const run = await db.outbox.begin(rows[0]?.job ?? '');
      if (delivery === null || run === null) throw new Error('there is no delivery');
      return { delivery, run };
    }),
  );
  const record = ({ delivery, run }: (typeof due)[number]) =>
    db.webhookDeliveries.recordDelivered(run, delivery, { durationMs: 1, status: 200, answer: null });
  const [held, free] = due as [(typeof due)[number], (typeof due)[number]];
  await whileHeld('select 1 from webhook_deliveries where id = $1 for update', [held.delivery.id], async (unlock) => {
    // In one batch: the first is in progress when the others come.
    const first = record(free);
    const [waiting, again] = [record(held), record(free)];
    expect(await first).toBe(true);
    expect(await again).toBe(false);
    await unlock();
    expect(await waiting).toBe(true);
  });
  const { rows } = await stack.sql.query('select 1 from webhook_attempts where delivery_id = any($1)', [
    due.map(({ delivery }) => delivery.id),
  ]);
  expect(rows).toHaveLength(2);
});

test('one locked row does not keep a cron job from deleting the others', async () => {
  const { db } = stack.container;
  const [one, two] = [randomBytes(32), randomBytes(32)];
  await stack.sql.query(
    `insert into idempotency_keys (key_hash, request_hash, expires_at, claim_id)
     select key, key, now() - interval '1 hour', 'x' from unnest($1::bytea[]) as key`,
    [[one, two]],
  );
  await stack.sql.query(
    `insert into send_counts (client_id, name, digest, sends, ends_at)
     select 'cli_x', 'x', key, 1, now() - interval '1 hour' from unnest($1::bytea[]) as key`,
    [[one, two]],
  );
  await stack.sql.query(
    `insert into webhook_events (id, client_id, type, body_sealed, created_at)
     select id, $2, 'x', '', now() - interval '99 days' from unnest($1::text[]) as id`,
    [[newId('event'), newId('event')], stack.client.clientId],
  );
  for (const [table, work] of [
    ['idempotency_keys', () => db.idempotencyKeys.deleteExpired(100)],
    ['send_counts', () => db.codeSends.deleteOldCounts(100)],
    [`webhook_events`, () => db.webhookEvents.deleteOld(100)],
  ] as const) {
    const first = table === 'webhook_events' ? `type = 'x'` : 'true';
    await whileHeld(`select 1 from ${table} where ${first} limit 1 for update`, [], async () => {
      expect([table, await work()]).toEqual([table, 1]);
    });
    expect([table, await work()]).toEqual([table, 1]);
  }
});

/** Of ten connections, three are left to other clients. */
const seatsOfClient = 7;

test('jobs whose ends wait for one client’s row leave connections to the jobs of others', async () => {
  const { db } = stack.container;
  const sessions = await Promise.all(
    Array.from({ length: 12 }, () =>
      startSdkSession(stack.api, sessionStart(lockedOut.clientId, lockedOut.flowOf('document-only'))),
    ),
  );
  const other = await stack.startSession();
  const endOf = (clientId: string, verificationId: string) => ({
    caller: { clientId, verificationId },
    async store(tx: Repositories) {
      await tx.verifications.lock(verificationId);
    },
  });
  const ends = new Map<string, JobEnd>();
  const handlers: JobHandlers = {
    'code.send': { work: ({ codeSendId }) => Promise.resolve(ends.get(codeSendId) ?? null), onExhausted: () => null },
  };
  const runJob = createRunJob({ ...stack.container, handlers, random: () => 0 });
  const run = async (clientId: string, verificationId: string) => {
    ends.set(verificationId, endOf(clientId, verificationId));
    const { outboxId } = await db.outbox.add('code.send', { codeSendId: verificationId }, null);
    return { outboxId, done: () => runJob('code.send', outboxId, { codeSendId: verificationId }) };
  };
  const held = await Promise.all(sessions.map(({ verificationId }) => run(lockedOut.clientId, verificationId)));
  const free = await run(stack.client.clientId, other.verificationId);
  const isLeft = async (id: string) =>
    (await stack.sql.query('select 1 from outbox where id = $1', [id])).rowCount === 1;
  const ids = sessions.map(({ verificationId }) => verificationId);
  await whileHeld('select 1 from verifications where id = any($1) for update', [ids], async () => {
    let pending = held.length;
    const waiting = Promise.all(
      held.map(async ({ done }) => {
        await done();
        pending -= 1;
      }),
    );
    // As soon as every one of them has begun.
    await eventually(
      async () =>
        (
          await stack.sql.query('select 1 from outbox where id = any($1) and attempts = 1', [
            held.map(({ outboxId }) => outboxId),
          ])
        ).rowCount === held.length,
    );
    await free.done();
    // Those in the queue may have been refused by now; those with a connection wait for their lock.
    expect(pending).toBeGreaterThanOrEqual(seatsOfClient);
    expect(await isLeft(free.outboxId)).toBe(false);
    await waiting;
  });
  // This is an outage: the attempts are given back.
  const { rows } = await stack.sql.query('select 1 from outbox where id = any($1) and attempts = 0', [
    held.map(({ outboxId }) => outboxId),
  ]);
  expect(rows).toHaveLength(held.length);
  await stack.sql.query(`delete from outbox where job = 'code.send'`);
});
