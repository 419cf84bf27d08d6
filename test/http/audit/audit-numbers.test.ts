import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { auditHashOf, firstPreviousHash } from '../../../src/domain/privacy/audit.ts';
import { createAnchorAudit } from '../../../src/services/audit/anchor-audit.ts';
import { linkEveryNote } from '../../../src/services/audit/link-notes.ts';
import { createVerifyAudit } from '../../../src/services/audit/verify-audit.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';

/** The limit of a four-byte column: one client's log continues beyond it. */
const largestShort = 2_147_483_647;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

interface LogPage {
  data: { id: string; hash: string }[];
  nextCursor: string | null;
}

/** A client whose log has one line, two numbers before the last four-byte one, as the previous version wrote it. */
async function logNearTheEnd() {
  const client = await seedClient(stack.container.db);
  const { clientId } = client;
  const at = new Date();
  const line = { id: newId('auditEntry'), clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const; // prettier-ignore
  const entry = { ...line, at, sequence: largestShort - 2, previousHash: firstPreviousHash };
  await stack.sql.query(
    `insert into audit_entries (id, client_id, sequence, actor, action, subject_id, at, previous_hash, hash)
     values ($1, $2, $3, 'system', $4, $2, $5, $6, $7)`,
    [entry.id, clientId, entry.sequence, entry.action, at, entry.previousHash, auditHashOf(entry)],
  );
  return client;
}

async function write(clientId: string, count: number): Promise<void> {
  const note = { clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const;
  await stack.container.db.transaction((tx) => tx.audit.append(Array.from({ length: count }, () => note)));
  await linkEveryNote(stack.container);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('a client’s log continues beyond 2,147,483,647 lines, each hashed over the one before, up to a genuine and anchored end', async () => {
  const { clientId } = await logNearTheEnd();
  // The lost end costs one number: a break stays visible.
  await write(clientId, 1);
  await write(clientId, 4);
  const { audit } = stack.container.db;
  const entries = await audit.listAfter(clientId, largestShort - 1, 10);
  expect(entries.map(({ sequence }) => sequence - largestShort)).toEqual([0, 1, 2, 3, 4]);
  for (const [index, entry] of entries.entries()) {
    expect(auditHashOf(entry)).toEqual(entry.hash);
    if (index > 0) expect(entry.previousHash).toEqual(entries[index - 1]?.hash);
  }
  const end = await audit.findEnd(clientId);
  expect(end).toMatchObject({ sequence: largestShort + 4, genuine: true, hash: entries.at(-1)?.hash });
  await createAnchorAudit({ ...stack.container, log: { error: () => undefined } })();
  expect((await stack.container.auditAnchors.find(clientId))?.sequence).toBe(largestShort + 4);
  await write(clientId, 1);
  await createAnchorAudit({ ...stack.container, log: { error: () => undefined } })();
  expect((await stack.container.auditAnchors.find(clientId))?.sequence).toBe(largestShort + 5);
});

test('pages, filters and the check of the chain cross the number 2,147,483,647', async () => {
  const { clientId, token } = await logNearTheEnd();
  await write(clientId, 5);
  const wanted = idsOf(await stack.container.db.audit.listAfter(clientId, 0, 10)).reverse();
  expect(wanted).toHaveLength(6);
  const seen: string[] = [];
  for (let after = ''; seen.length < 20;) {
    const { body } = await stack.api.get<LogPage>(`/v2/audit-log?subject=${clientId}&limit=2${after}`, { token });
    seen.push(...idsOf(body.data));
    if (body.nextCursor === null) break;
    after = `&after=${body.nextCursor}`;
  }
  expect(seen).toEqual(wanted);

  const newest = await stack.container.db.audit.listAfter(clientId, largestShort + 1, 1);
  await stack.sql.query('alter table audit_entries disable trigger all');
  await stack.sql.query('delete from audit_entries where id = $1', [newest[0]?.id]);
  await stack.sql.query('alter table audit_entries enable trigger all');
  const left = await stack.container.db.audit.listAfter(clientId, largestShort, 10);
  expect(left.map(({ sequence }) => sequence - largestShort)).toEqual([1, 3, 4]);
  // The first line is no beginning of a log; the verdict names it before it comes to the gap.
  expect((await createVerifyAudit(stack.container)(clientId)).broken?.fault).toBe('removed');
});

test('a cursor may name any number that a line can have, and no other', async () => {
  const { clientId, token } = await seedClient(stack.container.db);
  await write(clientId, 1);
  const listBefore = (number: string) =>
    stack.api.get<LogPage>(`/v2/audit-log?after=${Buffer.from(number).toString('base64url')}`, { token });
  for (const number of ['2147483648', '9999999999', '9007199254740991']) {
    const { status, body } = await listBefore(number);
    expect([number, status, body.data.length]).toEqual([number, 200, 1]);
  }
  for (const number of ['9007199254740992', '99999999999999999999', '-1', '1e9']) {
    expect([number, (await listBefore(number)).status]).toEqual([number, 400]);
  }
});

test('no line and no end is without a number, or has two', async () => {
  const { clientId } = await seedClient(stack.container.db);
  await write(clientId, 1);
  for (const numbers of ['sequence = null', 'long_sequence = 5000000000']) {
    const refused = stack.sql.query(`update audit_heads set ${numbers} where client_id = $1`, [clientId]);
    await expect(refused).rejects.toThrow('audit_heads_have_a_number');
  }
  const add = (short: number | null, long: number | null) =>
    stack.sql.query(
      `insert into audit_entries (id, client_id, sequence, long_sequence, actor, action, subject_id, at, previous_hash, hash)
       values ($1, $2, $3, $4, 'system', 'settings.updated', $2, now(), '', '')`,
      [newId('auditEntry'), clientId, short, long],
    );
  await expect(add(null, null)).rejects.toThrow('audit_entries_have_a_number');
  await expect(add(7, 5_000_000_000)).rejects.toThrow('audit_entries_have_a_number');
  // Each number once, in whichever column it is.
  await expect(add(null, 1)).rejects.toThrow('audit_entries_client_id_number_key');
});
