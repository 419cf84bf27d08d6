import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRootKey } from '../../src/adapters/root-keys/open-root-key.ts';
import { createDatabase } from '../../src/db/database.ts';
import { newId } from '../../src/domain/id.ts';
import { createTestDatabase } from '../support/servers/database.ts';

/** A server like AWS KMS: it issues tickets and keeps what they stand for. */
const kept = new Map<string, { key: string; context: string }>();
const kms = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    const body = JSON.parse(text) as Record<string, string> & { EncryptionContext: object };
    const context = JSON.stringify(body.EncryptionContext);
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (String(request.headers['x-amz-target']).endsWith('.Encrypt')) {
      const ticket = randomBytes(60).toString('base64');
      kept.set(ticket, { key: body.Plaintext ?? '', context });
      response.end(JSON.stringify({ CiphertextBlob: ticket, KeyId: body.KeyId }));
      return;
    }
    const found = kept.get(body.CiphertextBlob ?? '');
    if (found?.context !== context) {
      response.writeHead(400).end(JSON.stringify({ __type: 'InvalidCiphertextException' }));
      return;
    }
    response.end(JSON.stringify({ Plaintext: found.key, KeyId: body.KeyId }));
  });
});
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => kms.listen(0, '127.0.0.1', resolve));
  database = await createTestDatabase();
});
afterAll(async () => {
  kms.close();
  kms.closeAllConnections();
  await database.drop();
});

const inKms = () => ({
  keyId: 'alias/verify',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${(kms.address() as AddressInfo).port}`,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const [first, second] = [randomBytes(32), randomBytes(32)];
const open = (settings: Parameters<typeof openRootKey>[0]) =>
  createDatabase({ url: database.url, poolSize: 2, rootKey: openRootKey(settings) });

test('a key in AWS KMS wraps and unwraps, and unwraps nothing under another context', async () => {
  const rootKey = openRootKey({ keys: [], kms: inKms() });
  const key = randomBytes(32);
  const wrapped = await rootKey.wrap(key, 'client/a');
  expect((await rootKey.unwrap(wrapped, 'client/a')).equals(key)).toBe(true);
  await expect(rootKey.unwrap(wrapped, 'client/b')).rejects.toThrow();
  expect(wrapped.includes(key)).toBe(false);
});

test('one root key follows another, from the environment and into AWS KMS, and nothing sealed is lost', async () => {
  const clientId = newId('client');
  const identityId = newId('identity');
  const before = open({ keys: [first], kms: null });
  await before.clients.create({ id: clientId, name: 'Rotated', mode: 'test' });
  await before.identities.create({ id: identityId, clientId });
  await before.installation.setSetUpToken(randomBytes(32));
  const dataKey = await before.identities.getDataKey(clientId, identityId);
  await before.close();

  for (const [settings, alone] of [
    [
      { keys: [second, first], kms: null },
      { keys: [second], kms: null },
    ],
    [
      { keys: [second], kms: inKms() },
      { keys: [], kms: inKms() },
    ],
  ] as const) {
    const unready = open(alone);
    await expect(unready.identities.getDataKey(clientId, identityId)).rejects.toThrow();
    await unready.close();
    const rotating = open(settings);
    expect((await rotating.identities.getDataKey(clientId, identityId)).equals(dataKey)).toBe(true);
    expect(await rotating.rewrapKeys()).toBe(2);
    await rotating.close();
    const after = open(alone);
    expect((await after.identities.getDataKey(clientId, identityId)).equals(dataKey)).toBe(true);
    await after.close();
  }
});
