import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditHashOf, type AuditEntry } from '../../../src/domain/privacy/audit.ts';
import { createCheckpointAudit } from '../../../src/services/audit/checkpoint-audit.ts';
import { linkEveryNote } from '../../../src/services/audit/link-notes.ts';
import { createCheckAuditPage, createVerifyAudit } from '../../../src/services/audit/verify-audit.ts';
import { problemLine } from '../../support/api-client.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';

const hourMs = 3_600_000;

let stack: Stack;
const errors: Record<string, unknown>[] = [];
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** As a maintenance worker would, `hoursAgo`. */
async function checkpoint(hoursAgo = 0): Promise<number> {
  const clock = { now: () => new Date(Date.now() - hoursAgo * hourMs) };
  const log = { error: (fields: Record<string, unknown>) => void errors.push(fields) };
  return createCheckpointAudit({ ...stack.container, clock, log })();
}

async function write(clientId: string, count: number): Promise<void> {
  const note = { clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const;
  await stack.container.db.transaction((tx) => tx.audit.append(Array.from({ length: count }, () => note)));
  await linkEveryNote(stack.container);
}

/** A log of 12 lines with checkpoints at 3, 6 and 9, of five, four and three hours ago. */
async function seedLog() {
  const { clientId, token } = await seedClient(stack.container.db);
  for (const hoursAgo of [5, 4, 3]) {
    await write(clientId, 3);
    await checkpoint(hoursAgo);
  }
  await write(clientId, 3);
  const lines = await stack.container.db.audit.listAfter(clientId, 0, 100);
  const idOf = (sequence: number) => lines[sequence - 1]?.id;
  return { clientId, token, lines, idOf };
}

const checkpointsOf = async (clientId: string) => {
  const { rows } = await stack.sql.query<{ sequence: string; previous: string }>(
    'select sequence, previous from audit_checkpoints where client_id = $1 order by sequence',
    [clientId],
  );
  return rows.map(({ sequence, previous }) => [Number(previous), Number(sequence)]);
};

/** What somebody who owns the database can do: every rule of it is off. */
async function tamper(...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> {
  const tables = ['audit_entries', 'audit_checkpoints'];
  for (const table of tables) await stack.sql.query(`alter table ${table} disable trigger all`);
  for (const [text, ...values] of statements) await stack.sql.query(text, values);
  for (const table of tables) await stack.sql.query(`alter table ${table} enable trigger all`);
}

/** Lines from `from` on, written again with another actor, and hashed as the service would. */
function rewrite(lines: readonly AuditEntry[], from: number): [string, ...unknown[]][] {
  let previousHash = lines[from - 2]?.hash;
  return lines.slice(from - 1).map((line) => {
    if (previousHash === undefined) throw new Error('the first line has nothing before it');
    const next = { ...line, actorId: 'tok_x', previousHash };
    const hash = auditHashOf(next);
    const text = 'update audit_entries set actor = $2, previous_hash = $3, hash = $4 where id = $1';
    const values = [line.id, next.actorId, previousHash, hash];
    previousHash = hash;
    return [text, ...values];
  });
}

/** Pages of a few lines, so that faults are behind the first one. */
const pageOf = (clientId: string, check: { after?: string; since?: Date } = {}) =>
  createCheckAuditPage(stack.container, { lines: 4 })(clientId, check);
const verify = (clientId: string, check: { since?: Date } = {}) =>
  createVerifyAudit(stack.container, { lines: 4 })(clientId, check);

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
    errors.length = 0;
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

describe('the check finds and names', () => {
  test.each([
    [
      'a changed line',
      (id: string) => [['update audit_entries set actor = $2 where id = $1', id, 'tok_x']],
      8,
      'changed',
    ],
    ['a removed line', (id: string) => [['delete from audit_entries where id = $1', id]], 8, 'removed'],
  ] as const)('%s on a later page', async (_what, statements, sequence, fault) => {
    const { clientId, idOf } = await seedLog();
    await tamper(...(statements(idOf(sequence) ?? '') as [string, ...unknown[]][]));
    const named = idOf(fault === 'removed' ? sequence + 1 : sequence);
    expect((await verify(clientId)).broken).toEqual({ entryId: named, fault });
  });

  test('two lines that changed places', async () => {
    const { clientId, idOf } = await seedLog();
    const move = 'update audit_entries set sequence = $2 where id = $1';
    await tamper([move, idOf(7), 1_007], [move, idOf(8), 7], [move, idOf(7), 8]);
    expect((await verify(clientId)).broken).toEqual({ entryId: idOf(8), fault: 'changed' });
  });

  test('a tail that was removed, on the first page and whatever the end says', async () => {
    const { clientId, idOf } = await seedLog();
    await tamper(['delete from audit_entries where client_id = $1 and sequence > 11', clientId]);
    expect(await pageOf(clientId)).toMatchObject({ entries: 4, broken: { entryId: idOf(11), fault: 'cut' } });
    expect((await verify(clientId)).broken).toEqual({ entryId: idOf(11), fault: 'cut' });
  });

  test('a tail that was removed together with the end, which was genuine once, behind a checkpoint', async () => {
    const { clientId, token } = await seedClient(stack.container.db);
    await write(clientId, 3);
    const { rows } = await stack.sql.query('select sequence, hash, mac from audit_heads where client_id = $1', [
      clientId,
    ]);
    const earlier = rows[0] as { sequence: number; hash: Buffer; mac: Buffer };
    await write(clientId, 3);
    await checkpoint();
    await tamper(
      ['delete from audit_entries where client_id = $1 and sequence > 3', clientId],
      ['update audit_heads set sequence = $2, hash = $3, mac = $4 where client_id = $1', clientId, earlier.sequence, earlier.hash, earlier.mac], // prettier-ignore
    );
    expect(await verify(clientId)).toMatchObject({ anchor: null, broken: { fault: 'cut' } });
    const { body } = await stack.api.get('/v2/audit-log/integrity', { token });
    expect(body).toMatchObject({ intact: false, fault: 'cut', checkpointEntries: 6, total: 3 });
  });

  test('a history that was written again, with right hashes, at the first checkpoint behind it', async () => {
    const { clientId, lines, idOf } = await seedLog();
    await tamper(...rewrite(lines, 5));
    expect((await verify(clientId)).broken).toEqual({ entryId: idOf(6), fault: 'rewritten' });
    // The first page ends before it, and sees that the end is another.
    expect((await pageOf(clientId)).broken?.fault).toBe('endForged');
  });

  test('a history that was written again up to a checkpoint that was removed', async () => {
    const { clientId, lines, idOf } = await seedLog();
    await tamper(...rewrite(lines, 5), [
      'delete from audit_checkpoints where client_id = $1 and sequence = 6',
      clientId,
    ]);
    expect((await verify(clientId)).broken).toEqual({ entryId: idOf(9), fault: 'checkpointRemoved' });
  });

  test.each([
    ['hash', `set hash = sha256('guess'::bytea)`],
    ['MAC', `set mac = sha256('guess'::bytea)`],
    ['time', `set at = at + interval '1 hour'`],
    ['predecessor', 'set previous = 1'],
  ])('a checkpoint with another %s', async (_what, change) => {
    const { clientId, idOf } = await seedLog();
    await tamper([`update audit_checkpoints ${change} where client_id = $1 and sequence = 6`, clientId]);
    expect((await verify(clientId)).broken).toEqual({ entryId: idOf(6), fault: 'checkpointForged' });
  });

  test('a checkpoint of another client, and one of lines that nobody has written', async () => {
    const [mine, other] = [await seedLog(), await seedLog()];
    const copy = `insert into audit_checkpoints select $1, $3::bigint, previous, hash, at, mac from audit_checkpoints where client_id = $2 and sequence = 9`; // prettier-ignore
    await tamper(
      ['delete from audit_checkpoints where client_id = $1 and sequence = 9', mine.clientId],
      [copy, mine.clientId, other.clientId, 9],
    );
    expect((await verify(mine.clientId)).broken).toEqual({ entryId: mine.idOf(9), fault: 'checkpointForged' });
    await tamper(
      ['delete from audit_checkpoints where client_id = $1 and sequence = 9', mine.clientId],
      [copy, mine.clientId, other.clientId, 1_000_000],
    );
    expect((await pageOf(mine.clientId)).broken?.fault).toBe('checkpointForged');
  });

  test('lines that were added behind the signed end', async () => {
    const { clientId, lines, idOf } = await seedLog();
    const last = lines.at(-1);
    if (last === undefined) throw new Error('no lines');
    const line = { ...last, id: `${last.id.slice(0, -4)}zzzz`, sequence: 13, previousHash: last.hash };
    await stack.sql.query(
      `insert into audit_entries (id, client_id, sequence, actor, action, subject_id, at, previous_hash, hash)
       values ($1, $2, 13, $3, $4, $5, $6, $7, $8)`,
      [line.id, clientId, line.actorId, line.action, line.subjectId, line.at, line.previousHash, auditHashOf(line)],
    );
    expect((await verify(clientId)).broken).toEqual({ entryId: line.id, fault: 'endForged' });
    expect(idOf(12)).toBe(last.id);
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

  test('trusts no checkpoint that is not ours, nor one whose line is another', async () => {
    const first = await seedLog();
    await tamper([`update audit_checkpoints set mac = '' where client_id = $1 and sequence = 6`, first.clientId]);
    expect((await verify(first.clientId, { since: hoursAgo(3.5) })).broken?.fault).toBe('checkpointForged');
    const second = await seedLog();
    await tamper(...rewrite(second.lines, 5).slice(0, 2));
    expect((await verify(second.clientId, { since: hoursAgo(3.5) })).broken?.fault).toBe('rewritten');
  });
});
