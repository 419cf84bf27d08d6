import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEnvRootKey } from '../../src/adapters/root-keys/env-root-key.ts';
import { createDatabase } from '../../src/db/database.ts';
import { isDatabaseAway } from '../../src/db/connection/is-away.ts';
import { keyBytes } from '../../src/domain/encryption/encryption.ts';
import { newId } from '../../src/domain/id.ts';
import { MoveRefused, type Database, type Repositories } from '../../src/domain/repositories/repositories.ts';
import type { StepRun } from '../../src/domain/verifications/step-run.ts';
import { verificationMoves, verificationStatuses } from '../../src/domain/verifications/verification-status.ts';
import type { Device, Verification } from '../../src/domain/verifications/verification.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';

let database: TestDatabase;
let db: Database;
let sql: pg.Pool;
let client: SeededClient;
const rootKey = randomBytes(keyBytes);
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolSize: 5, rootKey: createEnvRootKey(rootKey) });
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  sql.on('error', () => undefined);
  client = await seedClient(db);
});
afterAll(async () => {
  await db.close();
  await sql.end();
  await database.drop();
});

const device: Device = {
  platform: 'test',
  sdkVersion: '1',
  languages: ['en'],
  model: null,
  osVersion: null,
  userAgent: null,
  networkAddress: '203.0.113.5',
};

async function newVerification(owner: SeededClient = client): Promise<Verification> {
  const [identityId, id] = [newId('identity'), newId('verification')];
  const context = await db.starts.findStartContext(owner.clientId, owner.flowOf('document-only'));
  if (!context?.flow) throw new Error('no flow');
  await db.identities.create({ id: identityId, clientId: owner.clientId });
  await db.verifications.create({
    id,
    clientId: owner.clientId,
    identityId,
    flowVersionId: context.flow.versionId,
    startedBy: 'device',
    reverifies: false,
    language: 'en',
    metadata: { order: id },
    deviceMetadata: {},
    device,
    ttlMinutes: 30,
  });
  await db.stepRuns.createAll([
    { id: newId('stepRun'), verificationId: id, stepId: 'document', type: 'document', position: 0 },
  ]);
  return db.verifications.get(id);
}

async function stepRunOf({ id }: Verification): Promise<StepRun> {
  const [run] = await db.stepRuns.list(id);
  if (run === undefined) throw new Error('no step run');
  return run;
}

const setStatus = (id: string, status: string) =>
  sql.query('update verifications set status = $2 where id = $1', [id, status]);

describe('a move of a verification', () => {
  test('is refused to a reviewer who knows an older version of it, and changes nothing', async () => {
    const seen = await newVerification();
    await db.verifications.move(seen, 'running', { inputsCompleted: true });
    await expect(db.verifications.move(seen, 'cancelled', { finished: true })).rejects.toThrow(MoveRefused);
    const stale = { ...(await db.verifications.get(seen.id)), version: seen.version };
    await expect(db.verifications.move(stale, 'verified')).rejects.toThrow(MoveRefused);
    expect(await db.verifications.get(seen.id)).toMatchObject({ status: 'running', version: 1, finishedAt: null });
  });

  test('succeeds for one of many simultaneous callers', async () => {
    const seen = await newVerification();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => db.verifications.move(seen, index % 2 === 0 ? 'running' : 'cancelled')),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await db.verifications.get(seen.id)).version).toBe(1);
  });

  test('is refused if the table of moves does not allow it', async () => {
    const { id } = await newVerification();
    for (const from of verificationStatuses) {
      await setStatus(id, from);
      const seen = await db.verifications.get(id);
      for (const to of verificationStatuses.filter((status) => !verificationMoves[from].includes(status))) {
        await expect(db.verifications.move(seen, to), `${from} to ${to}`).rejects.toThrow(MoveRefused);
      }
      expect((await db.verifications.get(id)).status).toBe(from);
    }
  });
});

