import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import type { FaceTemplate } from '../../src/domain/traits.ts';
import { createSealVerifications } from '../../src/services/verifications/seal-verifications.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { check, conclude, madeUpFace } from '../support/conclude.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { documentOnly, seedClient } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let ec: { jwk: JWK };
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  ec = { jwk: { ...(await exportJWK(publicKey)), alg: 'ECDH-ES' } };
});
afterAll(() => stack.close());

const path = '/v2/encryption-configurations';
const register = (publicKey: object, name: string, token = stack.client.token) =>
  stack.api.post<{ id: string }>(path, { token, json: { name, publicKey } });
const read = <Body>(where: string) => stack.api.get<Body>(where, { token: stack.client.token });

interface Verification {
  sealed: { encryptionConfigurationId: string } | null;
}

describe('a flow', () => {
  test('chooses a key for every attempt, which nobody can delete while a flow names it', async () => {
    const { token } = stack.client;
    const { id } = (await register(ec.jwk, 'of a flow')).body;
    const document = { ...documentOnly, encryptionConfigurationId: id };
    const created = await stack.api.post<{ id: string }>('/v2/flows', { token, json: { name: 'sealed', document } });
    expect(created.status).toBe(201);
    await stack.api.post(`/v2/flows/${created.body.id}/publish`, { token });
    const start = sessionStart(stack.client.clientId, created.body.id);
    const session = await startSdkSession(stack.api, start);
    const record = (await read<Verification>(`/v2/verifications/${session.verificationId}`)).body;
    expect(record.sealed).toMatchObject({ encryptionConfigurationId: id, sealedAt: null });
    await stack.sql.query(`update identities set status = 'verified' where id = $1`, [session.identityId]);
    const again = await startSdkSession(stack.api, { ...start, metadata: { identityId: session.identityId } });
    const { body } = await read<Verification>(`/v2/verifications/${again.verificationId}`);
    expect(body.sealed).toMatchObject({ encryptionConfigurationId: id });
    await stack.sql.query(`update verifications set status = 'cancelled' where encryption_configuration_id = $1`, [id]);
    expect(problemLine(await stack.api.delete(`${path}/${id}`, { token }))).toBe('409 encryption.configuration_in_use');
  });

  test('that names an unknown key, or one of another client, is refused', async () => {
    const { token } = stack.client;
    const other = await seedClient(stack.container.db);
    const theirs = (await register(ec.jwk, 'theirs', other.token)).body.id;
    for (const encryptionConfigurationId of [newId('encryptionConfiguration'), theirs]) {
      const json = { name: 'sealed', document: { ...documentOnly, encryptionConfigurationId } };
      expect(problemOf(await stack.api.post('/v2/flows', { token, json }))).toMatchObject({
        status: 400,
        errors: [{ pointer: '/document/encryptionConfigurationId', code: 'metadata.unknown_encryption_configuration' }],
      });
    }
  });
});

