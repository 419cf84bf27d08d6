import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { createApi } from '../../src/api.ts';
import { environmentOfServing } from '../../src/commands/running-environment.ts';
import { startParts } from '../../src/commands/start-parts.ts';
import { loadConfig } from '../../src/config.ts';
import { loadEmbeddedSettings } from '../../src/embedded-settings.ts';
import { createContainer } from '../../src/container.ts';
import { bringUpToDate } from '../../src/db/migrations/bring-up-to-date.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';

/** An installation by `npm start` loses its database and gets it back, with commands alone: Postgres is never started by hand. */
const dir = mkdtempSync(join(tmpdir(), 'verify-drill-'));
const backup = join(dir, 'verify.backup');
const canary = 'Order 4711';
let client: SeededClient;
let identityId: string;

/** The service on the embedded servers, for as long as `work` takes: what `npm start` does. */
async function whileRunning<T>(work: (api: ApiClient, seed: () => Promise<SeededClient>) => Promise<T>): Promise<T> {
  const settings = loadEmbeddedSettings({ VERIFY_DIR: dir });
  const parts = await startParts(settings, () => undefined);
  try {
    const config = loadConfig(settings.complete(parts.environment));
    await bringUpToDate(config.database, () => undefined);
    const container = createContainer(config, createLogger({ level: 'silent', process: 'api' }));
    const app = await createApi(container);
    try {
      const api = createApiClient(await app.listen({ host: '127.0.0.1', port: 0 }));
      return await work(api, () => seedClient(container.db));
    } finally {
      await app.close();
      await container.close();
    }
  } finally {
    await parts.stop();
  }
}

async function admin(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/commands/admin.ts', ...args], {
    env: { PATH: process.env.PATH, VERIFY_DIR: dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said: output.join('') };
}

beforeAll(async () => {
  // Postgres does not run as root: its own user must be able to enter.
  chmodSync(dir, 0o755);
  await whileRunning(async (api, seed) => {
    client = await seed();
    const start = sessionStart(client.clientId, client.flowOf('document-only'), { metadata: { order: canary } });
    const session = await startSdkSession(api, start);
    identityId = session.identityId;
    const path = `/v2/verifications/${session.verificationId}/simulate`;
    expect((await api.post(path, { token: client.token, json: { status: 'verified' } })).status).toBe(200);
  });
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('a backup, a loss and a restore, after which a person’s record opens', { timeout: 240_000 }, async () => {
  expect(await admin(['back-up', backup])).toMatchObject({ code: 0 });
  rmSync(join(dir, 'postgres'), { recursive: true });
  expect(await admin(['purge', '--dry-run'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('restore FILE') as string,
  });

  const stranger = { ROOT_KEY: randomBytes(32).toString('base64') };
  expect(await admin(['restore', backup], stranger)).toMatchObject({
    code: 1,
    said: expect.stringContaining('root key does not open this backup') as string,
  });
  expect(await admin(['restore', backup])).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored') as string,
  });
  expect(await admin(['rotate-client-key', client.clientId])).toMatchObject({ code: 0 });

  const doctor = await admin(['doctor']);
  expect(doctor).toMatchObject({ code: 1, said: expect.stringContaining('workers.stopped') as string });
  expect(doctor.said).not.toContain('workers.missing');

  await whileRunning(async (api) => {
    const { status, body } = await api.get(`/v2/identities/${identityId}`, { token: client.token });
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(canary)]);
  });
});

test('the API and the workers work in the database as a role that owns nothing', { timeout: 120_000 }, async () => {
  const settings = loadEmbeddedSettings({ VERIFY_DIR: dir });
  const parts = await startParts(settings, () => undefined);
  try {
    const config = loadConfig(settings.complete(parts.environment));
    await bringUpToDate(config.database, () => undefined);
    const serving = environmentOfServing(settings.complete(parts.environment));
    expect(JSON.stringify(serving)).not.toContain(new URL(config.database.ownerUrl).password);
    const client = new pg.Client({ connectionString: serving.DATABASE_URL });
    await client.connect();
    const said = async (statement: string) =>
      client.query<object>(statement).then(
        ({ rows }) => rows,
        (error: unknown) => String(error),
      );
    expect(await said('select tablename from pg_tables where tableowner = current_user')).toEqual([]);
    expect(await said('select from pg_roles where rolname = current_user and (rolsuper or rolcreatedb)')).toEqual([]);
    expect(await said('select count(*) > 0 as any from audit_entries')).toEqual([{ any: true }]);
    for (const statement of ['delete from audit_entries', 'drop table audit_entries', 'create table mine ()'])
      expect(await said(statement), statement).toMatch(/permission denied|must be owner/);
    await client.end();
  } finally {
    await parts.stop();
  }
});

test('a folder that is not an installation does not become one', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'verify-empty-'));
  const [asked, restored] = [
    await admin(['purge', '--dry-run'], { VERIFY_DIR: empty }),
    await admin(['restore', backup], { VERIFY_DIR: empty }),
  ];
  rmSync(empty, { recursive: true });
  expect(asked).toMatchObject({ code: 1, said: expect.stringContaining('no installation') as string });
  expect(restored).toMatchObject({ code: 1, said: expect.stringContaining('no root key') as string });
});
