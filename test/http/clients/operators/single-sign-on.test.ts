import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemLine } from '../../../support/api-client.ts';
import { auditLines } from '../../../support/audit-lines.ts';
import { addOperator, operatorPassword, type SignedInBody } from '../../../support/operator.ts';
import { begin, comeBack, cookiesOf } from '../../../support/sign-in/browser-steps.ts';
import {
  clientSecret,
  openidSettings,
  startOpenidIssuer,
  type OpenidIssuer,
  type Tampering,
} from '../../../support/sign-in/openid-issuer.ts';
import { startStack, type Stack } from '../../../support/stack.ts';

let issuer: OpenidIssuer;
let stack: Stack;
beforeAll(async () => {
  issuer = await startOpenidIssuer();
  // The service starts while the provider is down.
  issuer.setAway(true);
  stack = await startStack({ env: openidSettings(issuer.issuer) });
});
afterAll(async () => {
  await stack.close();
  await issuer.close();
});

const personOf = (sub: string, more: Record<string, unknown> = {}) => ({
  sub,
  email: `${sub}@example.com`,
  email_verified: true,
  name: `Person ${sub}`,
  roles: ['verify-staff'],
  ...more,
});

async function signIn(person: Record<string, unknown>, tampering: Tampering = {}, at = stack) {
  const begun = await begin(at);
  const query = issuer.answerTo(new URL(begun.location), person, tampering);
  return { begun, query, end: await comeBack(at, query, cookiesOf(begun)) };
}
const selfOf = (cookie: string) => stack.api.get<SignedInBody>('/v2/self', { headers: { cookie } });
const sessions = async () => (await stack.sql.query('select id from operator_sessions')).rowCount;

test('while the provider is down the service runs, says so in words, and signs in as soon as it is back', async () => {
  expect((await begin(stack)).location).toBe('/dashboard?refused=sso.away');
  expect(problemLine(await stack.api.get('/v2/sign-in/provider'))).toBe('503 sso.away');
  issuer.setAway(false);
  expect((await begin(stack)).location).toContain(issuer.issuer);
  expect((await stack.api.get('/v2/sign-in/methods')).body).toEqual({ password: true, provider: 'Example Identity' });
});