describe('duplicates', () => {
  const passport = (documentNumber: string) => ({
    document: {
      checks: [check('document-reading')],
      traits: { documentType: 'passport', documentCountry: 'PT', documentNumber, fullName: 'ANA LIMA' } as const,
      facts: { documentNumber: { value: documentNumber, source: 'document:mrz' } } as const,
    },
  });

  async function attempt(documentNumber: string, encryptionConfigurationId?: string) {
    const metadata = encryptionConfigurationId === undefined ? {} : { encryptionConfigurationId };
    const json = { flowId: stack.client.flowOf('document-only'), metadata };
    const { token } = stack.client;
    const { body } = await stack.api.post<{ verificationId: string }>('/v2/verifications', { token, json });
    await conclude(stack, body.verificationId, passport(documentNumber));
    return stack.container.db.verifications.get(body.verificationId);
  }

  test.each([
    ['encrypted', 'encrypted'],
    ['encrypted', 'open'],
    ['open', 'encrypted'],
  ])('of an %s attempt are found by an %s one, after sealing too', async (first, second) => {
    const { id } = (await register(ec.jwk, 'duplicates')).body;
    const keyOf = (kind: string) => (kind === 'encrypted' ? id : undefined);
    const number = `N${randomBytes(5).toString('hex').toUpperCase()}`;
    const before = await attempt(number, keyOf(first));
    expect(before.status).toBe('verified');
    await createSealVerifications(stack.container)();
    const after = await attempt(number, keyOf(second));
    expect([after.status, after.identityId === before.identityId]).toEqual(['reviewNeeded', false]);
    expect((await attempt(`${number}9`, id)).status).toBe('verified');
  });

  test('are the only way to find an encrypted attempt: no name and no number alone finds it', async () => {
    const { id } = (await register(ec.jwk, 'one hash')).body;
    const { identityId } = await attempt(`N${randomBytes(5).toString('hex').toUpperCase()}`, id);
    const { rows } = await stack.sql.query('select trait from blind_indexes where identity_id = $1', [identityId]);
    expect(rows).toEqual([{ trait: 'issuedDocument' }]);
  });

  test('of faces are found among encrypted attempts whose person agreed to the search, and no picture stays', async () => {
    const { id } = (await register(ec.jwk, 'faces')).body;
    const { token, clientId } = stack.client;
    const flowId = await stack.client.addFlow(`faces ${id}`, {
      steps: [{ id: 'selfie', type: 'selfie', config: { match: 'none', searchDuplicates: true } }],
      duplicateFaceConsent: { version: 'd1' },
    });
    const person = madeUpFace(77);
    const enrolled = async (duplicateFaceVersion: string | undefined) => {
      const json = { flowId, metadata: { encryptionConfigurationId: id } };
      const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json });
      const start = sessionStart(clientId, flowId, { clientToken: prepared.body.clientToken });
      const session = await startSdkSession(stack.api, start);
      const agreed = { version: '1', accepted: true, duplicateFaceVersion };
      await stack.api.post('/v2/sdk/session/consent', { token: session.token, json: agreed });
      const found = { checks: [check('face-capture')], traits: { face: person.photograph() } };
      await conclude(stack, session.verificationId, { selfie: found });
      const { identityId } = session;
      return {
        status: (await stack.container.db.verifications.get(session.verificationId)).status,
        face: await stack.container.db.enrolledFaces.find({ clientId, identityId }),
      };
    };
    expect((await enrolled(undefined)).face).toBeNull();
    const first = await enrolled('d1');
    expect(first).toMatchObject({ status: 'verified', face: { appearance: '' } });
    expect((await enrolled('d1')).status).toBe('reviewNeeded');
  });
});

describe('a photograph of an identity that is verified again', () => {
  /** An attempt with this face that the backend starts, with the codes of its decision. */
  async function show(face: FaceTemplate, flowId: string, { key, identityId }: { key?: string; identityId?: string }) {
    const { token, clientId } = stack.client;
    const metadata = key === undefined ? {} : { encryptionConfigurationId: key };
    const json = { flowId, metadata, ...(identityId !== undefined && { identityId }) };
    const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json });
    const start = sessionStart(clientId, flowId, { clientToken: prepared.body.clientToken });
    const session = await startSdkSession(stack.api, start);
    const agreed = { version: '1', accepted: true, duplicateFaceVersion: 'd1' };
    await stack.api.post('/v2/sdk/session/consent', { token: session.token, json: agreed });
    await conclude(stack, session.verificationId, {
      selfie: { checks: [check('face-capture')], traits: { face } },
    });
    const { status, decision } = await stack.container.db.verifications.get(session.verificationId);
    return { status, identityId: session.identityId, codes: decision?.reasons.map(({ code }) => code) };
  }

  test.each([
    ['readable', 're_facematch.same_picture', 'verified', []],
    ['sealed', 'encryption.sealed', 'reviewNeeded', ['encryption.sealed']],
  ] as const)(
    'is no new one after a %s attempt only because the two cannot be compared',
    async (kind, code, ...next) => {
      const flowId = await stack.client.addFlow(`photographs ${newId('flow')}`, {
        steps: [{ id: 'selfie', type: 'selfie', config: { match: 'none', searchDuplicates: true } }],
        duplicateFaceConsent: { version: 'd1' },
      });
      const key = kind === 'sealed' ? (await register(ec.jwk, 'photographs')).body.id : undefined;
      const person = madeUpFace(kind === 'sealed' ? 78 : 79);
      const photograph = person.photograph();
      const { identityId, status } = await show(photograph, flowId, { ...(key !== undefined && { key }) });
      expect(status).toBe('verified');
      await createSealVerifications(stack.container)();
      // The same photograph, saved again.
      const copy = { ...photograph, pictureSha256: randomBytes(32).toString('hex') };
      expect(await show(copy, flowId, { identityId })).toMatchObject({ status: 'reviewNeeded', codes: [code] });
      const another = await show(person.photograph(), flowId, { identityId });
      expect([another.status, another.codes]).toEqual(next);
    },
  );
});

