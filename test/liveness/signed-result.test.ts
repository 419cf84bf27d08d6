import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSignedResultLiveness } from '../../src/adapters/liveness/signed-result-liveness.ts';
import { createTargetGuard } from '../../src/adapters/network/target-guard.ts';
import { ProviderAway } from '../../src/domain/ports/provider-away.ts';
import { LivenessProviderFailed } from '../../src/domain/ports/faces/liveness-providers.ts';

const keyId = { alg: 'ES256', kid: 'one' };
const own = await generateKeyPair('ES256', { extractable: true });
const foreign = await generateKeyPair('ES256');
const issuer = 'https://liveness.example';
const audience = 'verify';

let url: string;
let answers: { status: number; text: string }[];
let asked: string[];
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider.test');
  if (pathname === '/jwks') {
    void exportJWK(own.publicKey).then((jwk) => response.end(JSON.stringify({ keys: [{ ...jwk, ...keyId }] })));
    return;
  }
  asked.push(searchParams.get('nonce') ?? '');
  // The last answer is repeated.
  const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404, text: '' };
  response.writeHead(answer.status, answer.status === 302 ? { location: '/jwks' } : {}).end(answer.text);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
beforeEach(() => {
  [answers, asked] = [[], []];
});

const guard = createTargetGuard({ allowCidrs: ['127.0.0.0/8'] });
const liveness = createSignedResultLiveness({ guard, httpsOnly: false });
const settings = () => ({
  name: 'signed-result' as const,
  startUrl: 'https://liveness.example/start',
  resultUrl: `${url}/result`,
  jwksUrl: `${url}/jwks`,
  issuer,
  audience,
  threshold: 0.8,
});
const now = () => Math.floor(Date.now() / 1000);
const claims = (nonce: string, more: JWTPayload = {}): JWTPayload => ({
  iss: issuer,
  aud: audience,
  iat: now(),
  exp: now() + 300,
  nonce,
  live: true,
  score: 0.95,
  ...more,
});
const signed = (payload: JWTPayload, key = own.privateKey) => new SignJWT(payload).setProtectedHeader(keyId).sign(key);
const begin = async () => (await liveness.start(settings())).reference;
const fetched = (nonce: string) => liveness.fetchResult(settings(), nonce);
const say = (text: string) => void answers.push({ status: 200, text });

test('a result that the provider signed for this nonce counts, also that the person is not live', async () => {
  const nonce = await begin();
  say(await signed(claims(nonce)));
  expect(await fetched(nonce)).toEqual({ state: 'finished', live: true, score: 0.95, picture: null });
  expect(asked).toEqual([nonce]);
  answers = [];
  say(await signed(claims(nonce, { live: false })));
  expect(await fetched(nonce)).toMatchObject({ live: false });
});

test.each<[string, (nonce: string) => Promise<string> | string]>([
  ['that another key signed', (nonce) => signed(claims(nonce), foreign.privateKey)],
  ['without a signature', (nonce) => new UnsecuredJWT(claims(nonce)).encode()],
  [
    'that is signed with the public key as a shared secret',
    async (nonce) =>
      new SignJWT(claims(nonce))
        .setProtectedHeader({ alg: 'HS256', kid: keyId.kid })
        .sign(Buffer.from(await exportSPKI(own.publicKey))),
  ],
  ['whose signed part was changed', async (nonce) => changed(await signed(claims(nonce, { live: false })))],
  ['for another audience', (nonce) => signed(claims(nonce, { aud: 'another' }))],
  ['of another issuer', (nonce) => signed(claims(nonce, { iss: 'https://another.example' }))],
  ['for another nonce', () => signed(claims('another-nonce'))],
  ['without a nonce', (nonce) => signed(without(claims(nonce), 'nonce'))],
  ['that has expired', (nonce) => signed(claims(nonce, { iat: now() - 400, exp: now() - 100 }))],
  ['that never expires', (nonce) => signed(without(claims(nonce), 'exp'))],
  ['that was signed long ago', (nonce) => signed(claims(nonce, { iat: now() - 86_400 }))],
  ['without the word on the person', (nonce) => signed(without(claims(nonce), 'live'))],
  ['with a score that is none', (nonce) => signed(claims(nonce, { score: 95 }))],
  ['that is no JWS', () => '{"live":true}'],
])('a result %s is a failure', async (_name, make) => {
  const nonce = await begin();
  say(await make(nonce));
  await expect(fetched(nonce)).rejects.toThrow(LivenessProviderFailed);
});

test('a result that was good once is a failure for the next check', async () => {
  const first = await begin();
  const jws = await signed(claims(first));
  say(jws);
  expect(await fetched(first)).toMatchObject({ live: true });
  const second = await begin();
  expect(second).not.toBe(first);
  await expect(fetched(second)).rejects.toThrow(LivenessProviderFailed);
});

test('no result yet is not completed', async () => {
  for (const status of [202, 404]) {
    answers = [{ status, text: '' }];
    expect(await fetched(await begin())).toEqual({ state: 'notCompleted' });
  }
});

test.each([429, 500, 503])('tries again after %i, and after three tries the provider is down', async (status) => {
  const nonce = await begin();
  answers = [
    { status, text: '' },
    { status: 200, text: await signed(claims(nonce)) },
  ];
  expect(await fetched(nonce)).toMatchObject({ live: true });
  [answers, asked] = [[{ status, text: '' }], []];
  await expect(fetched(nonce)).rejects.toThrow(ProviderAway);
  expect(asked).toHaveLength(3);
});

test('does not follow a redirect, does not ask a private network, and wants https', async () => {
  const nonce = await begin();
  answers = [{ status: 302, text: '' }];
  await expect(fetched(nonce)).rejects.toThrow(LivenessProviderFailed);
  asked = [];
  const closed = createSignedResultLiveness({ guard: createTargetGuard({ allowCidrs: [] }), httpsOnly: false });
  await expect(closed.fetchResult(settings(), nonce)).rejects.toThrow(LivenessProviderFailed);
  const strict = createSignedResultLiveness({ guard });
  await expect(strict.fetchResult(settings(), nonce)).rejects.toThrow(LivenessProviderFailed);
  expect(asked).toEqual([]);
});

const without = (payload: JWTPayload, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));

/** The same JWS, claiming that the person is live. */
function changed(jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
  return [header, Buffer.from(JSON.stringify({ ...said, live: true })).toString('base64url'), signature].join('.');
}
