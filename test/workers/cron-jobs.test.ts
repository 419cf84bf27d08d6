import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMaintenance } from '../../workers/maintenance.ts';
import { eventually } from '../support/eventually.ts';
import { signInAs } from '../support/operator.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { storedAndFreshRecord } from '../support/steps.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

describe('the cron jobs', () => {
  test('take the lock of a chainer of the audit log only while notes wait for it', async () => {
    const { container, api, client } = stack;
    const { db } = container;
    const locked: string[] = [];
    const exclusively: typeof db.exclusively = (name, work) => {
      locked.push(name);
      return db.exclusively(name, work);
    };
    const locksOf = (job: string) => locked.filter((name) => name.startsWith(job)).length;
    const waiting = () => db.audit.listWaiting({ of: 1, range: 0 });
    expect(await waiting()).toEqual([]);
    const running = startMaintenance({ ...container, db: { ...db, exclusively } });
    try {
      await eventually(() => locksOf('seal-verifications') >= 2, { what: 'two rounds of a job that always locks' });
      expect(locksOf('link-audit-notes') + locksOf('chain-audit-reads')).toBe(0);
      await api.call('PUT', '/v2/ip-rules', { token: client.token, json: { allow: [], deny: [] } });
      await eventually(() => locksOf('link-audit-notes') > 0, { what: 'a chainer with work' });
      await eventually(async () => (await waiting()).length === 0, { what: 'the notes in the chain' });
    } finally {
      await Promise.all(running.map((worker) => worker.stop()));
    }
  });

  test('expire verifications without progress, and run in one process at a time', async () => {
    const session = await stack.startSession();
    await stack.sql.query(`update verifications set expires_at = now() - interval '1 second' where id = $1`, [
      session.verificationId,
    ]);
    await signInAs(stack, 'owner');
    await stack.sql.query(`update operator_sessions set ends_at = now() - interval '1 second'`);
    await stack.startWorkers({ maintenance: true });
    await eventually(async () => (await session.state()).body.status === 'expired');
    const endedSignIns = () => stack.sql.query('select 1 from operator_sessions where ends_at < now()');
    await eventually(async () => (await endedSignIns()).rowCount === 0, { what: 'the end of ended sign-ins' });
    const { stored, fresh } = await storedAndFreshRecord(stack, session.identityId);
    expect(stored).toEqual(fresh);

    let running = 0;
    let most = 0;
    const cronJob = async () => {
      running += 1;
      most = Math.max(most, running);
      await stack.sql.query('select pg_sleep(0.05)');
      running -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => stack.container.db.exclusively('a-cron-job', cronJob)));
    expect(most).toBe(1);
  });
});
