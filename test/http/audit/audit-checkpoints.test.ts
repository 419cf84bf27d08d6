import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCheckpointAudit } from '../../../src/services/audit/checkpoint-audit.ts';
import { createCheckAuditPage } from '../../../src/services/audit/verify-audit.ts';
import { problemLine } from '../../support/api-client.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { createCheckpointedLogs, hourMs, rewrite } from './checkpointed-log.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const { checkpoint, write, seedLog, checkpointsOf, tamper, pageOf, verify } = createCheckpointedLogs(() => stack);

describe('checkpoints', () => {
  test('are signed for a new log, after an hour if it has grown, and after 5,000 lines; each names the one before', async () => {
    const { clientId } = await seedClient(stack.container.db);
    await write(clientId, 2);
    await checkpoint(0.9);
    await write(clientId, 2);
    await checkpoint();
    expect(await checkpointsOf(clientId)).toEqual([[0, 2]]);
    await write(clientId, 4_997);
    await checkpoint();
    expect(await checkpointsOf(clientId)).toEqual([[0, 2]]);
    await write(clientId, 1);
    await checkpoint(1.1);
    expect(await checkpointsOf(clientId)).toEqual([
      [0, 2],
      [2, 5_002],
    ]);
    await checkpoint();
    expect(await checkpointsOf(clientId)).toHaveLength(2);
    await write(clientId, 1);
    await checkpoint();
    expect((await checkpointsOf(clientId)).at(-1)).toEqual([5_002, 5_003]);
    expect((await verify(clientId)).broken).toBeNull();
  });

  test('are not signed over a log that lost its end or its newest checkpoint, and the log says so once', async () => {
    const { clientId, lines } = await seedLog();
    await tamper(...rewrite(lines, 8));
    await write(clientId, 1);
    const errors: Record<string, unknown>[] = [];
    const run = createCheckpointAudit({ ...stack.container, log: { error: (fields) => void errors.push(fields) } });
    await run();
    await run();
    expect(errors).toEqual([{ clientId }]);
    expect((await checkpointsOf(clientId)).at(-1)).toEqual([6, 9]);
  });

  test('cannot be changed or removed by a statement of the service', async () => {
    const { clientId } = await seedLog();
    for (const text of ['update audit_checkpoints set at = now()', 'delete from audit_checkpoints']) {
      await expect(stack.sql.query(`${text} where client_id = $1`, [clientId])).rejects.toThrow('append-only');
    }
  });
});

