import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditHashOf } from '../../../src/domain/privacy/audit.ts';
import { createVerifyAudit } from '../../../src/services/audit/verify-audit.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { createCheckpointedLogs, rewrite } from './checkpointed-log.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const { checkpoint, write, seedLog, tamper, pageOf, verify } = createCheckpointedLogs(() => stack);

describe('the check of the audit log finds and names', () => {
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

  test('a history that was rewritten, with right hashes, at the first checkpoint behind it', async () => {
    const { clientId, lines, idOf } = await seedLog();
    await tamper(...rewrite(lines, 5));
    expect((await verify(clientId)).broken).toEqual({ entryId: idOf(6), fault: 'rewritten' });
    // The first page ends before it, and sees that the end is another.
    expect((await pageOf(clientId)).broken?.fault).toBe('endForged');
  });

  test('a history that was rewritten up to a checkpoint that was removed', async () => {
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

describe('the chain of a short log', () => {
  async function tampered(change: (clientId: string) => Promise<unknown>) {
    const { clientId, token } = await seedClient(stack.container.db);
    const note = { clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const;
    for (let count = 0; count < 6; count += 1) {
      await stack.container.db.transaction((tx) => tx.audit.append([note]));
    }
    const { body: log } = await stack.api.get<{ data: { id: string }[] }>('/v2/audit-log?limit=100', { token });
    const entries = log.data.reverse();
    await stack.sql.query('alter table audit_entries disable trigger all');
    await change(clientId);
    await stack.sql.query('alter table audit_entries enable trigger all');
    const verdict = await createVerifyAudit(stack.container)(clientId);
    const { body } = await stack.api.get('/v2/audit-log/integrity', { token });
    expect(body).toMatchObject({
      intact: verdict.broken === null,
      from: 0,
      entries: verdict.entries,
      total: verdict.total,
      brokenAt: verdict.broken?.entryId ?? null,
      fault: verdict.broken?.fault ?? null,
      anchoredEntries: null,
      anchoredAt: null,
      nextCursor: null,
    });
    return { entries, broken: verdict.broken, clientId };
  }
  const run = (text: string) => (clientId: string) => stack.sql.query(text, [clientId]);

  test('is intact if it was not changed', async () => {
    expect((await tampered(() => Promise.resolve())).broken).toBeNull();
  });

  test.each([
    ['an actor', `update audit_entries set actor = 'tok_x' where client_id = $1 and sequence = 3`],
    ['a time', `update audit_entries set at = at + interval '1 second' where client_id = $1 and sequence = 3`],
    ['a subject', `update audit_entries set subject_id = 'x' where client_id = $1 and sequence = 3`],
  ])('names the entry of which %s was changed', async (_what, text) => {
    const { entries, broken } = await tampered(run(text));
    expect(broken).toEqual({ entryId: entries[2]?.id, fault: 'changed' });
  });

  test('names the entry before which one was removed', async () => {
    const { entries, broken } = await tampered(run('delete from audit_entries where client_id = $1 and sequence = 3'));
    expect(broken).toEqual({ entryId: entries[3]?.id, fault: 'removed' });
  });

  test('names the first of two entries that changed places', async () => {
    const { entries, broken } = await tampered(async (clientId) => {
      const swap = `update audit_entries set sequence = $2::int where client_id = $1 and sequence = $3::int`;
      for (const [to, from] of [[1003, 3], [3, 4], [4, 1003]]) await stack.sql.query(swap, [clientId, to, from]); // prettier-ignore
    });
    expect(broken).toEqual({ entryId: entries[3]?.id, fault: 'changed' });
  });

  test('notices an end that was cut off, also after the log continued', async () => {
    const { entries, broken, clientId } = await tampered(
      run('delete from audit_entries where client_id = $1 and sequence > 4'),
    );
    expect(broken).toEqual({ entryId: entries[3]?.id, fault: 'cut' });
    const note = { clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const;
    await stack.container.db.transaction((tx) => tx.audit.append([note]));
    expect((await createVerifyAudit(stack.container)(clientId)).broken?.fault).toBe('removed');
  });

  test('notices an end that was forged or removed, and cannot be repaired by new entries', async () => {
    for (const text of [
      'delete from audit_heads where client_id = $1',
      `update audit_heads set mac = sha256('guess'::bytea) where client_id = $1`,
    ]) {
      const { broken, clientId } = await tampered(run(text));
      expect(broken?.fault).toBe('endForged');
      const note = { clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const;
      await stack.container.db.transaction((tx) => tx.audit.append([note]));
      expect((await createVerifyAudit(stack.container)(clientId)).broken?.fault).toBe('removed');
    }
  });
});
