import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { loadConfig } from '../../src/config.ts';
import { createApi } from '../../src/api.ts';
import { createContainer } from '../../src/container.ts';
import { createCheckpointAudit } from '../../src/services/audit/checkpoint-audit.ts';
import { linkEveryNote } from '../../src/services/audit/link-notes.ts';
import { createApiClient, problemLine } from '../support/api-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import { operatorPassword, type SignedInBody } from '../support/operator.ts';
import { addPersonFlow, canary, finishPerson, startPerson } from '../support/people/person.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** Commands as an operator runs them, on one service with two people. One of them is erased after the backup. */
let stack: Stack;
let restored: TestDatabase;
let kept: SdkSession;
let erased: SdkSession;
const place = mkdtempSync(join(tmpdir(), 'verify-admin-'));
const file = join(place, 'verify.backup');
beforeAll(async () => {
  [stack, restored] = await Promise.all([
    startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } }),
    createTestDatabase(),
  ]);
  await addPersonFlow(stack);
  await stack.startWorkers({ qualityHandlers: noInspection, otp: true });
  await stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json: { url: 'http://127.0.0.1:9/' } });
  kept = await startPerson(stack);
  erased = await startPerson(stack, { customer: 'another' });
  await finishPerson(stack, kept);
  await finishPerson(stack, erased);
});
afterAll(async () => {
  await stack.close();
  await restored.drop();
  rmSync(place, { recursive: true, force: true });
});

async function admin(
  args: readonly string[],
  { env = {}, typed = '' }: { env?: Record<string, string>; typed?: string } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/commands/admin.ts', ...args], {
    env: { PATH: process.env.PATH, VERIFY_DIR: place, ...stack.env, ...env },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
  child.stdin.end(typed);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = output.join('');
  // Whatever happens, the output never shows the inside of the program.
  expect(said).not.toMatch(/^\s+at .*:\d+/m);
  expect(said.split('\n').length).toBeLessThan(40);
  return { code, said };
}

const onRestored = (more: Record<string, string> = {}) => ({ env: { DATABASE_URL: restored.url, ...more } });

describe('a command that is called wrongly', () => {
  const mistakes: [string, string[], string, { env?: Record<string, string>; typed?: string }?][] = [
    ['names no command that there is', ['purify'], 'npm run admin -- purge'],
    ['names no mode', ['create-client', 'Example Bank'], 'create-client live'],
    [
      'gives an owner a short password',
      ['create-owner', '--name', 'Ana', '--email', 'ana@verify.test'],
      'The password must have 12',
      { typed: 'short\n' },
    ],
    ['gives an owner no address', ['create-owner', '--name', 'Ana'], 'Name an email address'],
    ['mistypes an option', ['purge', '--dryrun'], 'no option --dryrun'],
    ['names a file that does not exist', ['restore', '/nowhere.backup'], 'no such file'],
    ['has no database', ['purge'], 'does not answer', { env: { DATABASE_URL: 'postgresql://x:secret@127.0.0.1:9/x' } }],
    ['has a setting that is none', ['purge'], 'ROOT_KEY', { env: { ROOT_KEY: 'secret' } }],
  ];

  test('says so in a plain line, and ends with 1', async () => {
    const answers = await Promise.all(mistakes.map(([, args, , how]) => admin(args, how)));
    answers.forEach(({ code, said }, index) => {
      const [how, , expected] = mistakes[index] ?? [];
      expect([how, code, said]).toEqual([how, 1, expect.stringContaining(expected ?? '')]);
      expect(said).not.toContain('secret');
    });
  });
});

test('set-up-link lets the first owner in, once, and only by the newest link', { timeout: 180_000 }, async () => {
  const linkOf = async () => /http\S+\/dashboard\/set-up#(\S+)/.exec((await admin(['set-up-link'])).said)?.[1] ?? '';
  const [older, newer] = [await linkOf(), await linkOf()];
  const setUp = async (setUpToken: string) =>
    stack.api.post<SignedInBody>('/v2/set-up', {
      json: { setUpToken, email: 'first@example.com', name: 'First', password: operatorPassword },
    });
  expect(problemLine(await setUp(older))).toMatch('set_up.token_invalid');
  const { status, body } = await setUp(newer);
  expect([status, body.operator.role]).toEqual([201, 'owner']);
  expect(problemLine(await setUp(newer))).toMatch('set_up.token_invalid');
  const again = await admin(['set-up-link']);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('add --another') as string });
});