test('a person with a role signs in as a new operator, on the page that they opened, with a session of this service', async () => {
  const { begun, end } = await signIn(personOf('new'));
  const asked = new URL(begun.location).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(begun.cookies.join()).toMatch(/HttpOnly; SameSite=Lax$/);
  expect(end.location).toBe('/dashboard/verifications');
  expect(end.cookies.join()).toMatch(/verify_operator=vfo_.+HttpOnly; SameSite=Strict/);
  const { operator } = (await selfOf(cookiesOf(end))).body;
  expect(operator).toMatchObject({ email: 'new@example.com', role: 'reviewer', signInMethods: ['provider'] });
  const { rows } = await stack.sql.query<{ action: string }>(
    `select distinct action from ${auditLines} where actor = $1 order by action`,
    [operator.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['operator.created', 'operator.signed_in']);
});

test('the role follows the provider with each sign-in, and a person without one is out everywhere', async () => {
  const first = await signIn(personOf('moving', { roles: ['verify-admins'] }));
  expect((await selfOf(cookiesOf(first.end))).body.operator.role).toBe('admin');
  const second = await signIn(personOf('moving'));
  expect((await selfOf(cookiesOf(first.end))).body.operator.role).toBe('reviewer');
  const third = await signIn(personOf('moving', { roles: ['something-else'] }));
  expect(third.end.location).toBe('/dashboard?refused=sso.role_missing');
  for (const { end } of [first, second]) expect((await selfOf(cookiesOf(end))).status).toBe(401);
  const { rowCount } = await stack.sql.query(`select 1 from ${auditLines} where action = 'operator.refused'`);
  expect(rowCount).toBeGreaterThan(0);
});

test('a person whom the provider gives a role that reviews nothing has no cases any more', async () => {
  const roles = 'verify-staff=reviewer,verify-readers=read-only';
  const own = await startStack({ env: { ...openidSettings(issuer.issuer), OIDC_ROLES: roles } });
  try {
    const { end } = await signIn(personOf('leaving'), {}, own);
    const self = await own.api.get<SignedInBody>('/v2/self', { headers: { cookie: cookiesOf(end) } });
    const { verificationId } = await own.startSession();
    const [path, { token }] = [`/v2/verifications/${verificationId}`, own.client];
    const json = { assigneeId: self.body.operator.id };
    expect((await own.api.call('PUT', `${path}/assignee`, { token, json })).body).toMatchObject(json);
    await signIn(personOf('leaving', { roles: ['verify-readers'] }), {}, own);
    expect((await own.api.get(path, { token })).body).toMatchObject({ assigneeId: null });
  } finally {
    await own.close();
  }
});

test('a stranger without a role leaves nothing', async () => {
  const count = async () => (await stack.sql.query('select id from operators')).rowCount;
  const before = await count();
  const { end } = await signIn(personOf('stranger', { roles: [] }));
  expect(end).toEqual({ location: '/dashboard?refused=sso.role_missing', cookies: [] });
  expect(await count()).toBe(before);
});

test('an operator is found by issuer and subject: the same address under another subject takes over no operator', async () => {
  const { email, operatorId } = await addOperator(stack, 'owner');
  const taken = await signIn(personOf('thief', { email, roles: ['verify-owners'] }));
  expect(taken.end).toEqual({ location: '/dashboard?refused=sso.operator_exists', cookies: [] });
  expect((await stack.container.db.operators.find(operatorId))?.linkedToProvider).toBe(false);
  await signIn(personOf('known'));
  const moved = await signIn(personOf('known', { email: 'another@example.com' }));
  expect((await selfOf(cookiesOf(moved.end))).body.operator.email).toBe('known@example.com');
});

describe('nobody is signed in', () => {
  test.each<[string, Tampering]>([
    ['an id token for another audience', { claims: { aud: 'another-client' } }],
    ['an id token for several audiences and another party', { claims: { aud: ['verify', 'x'], azp: 'x' } }],
    ['an id token of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an id token with another nonce', { claims: { nonce: 'tampered' } }],
    ['an id token without a nonce', { claims: { nonce: undefined } }],
    ['an id token without a subject', { claims: { sub: undefined } }],
    ['an unsigned id token', { signature: 'none' }],
    ['an id token signed by a stranger', { signature: 'stranger' }],
    ['an id token signed with the client’s secret', { signature: 'secret' }],
    [
      'an id token that ended beyond the difference of clocks',
      { claims: { exp: Math.floor(Date.now() / 1000) - 120 } },
    ],
    ['an id token without an end', { claims: { exp: undefined } }],
    ['an answer that another provider sent (mix-up)', { iss: 'https://evil.example' }],
    ['an answer that names no issuer though the provider does', { iss: null }],
    ['a code that the provider refuses', { status: 400 }],
  ])('with %s', async (_what, tampering) => {
    const before = await sessions();
    const { end } = await signIn(personOf('tampered', { roles: ['verify-owners'] }), tampering);
    expect(end).toEqual({ location: '/dashboard?refused=sso.failed', cookies: [] });
    expect(await sessions()).toBe(before);
  });

  test('with an answer that was used before', async () => {
    const { begun, query, end } = await signIn(personOf('replayed'));
    expect(end.location).toBe('/dashboard/verifications');
    const again = await comeBack(stack, query, cookiesOf(begun));
    expect(again).toEqual({ location: '/dashboard?refused=sso.failed', cookies: [] });
  });

  test('in a browser that did not begin: neither without the cookie nor with another’s (CSRF)', async () => {
    const attacker = await begin(stack);
    const query = issuer.answerTo(new URL(attacker.location), personOf('attacker'));
    const victim = await begin(stack);
    for (const cookie of ['', cookiesOf(victim)]) {
      expect((await comeBack(stack, query, cookie)).location).toBe('/dashboard?refused=sso.failed');
    }
    // Neither sign-in was broken by that.
    expect((await comeBack(stack, query, cookiesOf(attacker))).location).toBe('/dashboard/verifications');
    const own = issuer.answerTo(new URL(victim.location), personOf('victim'));
    expect((await comeBack(stack, own, cookiesOf(victim))).location).toBe('/dashboard/verifications');
  });

  test('with the code of another sign-in put into one’s own (PKCE)', async () => {
    const stolen = new URLSearchParams(issuer.answerTo(new URL((await begin(stack)).location), personOf('robbed')));
    const mine = await begin(stack);
    const query = new URLSearchParams(issuer.answerTo(new URL(mine.location), personOf('robber')));
    query.set('code', stolen.get('code') ?? '');
    expect((await comeBack(stack, `?${query.toString()}`, cookiesOf(mine))).location).toBe(
      '/dashboard?refused=sso.failed',
    );
  });

  test('after the person has cancelled at the provider, or after ten minutes', async () => {
    const begun = await begin(stack);
    const state = new URL(begun.location).searchParams.get('state') ?? '';
    const cancelled = `?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer.issuer)}`;
    expect((await comeBack(stack, cancelled, cookiesOf(begun))).location).toBe('/dashboard?refused=sso.failed');
    const late = await begin(stack);
    const hash = createHash('sha256')
      .update(cookiesOf(late).split('=')[1] ?? '')
      .digest();
    await stack.sql.query(`update provider_sign_ins set ends_at = now() - interval '1 s' where token_hash = $1`, [
      hash,
    ]);
    const query = issuer.answerTo(new URL(late.location), personOf('late'));
    expect((await comeBack(stack, query, cookiesOf(late))).location).toBe('/dashboard?refused=sso.failed');
  });

  test('while the token endpoint has a fault, which is reported as the provider’s', async () => {
    expect((await signIn(personOf('fault'), { status: 500 })).end.location).toBe('/dashboard?refused=sso.away');
  });
});

test('clocks may differ by some seconds', async () => {
  const exp = Math.floor(Date.now() / 1000) - 10;
  expect((await signIn(personOf('skewed'), { claims: { exp } })).end.location).toBe('/dashboard/verifications');
});

test('a session that was there before is not the one that is signed in (fixation)', async () => {
  const begun = await begin(stack);
  const query = issuer.answerTo(new URL(begun.location), personOf('fixed'));
  const planted = `verify_operator=vfo_${'a'.repeat(43)}`;
  const end = await comeBack(stack, query, `${planted}; ${cookiesOf(begun)}`);
  expect(cookiesOf(end)).toContain('verify_operator=vfo_');
  expect(cookiesOf(end)).not.toContain(planted);
  expect((await selfOf(planted)).status).toBe(401);
});

test('the log holds neither the secret nor codes nor id tokens', async () => {
  const { query } = await signIn(personOf('logged'), { claims: { nonce: 'tampered' } });
  const lines = stack.logLines.join('\n');
  const { code = '', state = '' } = Object.fromEntries(new URLSearchParams(query));
  expect(lines).toContain('a sign-in at the provider was not accepted');
  for (const secret of [clientSecret, code, state, 'eyJ', 'logged@example.com']) expect(lines).not.toContain(secret);
});

test('if only the provider may sign people in, nothing else does, except a set-up link of the server’s operator', async () => {
  const env = { ...openidSettings(issuer.issuer), OIDC_ONLY: 'true', OIDC_LINK_BY_EMAIL: 'true' };
  const only = await startStack({ env: { ...env, SECOND_FACTOR_REQUIRED: 'true' } });
  try {
    const { email, operatorId } = await addOperator(only, 'owner');
    const refused = '403 auth.password_off';
    const json = { email, password: operatorPassword };
    expect(problemLine(await only.api.post('/v2/sign-in', { json }))).toBe(refused);
    expect(problemLine(await only.api.post('/v2/sign-in/passkey-options'))).toBe(refused);
    expect(
      problemLine(
        await only.api.post('/v2/sign-in/passkey', {
          json: { credential: { id: 'x', rawId: 'x', type: 'public-key', response: {} } },
        }),
      ),
    ).toBe(refused);
    const invitationToken = 'x'.repeat(30);
    const accepted = { invitationToken, name: 'X', password: operatorPassword };
    expect(problemLine(await only.api.post('/v2/invitation-acceptances', { json: accepted }))).toBe(refused);
    expect((await only.api.get('/v2/sign-in/methods')).body).toMatchObject({ password: false });

    const ana = personOf('linked', { email, roles: ['verify-owners'] });
    const weak = await signIn(ana, {}, only);
    expect(weak.end.location).toBe('/dashboard?refused=sso.second_factor_missing');
    const strong = await signIn(ana, { claims: { amr: ['pwd', 'mfa'] } }, only);
    const self = await only.api.get<SignedInBody>('/v2/self', { headers: { cookie: cookiesOf(strong.end) } });
    expect(self.body).toMatchObject({
      secondFactorMissing: false,
      operator: { id: operatorId, signInMethods: ['password', 'provider'] },
    });

    const { createPrepareSetUp } = await import('../../../../src/services/operators/prepare-set-up.ts');
    const prepare = createPrepareSetUp(only.container);
    expect(await prepare(null)).toBeNull();
    const setUpToken = await prepare(null, { another: true });
    const back = { setUpToken, email: 'back@example.org', name: 'Back', password: 'seven green lanterns' };
    const answer = await only.api.post<SignedInBody>('/v2/set-up', { json: back });
    expect([answer.status, answer.body.operator.role]).toEqual([201, 'owner']);
    expect(problemLine(await only.api.post('/v2/set-up', { json: back }))).toBe('403 set_up.token_invalid');
  } finally {
    await only.close();
  }
});
