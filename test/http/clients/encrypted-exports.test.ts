import { compactDecrypt, exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemLine } from '../../support/api-client.ts';
import { readZip } from '../../support/files/read-zip.ts';
import { signInAs } from '../../support/operator.ts';
import { addPersonFlow, canary, canaryWords, finishPerson, startPerson } from '../../support/people/person.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let privateKey: CryptoKey;
let publicKey: object;
beforeAll(async () => {
  stack = await startStack();
  await addPersonFlow(stack);
  await stack.startWorkers({ qualityHandlers: noInspection, otp: true });
  const pair = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  privateKey = pair.privateKey;
  publicKey = { ...(await exportJWK(pair.publicKey)), alg: 'ECDH-ES' };
});
afterAll(() => stack.close());

const token = () => stack.client.token;

async function startEncrypted(): Promise<{ session: SdkSession; configuration: string }> {
  const json = { name: 'vault', publicKey };
  const { body } = await stack.api.post<{ id: string }>('/v2/encryption-configurations', { token: token(), json });
  const session = await startPerson(stack, { encryptionConfigurationId: body.id });
  return { session, configuration: `/v2/encryption-configurations/${body.id}` };
}

const decrypted = async (jwe: string) => Buffer.from((await compactDecrypt(jwe, privateKey)).plaintext);

interface Exported {
  sealed: { verificationId: string; jwe: string }[];
}

test('an export has the contacts, inputs and files of an encrypted attempt only as JWE, also before the attempt is sealed', async () => {
  const { session } = await startEncrypted();
  await finishPerson(stack, session);
  await stack.sql.query(`update media set state = 'ready', content_type = 'image/jpeg' where identity_id = $1`, [
    session.identityId,
  ]);
  const path = `/v2/identities/${session.identityId}/export`;
  const admin = await signInAs(stack, 'admin');
  const answers = [
    await stack.api.get<Buffer>(path, { token: token() }),
    await admin.call<Buffer>('GET', path, { headers: { 'x-client-id': stack.client.clientId } }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    const entries = readZip(answer.body);
    const text = entries.get('person.json')?.toString('utf8') ?? '';
    for (const word of canaryWords) expect([word, text.toLowerCase().includes(word)]).toEqual([word, false]);
    const { sealed } = JSON.parse(text) as Exported;
    expect(sealed.map(({ verificationId }) => verificationId)).toEqual([session.verificationId]);
    expect(JSON.parse((await decrypted(sealed[0]?.jwe ?? '')).toString('utf8'))).toMatchObject({
      contacts: [{ address: canary.phoneNumber }, { address: canary.email }],
      inputs: [{ stepId: 'document' }, { stepId: 'phone' }, { stepId: 'email' }],
    });
    const files = [...entries].filter(([name]) => name.startsWith('files/'));
    expect(files.map(([name]) => name)).toEqual([expect.stringMatching(/\.jwe$/)]);
    expect(await decrypted(files[0]?.[1].toString('ascii') ?? '')).toEqual(await smallPicture());
  }
});

test('an encrypted attempt that ended without a verdict gives nothing once its key is removed, and hides nothing else', async () => {
  const { session, configuration } = await startEncrypted();
  const uploaded = await session.upload(await smallPicture());
  expect(uploaded.status).toBe(201);
  await session.sendCode('phone', { phoneNumber: canary.phoneNumber });
  await session.cancel();
  await stack.sql.query(`update media set state = 'ready', content_type = 'image/jpeg' where identity_id = $1`, [
    session.identityId,
  ]);
  expect((await stack.api.delete(configuration, { token: token() })).status).toBe(204);

  const record = await stack.api.get<{ device: unknown; steps: { media: { id: string }[] }[] }>(
    `/v2/verifications/${session.verificationId}`,
    { token: token() },
  );
  expect(record).toMatchObject({
    status: 200,
    body: { status: 'cancelled', device: null, sealed: { sealedAt: null, jwe: null } },
  });
  const mediaId = record.body.steps[0]?.media[0]?.id ?? '';
  expect(problemLine(await stack.api.get(`/v2/media/${mediaId}`, { token: token() }))).toBe('409 encryption.sealed');
  const answer = await stack.api.get<Buffer>(`/v2/identities/${session.identityId}/export`, { token: token() });
  expect(answer.status).toBe(200);
  const entries = readZip(answer.body);
  const text = entries.get('person.json')?.toString('utf8') ?? '';
  for (const word of canaryWords) expect([word, text.toLowerCase().includes(word)]).toEqual([word, false]);
  expect([...entries.keys()]).toEqual(['person.json']);
  expect(JSON.parse(text)).toMatchObject({ verifications: [{ id: session.verificationId }], sealed: [] });
});