test('create-owner creates an operator who can sign in, create-client creates a client, and each only once', async () => {
  const args = ['create-owner', '--email', 'ana@example.com', '--name', 'Ana'];
  const typed = `${operatorPassword}\n`;
  expect(await admin(args, { typed })).toMatchObject({ code: 0 });
  const [again, made] = await Promise.all([
    admin(args, { typed }),
    admin(['create-client', 'live', 'Example', 'Bank']),
  ]);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('has this address') as string });
  const { body } = await stack.api.post<SignedInBody>('/v2/sign-in', {
    json: { email: 'ana@example.com', password: operatorPassword },
  });
  expect(body.operator.role).toBe('owner');
  const clientId = /cli_\w+/.exec(made.said)?.[0];
  expect(body.clients).toContainEqual(expect.objectContaining({ id: clientId, mode: 'live', name: 'Example Bank' }));
  // What it prints next is enough to start a verification.
  const token = /vfy_live_[\w-]+/.exec(made.said)?.[0] ?? '';
  const flowId = /flw_\w+/.exec(made.said)?.[0] ?? '';
  const started = await stack.api.post<{ hostedUrl: string }>('/v2/verifications', { token, json: { flowId } });
  expect([started.status, started.body.hostedUrl]).toEqual([201, expect.stringContaining(flowId)]);
});

test('purge lists what it would delete before it deletes it', async () => {
  const { token } = stack.client;
  const session = await stack.startSession();
  const { verificationId } = session;
  await stack.api.patch('/v2/settings', { token, json: { mediaRetentionDays: 30, dataRetentionDays: 30 } });
  await stack.sql.query(
    `update verifications set status = 'rejected', created_at = now() - interval '99 days',
            finished_at = now() - interval '99 days' where id = $1`,
    [verificationId],
  );
  const status = async () =>
    (await stack.api.get<{ status: string }>(`/v2/verifications/${verificationId}`, { token })).body.status;
  const dry = await admin(['purge', '--dry-run']);
  expect([dry.code, dry.said]).toEqual([
    0,
    expect.stringMatching(new RegExp(`${stack.client.clientId}: 0 people, 1 attempts`)),
  ]);
  expect(await status()).toBe('rejected');
  expect(await admin(['purge'])).toMatchObject({ code: 0, said: expect.stringContaining('1 more attempts') as string });
  expect(await status()).toBe('deleted');
  expect((await admin(['purge', '--dry-run'])).said).toMatch(/^Nothing is due/);
});

