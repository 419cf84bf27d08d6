import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { createObjectErasureLedger } from '../../src/adapters/objects/object-erasure-ledger.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer } from '../../src/container.ts';
import { createVerifyAudit } from '../../src/services/audit/verify-audit.ts';
import { createApplyLedger } from '../../src/services/erasure/apply-ledger.ts';
import { createErasePerson } from '../../src/services/erasure/erase-identity.ts';
import { createEraseAttempt } from '../../src/services/erasure/erase-verification.ts';
import { createRelayOutbox } from '../../src/services/jobs/relay-outbox.ts';
import { createRemoveObjects } from '../../src/services/objects/remove-objects.ts';
import { auditLines } from '../support/audit-lines.ts';
import { copyDatabase, type TestDatabase } from '../support/servers/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  addPersonFlow,
  canary,
  canaryWords,
  enrolFaceOf,
  finishPerson,
  startPerson,
} from '../support/people/person.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { scanTables } from '../support/table-scan.ts';

let stack: Stack;
let receiver: Receiver;
let copy: TestDatabase | null = null;
let session: SdkSession;
beforeAll(async () => {
  receiver = await startReceiver((response) => void response.writeHead(200).end(canary.answer));
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await addPersonFlow(stack);
  await stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json: { url: receiver.url } });
  await stack.startWorkers({ qualityHandlers: noInspection, otp: true, webhook: true });
  session = await startPerson(stack);
  await finishPerson(stack, session);
  await enrolFaceOf(stack, session.identityId);
  const relayOutbox = createRelayOutbox(stack.container);
  await eventually(async () => {
    await relayOutbox();
    return receiver.requests.some(({ body }) => body.includes('verification.completed'));
  });
});
afterAll(async () => {
  await stack.close();
  await receiver.close();
  await copy?.drop();
});

const idsOfPerson = () => [session.identityId, session.verificationId];

/** Even with the root key: what is left of the person in the database are rows of ids and hashes of tokens. */
async function expectNothingInDatabase(sql: pg.Pool): Promise<void> {
  const rows = await scanTables(sql);
  for (const { table, text, bytes } of rows) {
    const readable = `${text} ${Object.values(bytes).map((value) => value.toString('latin1')).join(' ')}`.toLowerCase(); // prettier-ignore
    for (const word of canaryWords) expect([table, readable.includes(word)]).toEqual([table, false]);
  }
  const left = rows.filter(({ text }) => idsOfPerson().some((id) => text.includes(id)));
  const held = left.flatMap(({ table, bytes }) => Object.keys(bytes).map((column) => `${table}.${column}`));
  // The event about it belongs to the client and has only the id.
  const allowed = ['sessions.token_hash', 'audit_entries.previous_hash', 'audit_entries.hash'];
  expect(held.filter((column) => !allowed.includes(column))).toEqual([]);
  const empty = [
    'blind_indexes',
    'enrolled_faces',
    'step_runs',
    'step_attempts',
    'media',
    'code_sends',
    'test_messages',
  ];
  expect(rows.filter(({ table }) => empty.includes(table))).toEqual([]);
}

const filesOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('an erased person is gone from database, files, Redis and logs, and again after a restore', async () => {
  const { token } = stack.client;
  const path = `/v2/identities/${session.identityId}`;
  const before = await stack.api.get(path, { token });
  expect(JSON.stringify(before.body)).toContain(canary.phoneNumber);
  expect(filesOf(stack.mediaDir)).not.toEqual([]);
  copy = await copyDatabase(stack.env.DATABASE_URL ?? '');

  expect((await stack.api.delete(path, { token })).status).toBe(204);
  expect((await stack.api.delete(path, { token })).status).toBe(204);
  expect((await stack.api.get(path, { token })).body).toMatchObject({
    id: session.identityId,
    status: 'deleted',
    data: {},
    latestVerification: null,
    reverifiableBy: [],
    verifications: [{ id: session.verificationId, status: 'deleted' }],
  });
  expect((await stack.api.get(`/v2/verifications/${session.verificationId}`, { token })).body).toMatchObject({
    status: 'deleted',
    metadata: {},
    device: null,
    decision: null,
    steps: [],
  });
  await eventually(() => receiver.requests.some(({ body }) => body.includes('identity.deleted')));
  const { rows } = await stack.sql.query(`select 1 from ${auditLines} where action = 'identity.erased' and subject_id = $1`, [session.identityId]); // prettier-ignore
  expect(rows).toHaveLength(1);

  await createRemoveObjects(stack.container)();
  const [ledgerLine, ...others] = filesOf(stack.mediaDir);
  expect(others).toEqual([]);
  expect(JSON.parse(readFileSync(ledgerLine ?? '', 'utf8'))).toMatchObject({ identityId: session.identityId });
  await expectNothingInDatabase(stack.sql);
  const logs = stack.logLines.join('').toLowerCase();
  for (const word of canaryWords) expect(logs).not.toContain(word);
  await expectNothingInRedis();

  await restoreAndApply(copy.url);
});

async function expectNothingInRedis(): Promise<void> {
  const redis = new Redis(stack.env.REDIS_URL ?? '');
  try {
    for (const key of await redis.keys(`${stack.env.REDIS_PREFIX ?? ''}*`)) {
      // Null for a counter that has expired since it was listed.
      const dump = (await redis.dumpBuffer(key)) as Buffer | null;
      const value = dump?.toString('latin1').toLowerCase() ?? '';
      for (const word of canaryWords) expect([key, value.includes(word)]).toEqual([key, false]);
    }
  } finally {
    redis.disconnect();
  }
}

/** The copy from before the erasure, with today's files. */
async function restoreAndApply(url: string): Promise<void> {
  const config = loadConfig({ ...stack.env, DATABASE_URL: url });
  const restored = createContainer(config, createLogger({ level: 'silent', process: 'admin' }));
  const sql = new pg.Pool({ connectionString: url, max: 2 });
  try {
    const back = await restored.db.identities.findRecord(stack.client.clientId, session.identityId);
    expect(back?.toString('utf8')).toContain(canary.phoneNumber);
    const applyLedger = createApplyLedger({
      ledger: createObjectErasureLedger(restored.objects),
      erasePerson: createErasePerson(restored),
      eraseAttempt: createEraseAttempt(restored),
    });
    expect(await applyLedger()).toEqual({ lines: 1, erased: 1 });
    expect(await applyLedger()).toEqual({ lines: 1, erased: 0 });
    await createRemoveObjects(restored)();
    await expectNothingInDatabase(sql);
    const { broken, entries } = await createVerifyAudit(restored)(stack.client.clientId);
    expect(broken).toBeNull();
    expect(entries).toBeGreaterThan(0);
  } finally {
    await sql.end();
    await restored.close();
  }
}
