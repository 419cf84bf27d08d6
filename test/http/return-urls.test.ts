import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../src/contract/sessions/session.ts';
import { problemLine } from '../support/api-client.ts';
import { sessionStart } from '../support/sdk-client.ts';
import { documentOnly } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';

const listed = 'https://bank.example/verified';
const other = 'https://bank.example/stopped?from=verify';
const local = 'http://localhost:3000/back';

let stack: Stack;
let flowId: string;
let narrowFlowId: string;
beforeAll(async () => {
  stack = await startStack();
  const answer = await save([listed, other, local]);
  expect([answer.status, answer.body]).toMatchObject([200, { returnUrls: [listed, other, local] }]);
  flowId = stack.client.flowOf('document-only');
  narrowFlowId = await stack.client.addFlow('narrow', {
    ...documentOnly,
    returnUrls: [other, 'https://evil.example/'],
  });
});
afterAll(() => stack.close());

const save = (returnUrls: string[]) =>
  stack.api.patch<{ returnUrls: string[] }>('/v2/settings', { token: stack.client.token, json: { returnUrls } });
const start = (more: object, flow = flowId) =>
  stack.api.post<Session>('/v2/sdk/sessions', { json: sessionStart(stack.client.clientId, flow, more) });
const refusal = '403 session.return_url_not_allowed';

/** What an attacker may write into a link, each similar to a listed address. */
const attacks = [
  'javascript:alert(1)//https://bank.example/verified',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://bank.example/verified',
  'file:///etc/passwd',
  '//evil.example/verified',
  '/verified',
  'verified',
  'https:evil.example/verified',
  'https://evil.example/verified',
  'http://bank.example/verified',
  'ftp://bank.example/verified',
  'https://bank.example@evil.example/verified',
  'https://user:secret@bank.example/verified',
  'https://bank.example:8443/verified',
  'https://bank.example.evil.example/verified',
  'https://evilbank.example/verified',
  'https://sub.bank.example/verified',
  'https://bank.example./verified',
  'https://bаnk.example/verified',
  'https://bank.example\\@evil.example/verified',
  'https://bank.example/verified/../stolen',
  'https://bank.example/verified/',
  'https://bank.example/VERIFIED',
  'https://bank.example/verified%2f..%2fstolen',
  'https://bank.example/verified?next=https://evil.example',
  'https://bank.example/verified?outcome=completed',
  'https://bank.example/verified#access_token=1',
  'https://bank.example/verified#',
  'https://bank.example/stopped',
  'https://bank.example/stopped?from=verify&from=evil',
  'http://localhost:3001/back',
  'http://127.0.0.1:3000/back',
  'https://bank.example',
  '*',
  ' ',
];

test.each(attacks)('no session starts with the return address %j, as the first or the second one', async (address) => {
  expect(problemLine(await start({ returnUrl: address }))).toBe(refusal);
  expect(problemLine(await start({ returnUrl: listed, cancelUrl: address }))).toBe(refusal);
  expect(problemLine(await start({ cancelUrl: address }))).toBe(refusal);
});

test('a listed address comes back with both ids, the plain outcome and the state, however that is written', async () => {
  const state = 'order 4711&outcome=verified#x"<script>';
  const { status, body } = await start({ returnUrl: listed, cancelUrl: other, state });
  expect(status).toBe(201);
  const { identityId, verificationId } = body;
  const seen = Object.entries(body.returnTo ?? {}).map(([name, address]) => {
    const { origin, pathname, hash, searchParams } = new URL(address);
    return [name, `${origin}${pathname}`, hash, Object.fromEntries(searchParams)];
  });
  const ids = { identityId, verificationId, state };
  expect(seen).toEqual([
    ['completed', listed, '', { ...ids, outcome: 'completed' }],
    ['cancelled', 'https://bank.example/stopped', '', { ...ids, from: 'verify', outcome: 'cancelled' }],
    ['expired', 'https://bank.example/stopped', '', { ...ids, from: 'verify', outcome: 'expired' }],
  ]);
});

test('an address may be written as browsers would read it, and leads to the listed one', async () => {
  for (const address of ['HTTPS://BANK.example:443/verified', 'https://bank.example/a/../verified', ` ${listed}\n`]) {
    const { body } = await start({ returnUrl: address });
    expect(body.returnTo?.completed).toMatch(/^https:\/\/bank\.example\/verified\?/);
  }
});

test('a flow narrows the list of the client, and adds nothing to it', async () => {
  expect((await start({ returnUrl: other }, narrowFlowId)).status).toBe(201);
  expect(problemLine(await start({ returnUrl: listed }, narrowFlowId))).toBe(refusal);
  expect(problemLine(await start({ returnUrl: 'https://evil.example/' }, narrowFlowId))).toBe(refusal);
});

test('without a listed address the person is sent nowhere, and a state alone is not an address', async () => {
  expect((await start({})).body.returnTo).toBeNull();
  expect((await start({ state: 'x' })).body.returnTo).toBeNull();
});

test('a verification that the backend starts carries the return address in its link, and is refused one that is not listed', async () => {
  const { token } = stack.client;
  const json = { flowId, returnUrl: listed, cancelUrl: other, state: 'a b&c' };
  const { body } = await stack.api.post<{ hostedUrl: string; clientToken: string }>('/v2/verifications', {
    token,
    json,
  });
  const carried = Object.fromEntries(new URLSearchParams(new URL(body.hostedUrl).hash.slice(1)));
  expect(carried).toMatchObject({ returnUrl: listed, cancelUrl: other, state: 'a b&c' });
  const began = await start({ clientToken: body.clientToken, returnUrl: carried.returnUrl, state: carried.state });
  expect(began.body.returnTo?.completed).toContain('state=a+b%26c');
  const refused = await stack.api.post('/v2/verifications', {
    token,
    json: { flowId, returnUrl: 'https://evil.example/verified' },
  });
  expect(problemLine(refused)).toBe(refusal);
});

test('the settings take no address that could never be safe', async () => {
  for (const address of [
    'http://bank.example/back',
    'https://user:secret@bank.example/back',
    'https://bank.example/back#here',
    'https://bank.example/back#',
    'javascript:alert(1)',
    '*',
  ]) {
    expect([address, problemLine(await save([address]))]).toEqual([address, '400 request.invalid']);
  }
});
