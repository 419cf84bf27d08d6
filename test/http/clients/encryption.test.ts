import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactDecrypt, exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '../../../src/domain/encryption/encryption.ts';
import { createHistory } from '../../../src/services/verifications/create-history.ts';
import { judgeReFacematch, lookAtHistory } from '../../../src/steps/faces/judge-history.ts';
import { newId } from '../../../src/domain/id.ts';
import { createSealVerifications } from '../../../src/services/verifications/seal-verifications.ts';
import { createRemoveObjects } from '../../../src/services/objects/remove-objects.ts';
import { createReplayDecision } from '../../../src/services/steps/replay-decision.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine, problemOf, type Answer } from '../../support/api-client.ts';
import { addPersonFlow, canary, canaryWords, finishPerson, startPerson } from '../../support/people/person.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { sessionStart } from '../../support/sdk-client.ts';
import { seedClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';
import { storedAndFreshRecord } from '../../support/steps.ts';
import { scanTables } from '../../support/table-scan.ts';

let stack: Stack;
let ec: { privateKey: CryptoKey; jwk: JWK };
beforeAll(async () => {
  stack = await startStack();
  await addPersonFlow(stack);
  await stack.startWorkers({ qualityHandlers: noInspection, otp: true });
  const { privateKey, publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  ec = { privateKey, jwk: { ...(await exportJWK(publicKey)), alg: 'ECDH-ES' } };
});
afterAll(() => stack.close());

const path = '/v2/encryption-configurations';
const register = (publicKey: object, name = 'vault', token = stack.client.token) =>
  stack.api.post<{ id: string }>(path, { token, json: { name, publicKey } });
const read = <Body>(where: string) => stack.api.get<Body>(where, { token: stack.client.token });

interface Sealed {
  encryptionConfigurationId: string;
  sealedAt: string | null;
  jwe: string;
}
interface Verification {
  status: string;
  sealed: Sealed | null;
  device: unknown;
  steps: {
    media: { id: string }[];
    checks: { outcome: string; data: unknown }[];
    document?: unknown;
    phone?: unknown;
  }[];
}

async function decrypted(
  jwe: string,
  key = ec.privateKey,
): Promise<{ text: string; bytes: Uint8Array; type: unknown }> {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, key);
  return { text: Buffer.from(plaintext).toString('utf8'), bytes: plaintext, type: protectedHeader.cty };
}

describe('configurations', () => {
  test('are registered, listed, read and removed, each with an audit entry, and belong to one client', async () => {
    const created = await register(ec.jwk);
    expect(created).toMatchObject({ status: 201, body: { name: 'vault', publicKey: ec.jwk } });
    const own = `${path}/${created.body.id}`;
    expect((await read(own)).body).toEqual(created.body);
    expect((await read<{ data: unknown[] }>(path)).body.data).toEqual([created.body]);
    const other = await seedClient(stack.container.db);
    expect(problemLine(await stack.api.get(own, other))).toBe('404 encryption.configuration_not_found');
    expect(problemLine(await stack.api.delete(own, other))).toBe('404 encryption.configuration_not_found');
    expect((await stack.api.delete(own, { token: stack.client.token })).status).toBe(204);
    expect(problemLine(await read(own))).toBe('404 encryption.configuration_not_found');
    const { rows } = await stack.sql.query<{ action: string }>(
      `select action from ${auditLines} where subject_id = $1 order by sequence`,
      [created.body.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'encryption_configuration.created',
      'encryption_configuration.deleted',
    ]);
  });

  test('of keys that nobody should encrypt to, or that are no public keys, are refused', async () => {
    const rsa = await exportJWK((await generateKeyPair('RSA-OAEP-256', { extractable: true })).publicKey);
    const bits = (count: number) => Buffer.alloc(count / 8, 0xff).toString('base64url');
    const { d: _d, ...publicPart } = await exportJWK(ec.privateKey).catch(() => ({ d: 'secret', ...ec.jwk }));
    const faulty: [string, object][] = [
      ['2040 bits', { ...rsa, alg: 'RSA-OAEP-256', n: bits(2040) }],
      ['exponent 1', { ...rsa, alg: 'RSA-OAEP-256', e: 'AQ' }],
      ['even exponent', { ...rsa, alg: 'RSA-OAEP-256', e: 'AQAC' }],
      ['point off the curve', { ...ec.jwk, y: ec.jwk.x }],
      ['private member', { ...publicPart, ...ec.jwk, d: 'c2VjcmV0' }],
      ['another algorithm', { ...rsa, alg: 'RSA1_5' }],
    ];
    for (const [what, key] of faulty) {
      const answer: Answer = await register(key);
      expect([what, answer.status]).toEqual([what, 400]);
      expect(JSON.stringify(problemOf(answer))).not.toContain('c2VjcmV0');
    }
    expect((await register({ ...rsa, alg: 'RSA-OAEP-256' })).status).toBe(201);
  });
});

describe('a start', () => {
  test('of a device cannot choose encryption, which would let it avoid the search for duplicates', async () => {
    const { id } = (await register(ec.jwk, 'for devices')).body;
    const { token } = stack.client;
    const flowId = stack.client.flowOf('person');
    const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json: { flowId } });
    const { clientToken } = prepared.body;
    const metadata = { encryptionConfigurationId: id };
    for (const more of [{ metadata }, { metadata, clientToken }]) {
      const answer = await stack.api.post('/v2/sdk/sessions', {
        json: sessionStart(stack.client.clientId, flowId, more),
      });
      expect(problemOf(answer)).toMatchObject({
        status: 400,
        errors: [{ pointer: '/metadata/encryptionConfigurationId', code: 'value.not_valid' }],
      });
    }
  });

  test('with a configuration that the client does not have is refused', async () => {
    const other = await seedClient(stack.container.db);
    const theirs = (await register(ec.jwk, 'theirs', other.token)).body.id;
    for (const encryptionConfigurationId of [newId('encryptionConfiguration'), theirs]) {
      const { token } = stack.client;
      const json = { flowId: stack.client.flowOf('person'), metadata: { encryptionConfigurationId } };
      expect(problemOf(await stack.api.post('/v2/verifications', { token, json }))).toMatchObject({
        status: 400,
        errors: [{ pointer: '/metadata/encryptionConfigurationId', code: 'metadata.unknown_encryption_configuration' }],
      });
    }
  });

  test('by the backend is encrypted to an RSA key, too', async () => {
    const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const { body } = await register({ ...(await exportJWK(pair.publicKey)), alg: 'RSA-OAEP-256', kid: 'mine' });
    const started = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('person'), metadata: { encryptionConfigurationId: body.id } },
    });
    const { verificationId } = started.body;
    const { sealed } = (await read<Verification>(`/v2/verifications/${verificationId}`)).body;
    expect(JSON.parse((await decrypted(sealed?.jwe ?? '', pair.privateKey)).text)).toMatchObject({ verificationId });
  });
});

