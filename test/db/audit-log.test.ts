import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEnvRootKey } from '../../src/adapters/root-keys/env-root-key.ts';
import { createDatabase } from '../../src/db/database.ts';
import { auditHashOf, firstPreviousHash, type AuditAction } from '../../src/domain/privacy/audit.ts';
import { keyBytes } from '../../src/domain/encryption/encryption.ts';
import type { Database } from '../../src/domain/repositories/repositories.ts';
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

test('writers at the same time make one chain without gaps, each entry hashed over the one before', async () => {
  const { clientId } = await seedClient(db);
  await Promise.all(
    Array.from({ length: 20 }, () => db.transaction((tx) => tx.audit.append([note(clientId), note(clientId)]))),
  );
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

test('an entry goes with its change: rolled back together, and the chain goes on without a gap', async () => {
  const { clientId } = await seedClient(db);
  const failing = db.transaction(async (tx) => {
    await tx.audit.append([note(clientId)]);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  await db.transaction((tx) => tx.audit.append([note(clientId)]));
  expect((await chainOf(clientId)).map(({ sequence }) => sequence)).toEqual([1]);
});

test('the database itself refuses to change or remove an entry', async () => {
  const { clientId } = await seedClient(db);
  await db.transaction((tx) => tx.audit.append([note(clientId)]));
  await expect(sql.query(`update audit_entries set actor = 'x'`)).rejects.toThrow('append-only');
  await expect(sql.query('delete from audit_entries')).rejects.toThrow('append-only');
});
