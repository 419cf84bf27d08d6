import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer } from '../../src/container.ts';
import { open, SealBroken } from '../../src/domain/encryption/encryption.ts';
import { idempotencySecretsOf } from '../../src/domain/encryption/idempotency-secrets.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import type { UploadedFile } from '../support/sdk-client.ts';
import { problemLine, type Answer } from '../support/api-client.ts';
import { sessionStart, uploadForm } from '../support/sdk-client.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let picture: Buffer;
let otherPicture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await blankPicture(80, 60);
  otherPicture = await blankPicture(81, 60);
});
afterAll(() => stack.close());

const count = async (table: string): Promise<number> =>
  Number((await stack.sql.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);

const start = (key: string, more: object = {}): Promise<Answer<Session>> => {
  const { clientId, flowOf } = stack.client;
  const json = { ...sessionStart(clientId, flowOf('document-only')), ...more };
  return stack.api.post<Session>('/v2/sdk/sessions', { json, headers: { 'idempotency-key': key } });
};
const upload = (token: string, key: string, file: Buffer, kind = 'document-front'): Promise<Answer<UploadedFile>> =>
  stack.api.post<UploadedFile>('/v2/sdk/session/steps/document/files', {
    token,
    form: uploadForm(file, kind),
    headers: { 'idempotency-key': key },
  });

describe('a request with an Idempotency-Key', () => {
  test('has one effect, however often it comes, and the first answer every time', async () => {
    const before = await count('verifications');
    const key = randomUUID();
    const first = await start(key);
    const second = await start(key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await count('verifications')).toBe(before + 1);
  });

  test('has one effect among a hundred that come at once', async () => {
    const before = await count('verifications');
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => start(key)));
    const lines = answers.map((answer) => (answer.status === 201 ? '201' : problemLine(answer)));
    expect(new Set(lines)).toEqual(
      new Set(['201', '409 idempotency.in_flight'].filter((line) => lines.includes(line))),
    );
    expect(lines).toContain('201');
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.verificationId)).size).toBe(1);
    expect(await count('verifications')).toBe(before + 1);
  });

  test('is refused when the key comes back with another body', async () => {
    const key = randomUUID();
    await start(key);
    expect(problemLine(await start(key, { metadata: { other: true } }))).toBe('422 idempotency.key_reused');
  });

  test('can be repeated after a failure, which does not use up the key', async () => {
    const key = randomUUID();
    const { clientId } = stack.client;
    const json = sessionStart(clientId, 'flw_01k2m3n4p5q6r7s8t9v0w1x2y3');
    const headers = { 'idempotency-key': key };
    expect(problemLine(await stack.api.post('/v2/sdk/sessions', { json, headers }))).toBe('404 flow.not_found');
    expect((await start(key)).status).toBe(201);
  });

  test('is refused when the key is malformed', async () => {
    expect(problemLine(await start('x'.repeat(256)))).toBe('400 idempotency.key_invalid');
    expect(problemLine(await start('two words'))).toBe('400 idempotency.key_invalid');
    expect((await start('0123456789'.repeat(25).padEnd(255, 'x'))).status).toBe(201);
  });

  test('is refused without a credential when the key can be guessed', async () => {
    const refused = '400 idempotency.key_guessable';
    for (const key of ['1', 'order-17', 'x'.repeat(255), '0000000000000000000000001', randomUUID().slice(0, 19)]) {
      expect(problemLine(await start(key)), key).toBe(refused);
    }
    expect((await start('V1StGXR8_Z5jdHi6B-myT')).status).toBe(201);
    // A credential identifies who repeats a request, so a host may number its orders.
    const session = await stack.startSession();
    expect((await upload(session.token, '1', picture)).status).toBe(201);
  });

  test('does not collide with the same key of another credential', async () => {
    const key = randomUUID();
    const [one, other] = [await stack.startSession(), await stack.startSession()];
    const first = await upload(one.token, key, picture);
    const second = await upload(other.token, key, picture);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.mediaId).not.toBe(first.body.mediaId);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
  });

  test('takes the key over from a process that died with it', async () => {
    const key = randomUUID();
    await start(key);
    await stack.sql.query(`update idempotency_claims set status = null, response_sealed = null`);
    const alive = await start(key);
    expect([problemLine(alive), alive.headers.get('retry-after')]).toEqual(['409 idempotency.in_flight', '1']);
    // Its process would have renewed it by now: only the rest of the lease has to expire.
    await stack.sql.query(`update idempotency_claims set claimed_at = now() - interval '12 seconds'`);
    const dead = await start(key);
    expect(problemLine(dead)).toBe('409 idempotency.in_flight');
    expect(Number(dead.headers.get('retry-after'))).toBeGreaterThan(5);
    expect(Number(dead.headers.get('retry-after'))).toBeLessThanOrEqual(8);
    await stack.sql.query(`update idempotency_claims set claimed_at = now() - interval '21 seconds'`);
    expect((await start(key)).status).toBe(201);
  });

  test('leaves nothing in the database from which key or answer could be read', async () => {
    const key = randomUUID();
    const { body } = await start(key);
    const { rows } = await stack.sql.query<{ row: string }>('select k::text as row from idempotency_claims k');
    const text = rows.map(({ row }) => row).join('\n');
    for (const secret of [key, body.sessionToken]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

/** What a thief of the database does: compute the row's values from a guess, with everything that the rows have. */
test('a copy of the database neither confirms a guessed key nor opens the answer to it', async () => {
  const { token, clientId } = stack.client;
  const made = await stack.api.post('/v2/api-tokens', {
    token,
    json: { name: 'backend', scopes: ['flows:write'] },
    headers: { 'idempotency-key': 'order-17' },
  });
  expect(made.status).toBe(201);
  const { rows: tokens } = await stack.sql.query<{ id: string }>('select id from api_tokens where client_id = $1', [
    clientId,
  ]);
  const { rows } = await stack.sql.query<{ key_hash: Buffer; response_sealed: Buffer }>(
    'select key_hash, response_sealed from idempotency_claims where response_sealed is not null',
  );
  const { rows: kept } = await stack.sql.query<{ wrapped_key: Buffer }>('select wrapped_key from installation');
  const guessed = tokens.map(({ id }) => `account ${id} ${clientId}`);
  const withoutRootKey = [Buffer.alloc(32), Buffer.alloc(0), ...kept.map(({ wrapped_key: key }) => key)];
  for (const scope of guessed) {
    for (const key of withoutRootKey) {
      const { keyHash, sealingKey } = idempotencySecretsOf(key, scope, 'order-17');
      for (const row of rows) {
        expect(row.key_hash.equals(keyHash)).toBe(false);
        const place = { clientId: '', object: 'idempotencyKey', id: row.key_hash.toString('hex'), field: 'response' };
        expect(() => open(sealingKey, row.response_sealed, place)).toThrow(SealBroken);
      }
    }
  }
  // With the root key the same guess is right: this proves that the test above guesses the right values.
  const right = await Promise.all(
    guessed.map((scope) => stack.container.db.idempotencyKeys.secretsOf(scope, 'order-17')),
  );
  expect(rows.some((row) => right.some(({ keyHash }) => row.key_hash.equals(keyHash)))).toBe(true);
  const elsewhere = createContainer(
    loadConfig({ ...stack.env, ROOT_KEY: randomBytes(32).toString('base64') }),
    createLogger({ level: 'silent', process: 'admin' }),
  );
  await expect(elsewhere.db.idempotencyKeys.secretsOf(guessed[0] ?? '', 'order-17')).rejects.toThrow();
  await elsewhere.close();
});

describe('an upload with an Idempotency-Key', () => {
  test('that is sent again becomes one file', async () => {
    const session = await stack.startSession();
    const key = randomUUID();
    const first = await upload(session.token, key, picture);
    const second = await upload(session.token, key, picture);
    expect(second.body.mediaId).toBe(first.body.mediaId);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const { body } = await session.state();
    expect(body.steps[0]?.files.map(({ mediaId }) => mediaId)).toEqual([first.body.mediaId]);
  });

  test('is refused when the key comes back with another file, or as another kind', async () => {
    const session = await stack.startSession();
    const key = randomUUID();
    await upload(session.token, key, picture);
    expect(problemLine(await upload(session.token, key, otherPicture))).toBe('422 idempotency.key_reused');
    expect(problemLine(await upload(session.token, key, picture, 'document-back'))).toBe('422 idempotency.key_reused');
  });
});

test('a submit that is sent again is answered as the first, although the step has moved on', async () => {
  const session = await stack.startSession();
  await session.upload(picture);
  const submit = () =>
    stack.api.post('/v2/sdk/session/steps/document/submit', {
      token: session.token,
      json: { documentType: 'passport' },
      headers: { 'idempotency-key': 'once' },
    });
  const first = await submit();
  const second = await submit();
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body).toEqual(first.body);
  expect(problemLine(await session.submit())).toBe('409 step.not_waiting');
  const outbox = await stack.sql.query(
    `select 1 from outbox where job = 'document.read' and payload->>'stepRunId' in
       (select id from step_runs where verification_id = $1)`,
    [session.verificationId],
  );
  expect(outbox.rowCount).toBe(1);
});