/** Everything in this database and these files that the holder of the data key can read. */
async function readableWith(dataKey: Buffer): Promise<string> {
  const { clientId } = stack.client;
  const places = [
    ...['data', 'record'].map((field) => ['identity', field]),
    ...['metadata', 'deviceMetadata', 'device'].map((field) => ['verification', field]),
    ...['outcome', 'seen'].map((field) => ['stepRun', field]),
    ...['input', 'result'].map((field) => ['stepAttempt', field]),
    ...[['codeSend', 'contact'], ['testMessage', 'content'], ['webhookEvent', 'body'], ['consent', 'address']],
  ] as [string, string][]; // prettier-ignore
  const read: string[] = [];
  for (const { text, bytes } of await scanTables(stack.sql)) {
    const ids = [...new Set(text.match(/[a-z]{3}_[0-9a-z]{26}/g) ?? [])].flatMap((id) => [id, `${id}#1`]);
    for (const value of Object.values(bytes)) {
      for (const [object, field] of places) {
        for (const id of ids) {
          try {
            read.push(open(dataKey, value, { clientId, object, id, field }).toString('utf8'));
          } catch {
            // Encrypted with another key.
          }
        }
      }
    }
    read.push(text);
  }
  const { rows: media } = await stack.sql.query<{ id: string; object_key: string }>('select id, object_key from media');
  for (const entry of readdirSync(stack.mediaDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = readFileSync(join(entry.parentPath, entry.name));
    for (const { id } of media) {
      try {
        read.push(`picture ${open(dataKey, file, { clientId, object: 'media', id, field: entry.name }).length}`);
      } catch {
        // Not encrypted with this key.
      }
    }
  }
  return read.join('\n').toLowerCase();
}

test('a person is delivered only as JWE, encrypted at the final verdict and not before, and then unreadable for the service', async () => {
  const configurationId = (await register(ec.jwk)).body.id;
  const metadata = { customer: 'c-1', encryptionConfigurationId: configurationId };
  const session = await startPerson(stack, metadata);
  await finishPerson(stack, session);
  const where = `/v2/verifications/${session.verificationId}`;
  const seal = createSealVerifications(stack.container);
  await stack.sql.query(`update media set state = 'ready', content_type = 'image/jpeg' where verification_id = $1`, [
    session.verificationId,
  ]);
  const dataKey = await stack.container.db.identities.getDataKey(stack.client.clientId, session.identityId);

  // In review: encrypted on delivery, still readable to the service.
  await stack.sql.query(`update verifications set status = 'reviewNeeded' where id = $1`, [session.verificationId]);
  expect(await seal()).toBe(0);
  const before = (await read<Verification>(where)).body;
  expect(before.sealed).toMatchObject({ encryptionConfigurationId: configurationId, sealedAt: null });
  for (const word of canaryWords) expect(JSON.stringify(before).toLowerCase()).not.toContain(word);
  expect((await decrypted(before.sealed?.jwe ?? '')).text).toContain(canary.phoneNumber);
  const mediaPath = `/v2/media/${before.steps[0]?.media[0]?.id ?? ''}`;
  const inReview = await stack.api.get<Buffer>(mediaPath, { token: stack.client.token });
  expect(inReview.contentType).toContain('application/jose');
  const picture = await decrypted(inReview.body.toString('ascii'));
  expect(picture.type).toBe('image/jpeg');
  expect(Buffer.from(picture.bytes)).toEqual(await smallPicture());
  const list = await read<{ data: object[] }>('/v2/verifications');
  for (const word of canaryWords) expect(JSON.stringify(list.body).toLowerCase()).not.toContain(word);
  const openly = await readableWith(dataKey);
  expect([openly.includes(canary.phoneNumber), openly.includes('picture ')]).toEqual([true, true]);
  const own = `${path}/${configurationId}`;
  expect(problemLine(await stack.api.delete(own, { token: stack.client.token }))).toBe(
    '409 encryption.configuration_in_use',
  );

  // Final: encrypted.
  await stack.sql.query(`update verifications set status = 'rejected' where id = $1`, [session.verificationId]);
  expect(await seal()).toBe(1);
  expect(await seal()).toBe(0);
  await createRemoveObjects(stack.container)();
  const after = (await read<Verification>(where)).body;
  expect(after).toMatchObject({ status: 'rejected', device: null, sealed: { sealedAt: expect.any(String) as string } });
  const content = JSON.parse((await decrypted(after.sealed?.jwe ?? '')).text) as Record<string, unknown>;
  expect(content).toMatchObject({
    identityId: session.identityId,
    data: { phone: { value: canary.phoneNumber }, email: { value: canary.email } },
    device: { model: canary.device },
  });
  const sealedFile = await stack.api.get<Buffer>(mediaPath, { token: stack.client.token });
  expect(sealedFile.contentType).toContain('application/jose');
  expect(Buffer.from((await decrypted(sealedFile.body.toString('ascii'))).bytes)).toEqual(await smallPicture());

  expect(problemLine(await read(`${where}/report.pdf`))).toBe('409 encryption.sealed');

  const left = await readableWith(dataKey);
  expect(left).toContain('c-1');
  for (const word of canaryWords) expect([word, left.includes(word)]).toEqual([word, false]);
  expect(left).not.toContain('picture ');
  const identity = await read<{ data: object }>(`/v2/identities/${session.identityId}`);
  expect(identity.body.data).toEqual({});
  const { stored, fresh } = await storedAndFreshRecord(stack, session.identityId);
  expect(stored).toEqual(fresh);
  const { rows } = await stack.sql.query('select 1 from blind_indexes where identity_id = $1', [session.identityId]);
  expect(rows).toEqual([]);

  const replay = await createReplayDecision(stack.container)(session.verificationId);
  expect(replay).toMatchObject({ differences: [] });
  expect(replay?.replayed).toBe(replay?.stored);
  expect((await stack.api.delete(own, { token: stack.client.token })).status).toBe(204);
  expect((await read<Verification>(where)).body.sealed?.jwe).toBe(after.sealed?.jwe);

  // When the person verifies again, the face cannot be compared with one that the service cannot read: a person has to look.
  const again = await startPerson(stack, { identityId: session.identityId });
  const verification = await stack.container.db.verifications.get(again.verificationId);
  const flow = await stack.container.flows.getVersion(verification.flowVersionId);
  const history = createHistory(stack.container.db, verification, flow);
  const face = {
    embedding: Buffer.alloc(512).toString('base64'),
    modelSha256: 'f'.repeat(64),
    pictureSha256: '0'.repeat(64),
    appearance: '',
  };
  const seen = await lookAtHistory(history, { face }, { search: false });
  expect(judgeReFacematch({ face }, seen)).toMatchObject([{ outcome: 'warning', code: 'encryption.sealed' }]);
});