describe('a document of an identity whose earlier documents are encrypted', () => {
  const ana = { fullName: 'ANA LIMA', dateOfBirth: '1985-04-17' };
  const rui = { fullName: 'RUI TEIXEIRA', dateOfBirth: '1990-01-02' };

  /** An attempt that the backend starts, in which the person shows this passport. */
  async function show(
    documentNumber: string,
    holder: { fullName: string; dateOfBirth: string },
    { key, identityId }: { key?: string; identityId?: string },
  ) {
    const { token } = stack.client;
    const flowId = await stack.client.addFlow(`holder ${newId('flow')}`, {
      ...documentOnly,
    });
    const metadata = {
      ...(key !== undefined && { encryptionConfigurationId: key }),
      ...(identityId !== undefined && { identityId }),
    };
    const { body } = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
      token,
      json: { flowId, metadata },
    });
    const source = 'document:mrz';
    await conclude(stack, body.verificationId, {
      document: {
        checks: [check('document-reading')],
        traits: { documentType: 'passport', documentCountry: 'PT', documentNumber, ...holder },
        facts: { documentNumber: { value: documentNumber, source }, fullName: { value: holder.fullName, source } },
      },
    });
    const verification = await stack.container.db.verifications.get(body.verificationId);
    return { ...verification, codes: verification.decision?.reasons.map(({ code }) => code) };
  }
  const number = () => `N${randomBytes(5).toString('hex').toUpperCase()}`;
  const newKey = async () => (await register(ec.jwk, 'holders')).body.id;

  test.each([
    ['encrypted', 'before sealing'],
    ['encrypted', 'after sealing'],
    ['open', 'after sealing'],
  ])('goes to review in an %s attempt %s, because nothing tells whom they named', async (kind, when) => {
    const key = await newKey();
    const { identityId, status } = await show(number(), ana, { key });
    expect(status).toBe('verified');
    if (when === 'after sealing') await createSealVerifications(stack.container)();
    const other = await show(number(), rui, { ...(kind === 'encrypted' && { key }), identityId });
    expect([other.status, other.codes]).toEqual(['reviewNeeded', ['encryption.sealed']]);
    expect((await stack.container.db.identities.find(stack.client.clientId, identityId))?.data).toEqual({});
  });

  test('passes if it is the same document, also after sealing', async () => {
    const [key, own] = [await newKey(), number()];
    const { identityId } = await show(own, ana, { key });
    await createSealVerifications(stack.container)();
    expect((await show(own, ana, { key, identityId })).status).toBe('verified');
  });

  test('is not known from an attempt that was not verified', async () => {
    const [key, theirs] = [await newKey(), number()];
    const { identityId } = await show(number(), ana, { key });
    expect((await show(theirs, rui, { key, identityId })).status).toBe('reviewNeeded');
    expect((await show(theirs, rui, { key, identityId })).status).toBe('reviewNeeded');
  });

  test('is compared with a holder whom a readable attempt has named', async () => {
    const key = await newKey();
    const { identityId } = await show(number(), ana, {});
    expect((await show(number(), ana, { key, identityId })).status).toBe('verified');
    await createSealVerifications(stack.container)();
    expect((await show(number(), ana, { identityId })).status).toBe('verified');
    expect((await show(number(), rui, { identityId })).codes).toEqual(['document.identity_differs']);
  });
});
