import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEnvRootKey } from '../../src/adapters/root-keys/env-root-key.ts';
import { createDatabase } from '../../src/db/database.ts';
import { auditHashOf, firstPreviousHash, type AuditAction } from '../../src/domain/privacy/audit.ts';
import { keyBytes } from '../../src/domain/encryption/encryption.ts';
import type { Database } from '../../src/domain/repositories/repositories.ts';
import { createChainReads } from '../../src/services/audit/chain-reads.ts';
import { createLinkNotes, linkEveryNote, linkForReader } from '../../src/services/audit/link-notes.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { seedClient } from '../support/seed.ts';

let database: TestDatabase;
let db: Database;
let sql: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolSize: 5, rootKey: createEnvRootKey(randomBytes(keyBytes)) });
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await db.close();
  await sql.end();
  await database.drop();
});

interface Row {
  id: string;
  client_id: string;
  sequence: number;
  actor: string;
  action: AuditAction;
  subject_id: string;
  at: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

async function chainOf(clientId: string): Promise<Row[]> {
  const found = await sql.query<Row>('select * from audit_entries where client_id = $1 order by sequence', [clientId]);
  return found.rows;
}

const note = (clientId: string) =>
  ({ clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId }) as const;

const link = () => linkEveryNote({ db });

test('writers and chainers at the same time make one chain without gaps, each entry hashed over the one before', async () => {
  const { clientId } = await seedClient(db);
  const write = () => db.transaction((tx) => tx.audit.append([note(clientId), note(clientId)]));
  const noteReadings = () => db.audit.noteReads(2);
  await db.audit.keepReads([{ ...note(clientId), at: new Date() }, { ...note(clientId), at: new Date() }]); // prettier-ignore
  await Promise.all([
    ...Array.from({ length: 19 }, write),
    link(),
    noteReadings(),
    link(),
    linkForReader({ db }, clientId),
  ]);
  await Promise.all([link(), link()]);
  const rows = await chainOf(clientId);
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  let previous: Buffer = firstPreviousHash;
  for (const row of rows) {
    expect(row.previous_hash).toEqual(previous);
    const { client_id, actor, subject_id, previous_hash, ...same } = row;
    const entry = { ...same, clientId: client_id, actorId: actor, subjectId: subject_id, previousHash: previous_hash };
    expect(row.hash).toEqual(auditHashOf(entry));
    previous = row.hash;
  }
});

test('an entry shares its change’s transaction: both are rolled back together, and the chain continues without a gap', async () => {
  const { clientId } = await seedClient(db);
  const failing = db.transaction(async (tx) => {
    await tx.audit.append([note(clientId)]);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  await db.transaction((tx) => tx.audit.append([note(clientId)]));
  await link();
  expect((await chainOf(clientId)).map(({ sequence }) => sequence)).toEqual([1]);
});

test('a chainer that dies leaves its notes to the next one', async () => {
  const { clientId } = await seedClient(db);
  await db.transaction((tx) => tx.audit.append([note(clientId), note(clientId)]));
  const dying = db.transaction(async (tx) => {
    expect(await tx.audit.link(clientId, 1)).toBe(1);
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  expect(await chainOf(clientId)).toEqual([]);
  await link();
  expect((await chainOf(clientId)).map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test('a writer waits for no chain, and a chain that cannot be written delays no other client', async () => {
  const [held, other] = [await seedClient(db), await seedClient(db)];
  const holder = await sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(1096109380, hashtext($1))', [held.clientId]);
    await db.transaction((tx) => tx.audit.append([note(held.clientId), note(other.clientId)]));
    const since = await db.audit.findWaitingSince(held.clientId);
    expect(since).toBeInstanceOf(Date);
    const runs = await Promise.allSettled([0, 1].map((range) => createLinkNotes({ db }, range)()));
    expect(runs.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await chainOf(other.clientId)).toHaveLength(1);
    expect(await chainOf(held.clientId)).toEqual([]);
    expect(await db.audit.findWaitingSince(held.clientId)).toEqual(since);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await link();
  expect(await chainOf(held.clientId)).toHaveLength(1);
  expect(await db.audit.findWaitingSince(held.clientId)).toBeNull();
});

test('readings of a client whose chain cannot be written delay no other client’s readings, and none is lost', async () => {
  const [held, other] = [await seedClient(db), await seedClient(db)];
  const chainReads = createChainReads({ db });
  const at = new Date();
  const holder = await sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(1096109380, hashtext($1))', [held.clientId]);
    // In one batch, as a process that serves both keeps them.
    const subjects = ['first', 'second'].map((subjectId) => ({ ...note(other.clientId), subjectId, at }));
    await db.audit.keepReads([{ ...note(held.clientId), at }, ...subjects]);
    expect(await chainReads()).toBe(3);
    expect(await chainReads()).toBe(0);
    await Promise.allSettled([0, 1].map((range) => createLinkNotes({ db }, range)()));
    expect((await chainOf(other.clientId)).map((row) => row.subject_id)).toEqual(['first', 'second']);
    expect(await chainOf(held.clientId)).toEqual([]);
    expect(await db.audit.findWaitingSince(held.clientId)).toEqual(at);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await link();
  expect((await chainOf(held.clientId)).map((row) => row.at)).toEqual([at]);
});

test('a change that commits after later ones were linked is linked too', async () => {
  const { clientId } = await seedClient(db);
  let noted: () => void = () => undefined;
  let commit: () => void = () => undefined;
  const isNoted = new Promise<void>((resolve) => (noted = resolve));
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  const late = db.transaction(async (tx) => {
    await tx.audit.append([{ ...note(clientId), subjectId: 'late' }]);
    noted();
    await mayCommit;
  });
  await isNoted;
  await db.transaction((tx) => tx.audit.append([{ ...note(clientId), subjectId: 'early' }]));
  await link();
  commit();
  await late;
  await link();
  expect((await chainOf(clientId)).map((row) => row.subject_id)).toEqual(['early', 'late']);
});

test('a process whose clock is off changes no order', async () => {
  const { clientId } = await seedClient(db);
  const times = ['2026-03-01T09:00:00.000Z', '2031-01-01T00:00:00.000Z', '2026-03-01T09:00:01.000Z'];
  for (const at of times) await db.transaction((tx) => tx.audit.append([{ ...note(clientId), at: new Date(at) }]));
  await link();
  expect((await chainOf(clientId)).map(({ at }) => at.toISOString())).toEqual(times);
});

test('the database itself refuses to change or remove an entry', async () => {
  const { clientId } = await seedClient(db);
  await db.transaction((tx) => tx.audit.append([note(clientId)]));
  await link();
  await expect(sql.query(`update audit_entries set actor = 'x'`)).rejects.toThrow('append-only');
  await expect(sql.query('delete from audit_entries')).rejects.toThrow('append-only');
});
