import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEnvRootKey } from '../../../src/adapters/root-keys/env-root-key.ts';
import { createLogger } from '../../../src/adapters/telemetry/logger.ts';
import { createApi } from '../../../src/api.ts';
import { loadConfig } from '../../../src/config.ts';
import { createContainer, type Container } from '../../../src/container.ts';
import { applicationName } from '../../../src/db/connection/connection.ts';
import { createDatabase } from '../../../src/db/database.ts';
import { readMigrations } from '../../../src/db/migrations/apply-migrations.ts';
import type { Traits } from '../../../src/domain/traits.ts';
import { createSealVerifications } from '../../../src/services/verifications/seal-verifications.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { check, conclude } from '../../support/conclude.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/servers/database.ts';
import { testRedis } from '../../support/servers/redis.ts';
import { seedClient, type SeededClient } from '../../support/seed.ts';

/** Documents of attempts that are encrypted to the client's own key, and what becomes unreadable with them. */
let database: TestDatabase;
let sql: pg.Pool;
let client: SeededClient;
let keyId: string;
const rootKey = randomBytes(32).toString('base64');
const redis = testRedis();

interface Serving {
  api: ApiClient;
  container: Container;
}

let running: (Serving & { stop(): Promise<void> }) | null = null;

/** The service on this database, started once for all work between two changes of a key. */
async function serving<T>(work: (on: Serving) => Promise<T>): Promise<T> {
  running ??= await start();
  return work(running);
}

async function start() {
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    ROOT_KEY: rootKey,
    MEDIA_DIR: '/nonexistent',
  };
  const container = createContainer(loadConfig(env), createLogger({ level: 'silent', process: 'api' }));
  const app = await createApi(container);
  await container.settle();
  const api = createApiClient(await app.listen({ host: '127.0.0.1', port: 0 }));
  const stop = async () => {
    await app.close();
    await container.close();
    // Postgres lists a connection for some time after its client has closed it.
    await eventually(async () => (await countConnections()) === 0, { everyMs: 5, what: 'the end of the connections' });
  };
  return { api, container, stop };
}

async function stopService(): Promise<void> {
  await running?.stop();
  running = null;
}

async function countConnections(): Promise<number | null> {
  const { rowCount } = await sql.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1',
    [applicationName],
  );
  return rowCount;
}

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await stopService();
  await sql.end();
  await database.drop();
});

beforeEach(async () => {
  await serving(async ({ api, container }) => {
    client = await seedClient(container.db);
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const json = { name: 'own', publicKey: { ...(await exportJWK(publicKey)), alg: 'ECDH-ES' } };
    const { body } = await api.post<{ id: string }>('/v2/encryption-configurations', { token: client.token, json });
    keyId = body.id;
  });
});

const newNumber = () => `N${randomBytes(5).toString('hex').toUpperCase()}`;

interface Shown {
  encrypted?: boolean;
  identityId?: string;
  traits?: Traits;
}

/** An attempt that shows this passport. */
async function show(
  { api, container }: Serving,
  documentNumber: string,
  { encrypted = false, identityId, traits }: Shown = {},
) {
  const metadata = {
    ...(encrypted && { encryptionConfigurationId: keyId }),
    ...(identityId !== undefined && { identityId }),
  };
  const json = { flowId: client.flowOf('document-only'), metadata };
  const { token } = client;
  const { body } = await api.post<{ verificationId: string }>('/v2/verifications', { token, json });
  await conclude({ container }, body.verificationId, {
    document: {
      checks: [check('document-reading')],
      traits: traits ?? { documentType: 'passport', documentCountry: 'PT', documentNumber, fullName: 'ANA LIMA' },
      facts: { documentNumber: { value: documentNumber, source: 'document:mrz' } },
    },
  });
  const { id, status, decision, identityId: shownBy } = await container.db.verifications.get(body.verificationId);
  return { id, status, identityId: shownBy, codes: decision?.reasons.map(({ code }) => code) };
}

/** A sealed attempt of a new identity. */
async function sealed(documentNumber: string, more: Shown = {}) {
  return serving(async (on) => {
    const attempt = await show(on, documentNumber, { ...more, encrypted: true });
    await createSealVerifications(on.container)();
    return attempt;
  });
}

/** The change of a key refuses to run next to the service. */
async function rotate(): Promise<void> {
  await stopService();
  const db = createDatabase({
    url: database.url,
    poolSize: 1,
    rootKey: createEnvRootKey(Buffer.from(rootKey, 'base64')),
  });
  try {
    await db.rotateClientKey(client.clientId);
  } finally {
    await db.close();
  }
}

/** The verdict on another identity that shows the document. */
const shownByAnother = (documentNumber: string, more: Shown = {}) =>
  serving((on) => show(on, documentNumber, more)).then(({ status, codes }) => [status, ...(codes ?? [])]);

const found = ['reviewNeeded', 'document.duplicate'];
const formerKeys = async () =>
  (await sql.query('select id from former_index_keys where client_id = $1', [client.clientId])).rows.length;