describe('the check by pages', () => {
  test.each([
    ['fast', 0.001],
    ['slow', 0.5],
    ['very slow', 2],
  ])(
    'on a %s machine, a page ends in time, and the pages together find what one check finds',
    async (_name, msPerLine) => {
      const { clientId } = await seedClient(stack.container.db);
      await write(clientId, 1_300);
      const [broken] = await stack.container.db.audit.listAfter(clientId, 1_234, 1);
      await tamper([`update audit_entries set subject_id = 'idn_x' where id = $1`, broken?.id]);
      let now = 0;
      const { audit } = stack.container.db;
      const listAfter = async (...asked: Parameters<typeof audit.listAfter>) => {
        const lines = await audit.listAfter(...asked);
        now += lines.length * msPerLine;
        return lines;
      };
      const db = { ...stack.container.db, audit: { ...audit, listAfter } };
      const check = createCheckAuditPage({ ...stack.container, db }, { now: () => now });
      const times: number[] = [];
      for (let after: string | undefined; ;) {
        const begunAt = now;
        const page = await check(clientId, { after });
        times.push(now - begunAt);
        after = page.next ?? undefined;
        if (after !== undefined) continue;
        expect(page).toMatchObject({ entries: 1_235, broken: { entryId: broken?.id, fault: 'changed' } });
        break;
      }
      // No page is over its time, except one whose first batch is.
      expect(Math.max(...times)).toBeLessThanOrEqual(Math.max(80, 100 * msPerLine));
      expect(times.length).toBeLessThanOrEqual(Math.ceil((1_235 * msPerLine) / 40));
    },
  );

  test('says that the log is intact on its last page, and on no page before', async () => {
    const { clientId, token } = await seedClient(stack.container.db);
    await write(clientId, 5_003);
    await checkpoint();
    const check = (query = '') =>
      stack.api.get<{ entries: number; nextCursor: string | null }>(`/v2/audit-log/integrity${query}`, { token });
    let [entries, pages, after] = [0, 0, ''];
    for (;;) {
      const { status, body } = await check(after);
      expect(status).toBe(200);
      pages += 1;
      const isLast = body.nextCursor === null;
      expect(body).toMatchObject({ intact: isLast ? true : null, from: 0, total: 5_003, fault: null, brokenAt: null });
      expect(body).toMatchObject({ checkpointEntries: 5_003 });
      entries = body.entries;
      if (body.nextCursor === null) break;
      after = `?after=${body.nextCursor}`;
    }
    expect([pages >= 2, entries]).toEqual([true, 5_003]);
  });

  test('leaves what is written meanwhile to the next check', async () => {
    const { clientId } = await seedLog();
    let { next, entries } = await pageOf(clientId);
    while (next !== null) {
      await write(clientId, 10);
      ({ next, entries } = await pageOf(clientId, { after: next }));
    }
    expect(entries).toBe(12);
  });

  test('refuses a cursor that it did not sign, of another client, or older than a day', async () => {
    const [{ clientId, token }, other] = [await seedLog(), await seedLog()];
    const { next } = await pageOf(clientId);
    if (next === null) throw new Error('one page was enough');
    const refused = async (after: string, at = token) =>
      problemLine(await stack.api.get(`/v2/audit-log/integrity?after=${after}`, { token: at }));
    const bytes = Buffer.from(next, 'base64url');
    for (const place of [0, 40, bytes.length - 2]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await refused(changed.toString('base64url'))).toBe('400 request.invalid');
    }
    expect(await refused('bm9uZQ')).toBe('400 request.invalid');
    expect(await refused(next, other.token)).toBe('400 request.invalid');
    expect((await stack.api.get(`/v2/audit-log/integrity?after=${next}`, { token })).status).toBe(200);
    const clock = { now: () => new Date(Date.now() + 25 * hourMs) };
    const later = createCheckAuditPage({ ...stack.container, clock })(clientId, { after: next });
    await expect(later).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('a check since a time', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);

  test('begins at the newest checkpoint of that time, and with the first line where there is none', async () => {
    const { clientId, token } = await seedLog();
    expect(await verify(clientId, { since: hoursAgo(3.5) })).toMatchObject({ from: 6, entries: 6, broken: null });
    expect(await verify(clientId, { since: hoursAgo(0) })).toMatchObject({ from: 9, entries: 3, broken: null });
    expect(await verify(clientId, { since: hoursAgo(6) })).toMatchObject({ from: 0, entries: 12, broken: null });
    const since = hoursAgo(3.5).toISOString();
    const { body } = await stack.api.get(`/v2/audit-log/integrity?since=${since}`, { token });
    expect(body).toMatchObject({ intact: true, from: 6, entries: 6, total: 12 });
  });

  test('trusts no checkpoint that is not ours, nor one whose line differs', async () => {
    const first = await seedLog();
    await tamper([`update audit_checkpoints set mac = '' where client_id = $1 and sequence = 6`, first.clientId]);
    expect((await verify(first.clientId, { since: hoursAgo(3.5) })).broken?.fault).toBe('checkpointForged');
    const second = await seedLog();
    await tamper(...rewrite(second.lines, 5).slice(0, 2));
    expect((await verify(second.clientId, { since: hoursAgo(3.5) })).broken?.fault).toBe('rewritten');
  });
});