test(
  'a backup comes back without the people erased since, and its keys can be replaced',
  { timeout: 240_000 },
  async () => {
    await linkEveryNote(stack.container);
    expect(await createCheckpointAudit(stack.container)()).toBeGreaterThan(0);
    expect(await admin(['back-up', file])).toMatchObject({ code: 0 });
    expect((await stack.api.delete(`/v2/identities/${erased.identityId}`, { token: stack.client.token })).status).toBe(
      204,
    );
    const later = await stack.startSession();
    expect((await later.upload(await blankPicture())).status).toBe(201);

    await withRestored((sql) =>
      sql.query(`insert into clients (id, name, mode, wrapped_key) values ('cli_x', 'x', 'test', '')`),
    );
    // Neither while the service runs, nor over existing data, nor from part of a file.
    const half = join(place, 'half.backup');
    writeFileSync(half, readFileSync(file).subarray(0, 5_000));
    const running = await admin(['restore', file]);
    // One after the other: each refuses while the other is connected.
    const part = await admin(['restore', half, '--replace'], onRestored());
    const full = await admin(['restore', file], onRestored());
    expect(running).toMatchObject({ code: 1, said: expect.stringContaining('still connected') as string });
    expect(part).toMatchObject({ code: 1, said: expect.stringContaining('or it is incomplete') as string });
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining('--replace') as string });

    const dry = await admin(['restore', file, '--dry-run'], onRestored());
    expect([dry.code, dry.said]).toEqual([
      0,
      expect.stringMatching(/taken at 20.*\n +med_.*Z\n1 files that no row refers to/),
    ]);
    const back = await admin(['restore', file, '--replace'], onRestored());
    expect([back.code, back.said]).toEqual([
      0,
      expect.stringMatching(/refers to 1 files[^]*in 14 days[^]*1 lines; 1 had come back[^]*intact/),
    ]);
    const unknown = await admin(['unknown-files', '--dry-run'], onRestored());
    // With the object of the person who was erased again, which the next cron job deletes.
    expect([unknown.code, unknown.said]).toEqual([0, expect.stringContaining('2 files that no row refers to')]);
    await expectWhole();

    const { clientId } = stack.client;
    const rotated = await admin(['rotate-client-key', clientId], onRestored());
    expect([rotated.code, rotated.said]).toEqual([
      0,
      expect.stringMatching(/people and 1 webhook endpoints, and 4 search/),
    ]);
    const rootKey = randomBytes(32).toString('base64');
    const newRoot = { ROOT_KEY: rootKey, ROOT_KEY_PREVIOUS: stack.env.ROOT_KEY ?? '' };
    expect((await admin(['rotate-root-key'], onRestored(newRoot))).code).toBe(0);
    await expectWhole({ ROOT_KEY: rootKey });

    // Neither key signs checkpoints: earlier checkpoints stay valid.
    const check = ['verify-audit', clientId];
    const sound = await admin(check, onRestored({ ROOT_KEY: rootKey }));
    expect([sound.code, sound.said]).toEqual([0, expect.stringMatching(/intact, checkpoint at [1-9]\d* of 20/)]);
    const lately = await admin([...check, '--since', new Date().toISOString()], onRestored({ ROOT_KEY: rootKey }));
    expect([lately.code, lately.said]).toEqual([0, expect.stringMatching(/ after entry [1-9]\d*, intact/)]);
    expect((await admin([...check, '--since', 'yesterday'], onRestored({ ROOT_KEY: rootKey }))).code).toBe(1);

    const broken = await tampered(() => admin(['verify-audit', clientId], onRestored({ ROOT_KEY: rootKey })));
    expect([broken.code, broken.said]).toEqual([1, expect.stringContaining('BROKEN at entry')]);
  },
);

/** An API on the restored database serves everything of the person who was kept, and nothing of the other. */
async function expectWhole(more: Record<string, string> = {}): Promise<void> {
  const config = loadConfig({ ...stack.env, DATABASE_URL: restored.url, ...more });
  const container = createContainer(config, createLogger({ level: 'silent', process: 'api' }));
  const app = await createApi(container);
  const api = createApiClient(await app.listen({ host: '127.0.0.1', port: 0 }));
  const { token } = stack.client;
  const find = async (query: string) =>
    (await api.get<{ data: { id: string }[] }>(`/v2/identities?${query}`, { token })).body.data.map(({ id }) => id);
  try {
    const { body } = await api.get(`/v2/identities/${kept.identityId}`, { token });
    expect(JSON.stringify(body)).toContain(canary.phoneNumber);
    expect(await find(`phone=${encodeURIComponent(canary.phoneNumber)}`)).toEqual([kept.identityId]);
    expect(await find(`metadataKey=customer&metadataValue=${encodeURIComponent(canary.metadata)}`)).toEqual([
      kept.identityId,
    ]);
    expect((await api.get(`/v2/identities/${erased.identityId}`, { token })).body).toMatchObject({
      status: 'deleted',
      data: {},
    });
    // The previous secret must open, so that both sign for a while.
    const { body: endpoints } = await api.get<{ data: { id: string }[] }>('/v2/webhook-endpoints', { token });
    const rotated = await api.post(`/v2/webhook-endpoints/${endpoints.data[0]?.id ?? ''}/rotate-secret`, { token });
    expect(rotated.status).toBe(201);
    expect((await container.db.audit.findEnd(stack.client.clientId))?.genuine).toBe(true);
  } finally {
    await app.close();
    await container.close();
  }
}

/** While an entry of the log was changed. */
function tampered<T>(work: () => Promise<T>): Promise<T> {
  return withRestored(async (sql) => {
    await sql.query(`alter table audit_entries disable trigger audit_entries_are_append_only`);
    await sql.query(`update audit_entries set actor = 'nobody' where client_id = $1 and sequence = 2`, [
      stack.client.clientId,
    ]);
    return work();
  });
}

async function withRestored<T>(work: (sql: pg.Client) => Promise<T>): Promise<T> {
  const sql = new pg.Client({ connectionString: restored.url });
  await sql.connect();
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