test(
  'is found after each of two changes of the client’s key, and another document passes',
  { timeout: 60_000 },
  async () => {
    const [early, late] = [newNumber(), newNumber()];
    await sealed(early);
    expect(await shownByAnother(early)).toEqual(found);
    await rotate();
    expect(await shownByAnother(early)).toEqual(found);
    await sealed(late);
    await rotate();
    expect(await shownByAnother(early, { encrypted: true })).toEqual(found);
    expect(await shownByAnother(late)).toEqual(found);
    expect(await shownByAnother(newNumber())).toEqual(['verified']);
    expect(await formerKeys()).toBe(2);
  },
);

test('is known as its holder’s own after a change of the key', { timeout: 60_000 }, async () => {
  const number = newNumber();
  const { identityId } = await sealed(number);
  await rotate();
  const again = await serving((on) => show(on, number, { identityId }));
  expect([again.status, again.identityId]).toEqual(['verified', identityId]);
});

test('a change of the key that fails changes nothing', { timeout: 60_000 }, async () => {
  const number = newNumber();
  await sealed(number);
  // The last statement of the change fails, as if the process had died before the commit.
  await sql.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before update of wrapped_key on clients for each row execute function refuse()`);
  try {
    await expect(rotate()).rejects.toThrow('refused');
  } finally {
    await sql.query('drop trigger refuse on clients; drop function refuse()');
  }
  expect(await formerKeys()).toBe(0);
  expect(await shownByAnother(number)).toEqual(found);
  await rotate();
  expect(await shownByAnother(number)).toEqual(found);
});

test('a former key goes with the last hash that needs it', { timeout: 60_000 }, async () => {
  const numbers = [newNumber(), newNumber()];
  const people = [await sealed(numbers[0] ?? ''), await sealed(numbers[1] ?? '')];
  await rotate();
  const erase = (path: string) => serving(({ api }) => api.delete(path, { token: client.token }));
  expect((await erase(`/v2/identities/${people[0]?.identityId ?? ''}`)).status).toBe(204);
  expect(await formerKeys()).toBe(1);
  expect(await shownByAnother(numbers[0] ?? '')).toEqual(['verified']);
  expect(await shownByAnother(numbers[1] ?? '')).toEqual(found);
  expect((await erase(`/v2/verifications/${people[1]?.id ?? ''}`)).status).toBe(204);
  expect(await formerKeys()).toBe(0);
  const { rows } = await sql.query('select from sealed_documents where client_id = $1', [client.clientId]);
  expect(rows).toEqual([]);
  // Without a sealed document, a change of the key keeps no former one.
  await rotate();
  expect(await formerKeys()).toBe(0);
});

test('is found after another attempt of its identity was erased', { timeout: 60_000 }, async () => {
  const [own, other] = [newNumber(), newNumber()];
  const { identityId } = await sealed(own);
  const later = await serving((on) => show(on, other, { identityId }));
  await serving(({ api }) => api.delete(`/v2/verifications/${later.id}`, { token: client.token }));
  expect(await shownByAnother(own)).toEqual(found);
  expect(await shownByAnother(other)).toEqual(['verified']);
});

test('without a country as its issuer is found by its number', { timeout: 60_000 }, async () => {
  const number = newNumber();
  const traits: Traits = { documentType: 'passport', documentNumber: number, fullName: 'ANA LIMA' };
  await sealed(number, { traits });
  expect(await shownByAnother(number, { traits })).toEqual(found);
  // The other attempt shows the issuer.
  expect(await shownByAnother(number)).toEqual(found);
});

test(
  'whose hash an earlier version lost makes every search incomplete until it is erased',
  { timeout: 60_000 },
  async () => {
    const { id } = await sealed(newNumber());
    // The last statement of the migration, on the state that an earlier version left behind.
    await sql.query('delete from sealed_documents where client_id = $1', [client.clientId]);
    await sql.query('delete from blind_indexes where client_id = $1', [client.clientId]);
    const migration = readMigrations().find(({ name }) => name.endsWith('_sealed_documents'));
    for (const [statement] of migration?.sql.matchAll(/^INSERT INTO [^;]*/gm) ?? []) await sql.query(statement);
    expect(await shownByAnother(newNumber())).toEqual(['reviewNeeded', 'document.not_all_searched']);
    await rotate();
    expect(await shownByAnother(newNumber())).toEqual(['reviewNeeded', 'document.not_all_searched']);
    await serving(({ api }) => api.delete(`/v2/verifications/${id}`, { token: client.token }));
    expect(await shownByAnother(newNumber())).toEqual(['verified']);
  },
);

test(
  'that was sealed before hashes were kept is found after an update and a change of the key',
  { timeout: 60_000 },
  async () => {
    const number = newNumber();
    await sealed(number);
    await sql.query('delete from sealed_documents where client_id = $1', [client.clientId]);
    const migration = readMigrations().find(({ name }) => name.endsWith('_sealed_documents'));
    for (const [statement] of migration?.sql.matchAll(/^INSERT INTO [^;]*/gm) ?? []) await sql.query(statement);
    await rotate();
    expect(await shownByAnother(number)).toEqual(found);
    expect(await shownByAnother(newNumber())).toEqual(['verified']);
  },
);
