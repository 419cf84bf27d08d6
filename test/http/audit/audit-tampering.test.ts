import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditHashOf } from '../../../src/domain/privacy/audit.ts';
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