describe('a move of a step', () => {
  const outcome = { record: null, checks: [], facts: {}, traits: {}, models: [] };

  async function submit(stepRun: StepRun, on: Pick<Repositories, 'submits' | 'verifications'> = db): Promise<void> {
    const verification = await on.verifications.get(stepRun.verificationId);
    const rows = { job: 'document.read', ttlMinutes: null, message: {} } as const;
    await on.submits.write(verification, { stepRun, origin: 'sdk', input: {}, ...rows });
  }

  test('is refused to a reviewer who knows an older version of it', async () => {
    const run = await stepRunOf(await newVerification());
    await submit(run);
    await expect(submit(run)).rejects.toThrow(MoveRefused);
    const processing = await db.stepRuns.get(run.id);
    await db.stepRuns.finish(processing, {}, outcome, new Date());
    await expect(db.stepRuns.finish(processing, {}, outcome, new Date())).rejects.toThrow(MoveRefused);
    await expect(db.stepRuns.returnForRetake(processing, {}, [])).rejects.toThrow(MoveRefused);
  });

  test('is refused when it leads back from the end', async () => {
    const run = await stepRunOf(await newVerification());
    await submit(run);
    await db.stepRuns.finish(await db.stepRuns.get(run.id), {}, outcome, new Date());
    const finished = await db.stepRuns.get(run.id);
    await expect(submit(finished)).rejects.toThrow(MoveRefused);
    await expect(db.stepRuns.returnForRetake(finished, {}, [])).rejects.toThrow(MoveRefused);
  });

  test('is undone with the transaction that it belongs to', async () => {
    const run = await stepRunOf(await newVerification());
    const failing = db.transaction(async (tx) => {
      await submit(run, tx);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await db.stepRuns.get(run.id)).toMatchObject({ status: 'waiting', version: 0 });
  });
});

describe('a sealed value', () => {
  let verification: Verification;
  beforeEach(async () => {
    verification = await newVerification();
    await db.identities.setStatus(verification.identityId, 'verified', {
      fullName: { value: 'Somebody', source: 'test', verificationId: verification.id },
    });
  });
  const find = () => db.identities.find(client.clientId, verification.identityId);

  test('opens in its place', async () => {
    expect((await find())?.data.fullName?.value).toBe('Somebody');
  });

  test('does not open in another identity’s row, nor with that row’s key', async () => {
    const other = await newVerification();
    await sql.query(
      'update identities set data_sealed = (select data_sealed from identities where id = $1) where id = $2',
      [verification.identityId, other.identityId],
    );
    await expect(db.identities.find(client.clientId, other.identityId)).rejects.toThrow('does not open');
    await sql.query(
      'update identities set wrapped_data_key = (select wrapped_data_key from identities where id = $1) where id = $2',
      [verification.identityId, other.identityId],
    );
    await expect(db.identities.find(client.clientId, other.identityId)).rejects.toThrow('does not open');
  });

  test('does not open under another client', async () => {
    const other = await seedClient(db);
    await sql.query('update identities set client_id = $1 where id = $2', [other.clientId, verification.identityId]);
    await expect(db.identities.find(other.clientId, verification.identityId)).rejects.toThrow('does not open');
  });

  test('does not open in another column', async () => {
    await sql.query('update verifications set metadata_sealed = device_sealed where id = $1', [verification.id]);
    await expect(db.verifications.get(verification.id)).rejects.toThrow('does not open');
  });

  test('does not open when one bit of it has changed', async () => {
    await sql.query(
      'update identities set data_sealed = set_byte(data_sealed, 20, get_byte(data_sealed, 20) # 1) where id = $1',
      [verification.identityId],
    );
    await expect(find()).rejects.toThrow('does not open');
  });

  test('does not open under another root key', async () => {
    const thief = createDatabase({
      url: database.url,
      poolSize: 1,
      rootKey: createEnvRootKey(randomBytes(keyBytes)),
    });
    try {
      await expect(thief.identities.find(client.clientId, verification.identityId)).rejects.toThrow('does not open');
    } finally {
      await thief.close();
    }
  });

  test('cannot be read any more once the identity’s key is destroyed, in every process at once', async () => {
    const elsewhere = createDatabase({ url: database.url, poolSize: 1, rootKey: createEnvRootKey(rootKey) });
    try {
      expect((await elsewhere.verifications.get(verification.id)).metadata).toEqual({ order: verification.id });
      await sql.query('update identities set wrapped_data_key = null where id = $1', [verification.identityId]);
      for (const process of [db, elsewhere]) {
        await expect(process.verifications.get(verification.id)).rejects.toThrow('has been destroyed');
        expect(await process.identities.findRecord(client.clientId, verification.identityId)).toBeNull();
      }
    } finally {
      await elsewhere.close();
    }
  });
});

describe('what never changes', () => {
  test('a published version of a flow refuses an update', async () => {
    await expect(sql.query(`update flow_versions set document = '{}'`)).rejects.toThrow('append-only');
  });

  test('an entry of the audit log refuses an update and a removal', async () => {
    await sql.query(
      `insert into audit_entries (id, client_id, sequence, actor, action, subject_id, at, previous_hash, hash)
       values ($1, $2, 1, 'test', 'test', $3, now(), '\\x00', '\\x01')`,
      [newId('auditEntry'), client.clientId, newId('identity')],
    );
    await expect(sql.query(`update audit_entries set action = 'other'`)).rejects.toThrow('append-only');
    await expect(sql.query('delete from audit_entries')).rejects.toThrow('append-only');
  });
});

describe('a database that cannot be reached', () => {
  test('is distinguished from a fault of ours, inside and outside of a transaction', async () => {
    const own = createDatabase({ url: database.url, poolSize: 2, rootKey: createEnvRootKey(rootKey) });
    const cutMe = db.transaction.bind(db);
    const failure = await cutMe(async (tx) => {
      await tx.clients.find(client.clientId);
      await sql.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`,
      );
      await tx.clients.find(client.clientId);
    }).catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    await own.close();
    const closed = await own.clients.find(client.clientId).catch((error: unknown) => error);
    expect(closed).toBeInstanceOf(Error);
    const fault = await db.verifications.get('ver_nobody').catch((error: unknown) => error);
    expect(isDatabaseAway(fault)).toBe(false);

    const nowhere = createDatabase({
      url: 'postgresql://nobody@127.0.0.1:9/none',
      poolSize: 1,
      rootKey: createEnvRootKey(rootKey),
    });
    const unreachable = [
      () => nowhere.clients.find(client.clientId),
      () => nowhere.transaction((tx) => tx.clients.find(client.clientId)),
      () => nowhere.identities.findRecord(client.clientId, newId('identity')),
      () => nowhere.exclusively('x', () => Promise.resolve()),
      () => nowhere.probe(),
    ];
    for (const ask of unreachable) {
      expect(isDatabaseAway(await ask().catch((error: unknown) => error))).toBe(true);
    }
    await nowhere.close();
  });

  test('does not end the process when it cuts a connection that is in use', async () => {
    await db
      .exclusively('cut', async () => {
        await sql.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
        );
        // The connection learns it now, while no query runs.
        await sql.query('select pg_sleep(0.2)');
      })
      .catch((error: unknown) => {
        expect(isDatabaseAway(error)).toBe(true);
      });
    expect((await db.clients.find(client.clientId))?.id).toBe(client.clientId);
    let ran = false;
    await db.exclusively('cut', async () => {
      ran = true;
    });
    expect(ran).toBe(true);
  });
});
