import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountTries } from '../../../../src/domain/operators/operator.ts';
import { newId } from '../../../../src/domain/id.ts';
import { createPrepareSetUp } from '../../../../src/services/operators/prepare-set-up.ts';
import { auditLines } from '../../../support/audit-lines.ts';
import { problemLine, problemOf, type Answer } from '../../../support/api-client.ts';
import {
  addOperator,
  browserOf,
  cookieOf,
  operatorPassword,
  signInAs,
  type SignedInBody,
} from '../../../support/operator.ts';
import { startStack, type Stack } from '../../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => stack.close());

interface SignIn {
  email: string;
  password?: string;
  totp?: string;
  recoveryCode?: string;
  from?: string;
  userAgent?: string;
}

function signIn({ from, userAgent, ...json }: SignIn, { api }: Pick<Stack, 'api'> = stack) {
  const headers = {
    ...(from !== undefined && { 'x-forwarded-for': from }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  };
  return api.post<SignedInBody>('/v2/sign-in', { json: { password: operatorPassword, ...json }, headers });
}

/** The digits of the app `later` steps of 30 s from now: each step works once. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });

async function auditOf(subjectId: string): Promise<string[]> {
  const { rows } = await stack.sql.query<{ action: string }>(
    `select action from ${auditLines} where subject_id = $1 and client_id = $2 order by sequence`,
    [subjectId, stack.client.clientId],
  );
  return rows.map(({ action }) => action);
}

async function enrol(person: Awaited<ReturnType<typeof signInAs>>) {
  const { secret } = (await person.call<{ secret: string }>('POST', '/v2/self/totp')).body;
  const confirmed = await person.call<{ recoveryCodes: string[] }>('POST', '/v2/self/totp/confirm', {
    json: { totp: codeOf(secret) },
  });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

describe('a recovery code', () => {
  test('signs in once in place of the authenticator app, and nothing of it is in the database', async () => {
    const ana = await signInAs(stack, 'owner');
    const { recoveryCodes } = await enrol(ana);
    expect(recoveryCodes).toHaveLength(10);
    const [code = ''] = recoveryCodes;
    const { email } = ana;
    expect(problemLine(await signIn({ email }))).toBe('401 auth.totp_required');
    expect(problemLine(await signIn({ email, recoveryCode: 'aaaa-bbbb-cccc' }))).toBe('401 auth.unauthorized');
    const bothAtOnce = { email, recoveryCode: code.toUpperCase() };
    const answers = await Promise.all([signIn(bothAtOnce), signIn(bothAtOnce)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    const signedIn = answers.find(({ status }) => status === 201);
    expect(signedIn?.body).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await auditOf(ana.operatorId)).toContain('operator.recovery_code_used');
    const { rows } = await stack.sql.query<{ row: string }>(`select row_to_json(c)::text as row from recovery_codes c`);
    expect(rows).toHaveLength(9);
    for (const { row } of rows) for (const one of recoveryCodes) expect(row).not.toContain(one);
  });

  test('of somebody else does not work, nor does one without the password', async () => {
    const [ana, rui] = [await signInAs(stack, 'owner'), await signInAs(stack, 'owner')];
    const [{ recoveryCodes }] = [await enrol(ana), await enrol(rui)];
    const recoveryCode = recoveryCodes[0] ?? '';
    expect(problemLine(await signIn({ email: rui.email, recoveryCode }))).toBe('401 auth.unauthorized');
    expect(problemLine(await signIn({ email: ana.email, password: 'not it', recoveryCode }))).toBe(
      '401 auth.unauthorized',
    );
    expect((await signIn({ email: ana.email, recoveryCode })).status).toBe(201);
  });

  test('is replaced with both factors only; then those before no longer work', async () => {
    const ana = await signInAs(stack, 'owner');
    const replace = (json: object) =>
      ana.call<{ recoveryCodes: string[] }>('POST', '/v2/self/recovery-codes', { json: { ...json } });
    expect(problemLine(await replace({ password: operatorPassword, totp: '000000' }))).toBe(
      '409 operator.totp_missing',
    );
    const { secret, recoveryCodes } = await enrol(ana);
    const [first = '', second = ''] = recoveryCodes;
    expect(problemLine(await replace({ password: 'not it', totp: codeOf(secret, 1) }))).toBe('400 request.invalid');
    expect(problemLine(await replace({ password: operatorPassword, totp: '000000' }))).toBe(
      '422 operator.totp_invalid',
    );
    expect(problemLine(await replace({ password: operatorPassword }))).toBe('400 request.invalid');
    const made = await replace({ password: operatorPassword, totp: codeOf(secret, 1) });
    expect(made.status).toBe(201);
    const { email } = ana;
    expect((await signIn({ email, recoveryCode: first })).status).toBe(401);
    expect((await signIn({ email, recoveryCode: made.body.recoveryCodes[0] ?? '' })).status).toBe(201);
    expect((await signIn({ email, recoveryCode: second })).status).toBe(401);
    // The way out for an operator who has lost the app.
    const json = { password: operatorPassword, recoveryCode: made.body.recoveryCodes[1] };
    expect((await ana.call('POST', '/v2/self/totp/remove', { json })).status).toBe(204);
    expect((await signIn({ email })).body).toMatchObject({ recoveryCodesLeft: 0 });
  });
});

describe('own sessions', () => {
  interface OwnSession {
    id: string;
    device: string | null;
    current: boolean;
    lastUsedAt: string;
  }
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

  test('are listed with their device, and end one by one or all but this one', async () => {
    const { email, operatorId } = await addOperator(stack, 'reviewer');
    const open = async () => browserOf(stack.api, await signIn({ email, userAgent: firefox }));
    const [mine, second, third, stranger] = [await open(), await open(), await open(), await signInAs(stack, 'owner')];
    const list = async () => (await mine.call<{ data: OwnSession[] }>('GET', '/v2/self/sessions')).body.data;
    const listed = await list();
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed.map(({ device }) => device)).toEqual(Array(3).fill('Firefox on Linux'));

    const theirs = await stranger.call<{ data: OwnSession[] }>('GET', '/v2/self/sessions');
    const end = (id: string) => mine.call('DELETE', `/v2/self/sessions/${id}`);
    expect(problemLine(await end(theirs.body.data[0]?.id ?? ''))).toBe('404 operator.session_not_found');
    expect((await stranger.call('GET', '/v2/self')).status).toBe(200);

    const own = (await second.call<{ data: OwnSession[] }>('GET', '/v2/self/sessions')).body.data;
    expect((await end(own.find(({ current }) => current)?.id ?? '')).status).toBe(204);
    expect((await second.call('GET', '/v2/self')).status).toBe(401);
    expect((await third.call('GET', '/v2/self')).status).toBe(200);
    expect((await mine.call('POST', '/v2/self/sessions/end-others')).status).toBe(204);
    expect((await third.call('GET', '/v2/self')).status).toBe(401);
    expect(await list()).toMatchObject([{ current: true }]);
    expect(await auditOf(operatorId)).toContain('operator.session_ended');
  });
});

test('a passkey is removed with what a sign-in requires, and not with the cookie alone', async () => {
  const ana = await signInAs(stack, 'owner');
  const passkeyId = newId('passkey');
  await stack.container.db.passkeys.create({
    id: passkeyId,
    operatorId: ana.operatorId,
    name: 'Laptop',
    credentialId: 'bGFwdG9w',
    publicKey: Buffer.from('a key'),
    counter: 0,
    transports: [],
  });
  const { secret } = await enrol(ana);
  const remove = (json: object | undefined) =>
    ana.call('POST', `/v2/self/passkeys/${passkeyId}/remove`, json === undefined ? {} : { json: { ...json } });
  const password = operatorPassword;
  expect(problemLine(await remove(undefined))).toBe('400 request.invalid');
  expect(problemLine(await remove({ password: 'not it', totp: codeOf(secret, 1) }))).toBe('400 request.invalid');
  expect(problemLine(await remove({ password }))).toBe('422 operator.totp_invalid');
  expect((await ana.call('DELETE', `/v2/self/passkeys/${passkeyId}`)).status).toBeGreaterThanOrEqual(404);
  const kept = await ana.call<{ data: { id: string }[] }>('GET', '/v2/self/passkeys');
  expect(kept.body.data.map(({ id }) => id)).toEqual([passkeyId]);
  expect((await remove({ password, totp: codeOf(secret, 1) })).status).toBe(204);
  expect((await ana.call<{ data: unknown[] }>('GET', '/v2/self/passkeys')).body.data).toEqual([]);
  expect(await auditOf(passkeyId)).toEqual(['operator.passkey_removed']);
});

describe('a lock', () => {
  const fail = (email: string, from: string) => signIn({ email, from, password: 'not the password' });

  test('stops the network address that guessed, and not the operator elsewhere', async () => {
    const { email } = await addOperator(stack, 'admin');
    for (let count = 0; count < 5; count += 1) expect((await fail(email, '203.0.113.9')).status).toBe(401);
    expect(problemLine(await signIn({ email, from: '203.0.113.9' }))).toBe('429 auth.locked_out');
    expect((await signIn({ email, from: '198.51.100.4' })).status).toBe(201);
    // The neighbours in one IPv6 network are one source.
    for (let count = 0; count < 5; count += 1) await fail(email, `2001:db8:0:7::${String(count + 1)}`);
    expect((await signIn({ email, from: '2001:db8:0:7::99' })).status).toBe(429);
    expect((await signIn({ email, from: '2001:db8:0:8::99' })).status).toBe(201);
  });

  test('stops everybody who guesses from many addresses, except at addresses from which the operator has signed in', async () => {
    const { email, operatorId } = await addOperator(stack, 'admin');
    expect((await signIn({ email, from: '198.51.100.7' })).status).toBe(201);
    const statuses: number[] = [];
    for (let count = 0; count < accountTries + 5; count += 1) {
      statuses.push((await fail(email, `203.0.113.${String(Math.floor(count / 4))}`)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(accountTries);
    expect(problemLine(await signIn({ email, from: '192.0.2.1' }))).toBe('429 auth.locked_out');
    expect((await signIn({ email, from: '198.51.100.7' })).status).toBe(201);
    expect(await auditOf(operatorId)).toContain('operator.locked_out');
  });

  test('from elsewhere does not keep somebody who is signed in from changing the password', async () => {
    const ana = await signInAs(stack, 'admin');
    for (let count = 0; count < 6; count += 1) await fail(ana.email, '203.0.113.77');
    const json = { password: { current: operatorPassword, next: 'seven purple walruses' } };
    expect((await ana.call('PATCH', '/v2/self', { json })).status).toBe(200);
  });

  test('leaves no row behind for ever', async () => {
    await stack.sql.query(
      `update sign_in_tries set ends_at = now() - interval '1 s', known_until = now() - interval '1 s'`,
    );
    expect(await stack.container.db.signInTries.deleteEnded(1_000)).toBeGreaterThan(3);
    expect((await stack.sql.query('select from sign_in_tries')).rowCount).toBe(0);
  });
});

describe('a password that others would guess', () => {
  test('is refused at the set-up, at an invitation and at a change', async () => {
    const codesOf = (answer: Answer) => problemOf(answer).errors?.map(({ pointer, code }) => `${pointer} ${code}`);
    const ana = await signInAs(stack, 'owner');
    const change = await ana.call('PATCH', '/v2/self', {
      json: { password: { current: operatorPassword, next: 'password1234' } },
    });
    expect(codesOf(change)).toEqual(['/password/next operator.password_common']);

    const invited = await ana.call<{ link: string }>('POST', '/v2/invitations', {
      json: { email: 'eva.lind@example.com', role: 'reviewer' },
    });
    const invitationToken = new URL(invited.body.link).hash.slice(1);
    const accept = (password: string) =>
      stack.api.post('/v2/invitation-acceptances', { json: { invitationToken, name: 'Eva Lind', password } });
    expect(codesOf(await accept('evalind-2026'))).toEqual(['/password operator.password_personal']);
    // The invitation is still good.
    expect((await accept(operatorPassword)).status).toBe(201);

    const fresh = await startStack();
    try {
      const setUpToken = await createPrepareSetUp(fresh.container)(null);
      const person = { setUpToken, email: 'ana@example.com', name: 'Ana' };
      const setUp = (password: string) => fresh.api.post('/v2/set-up', { json: { ...person, password } });
      expect(codesOf(await setUp('qwertyuiop123'))).toEqual(['/password operator.password_common']);
      expect((await setUp(operatorPassword)).status).toBe(201);
    } finally {
      await fresh.close();
    }
  });
});

test('where a second factor is required, an operator without one can only enrol it', async () => {
  const strict = await startStack({ env: { SECOND_FACTOR_REQUIRED: 'true' } });
  try {
    const ana = await signInAs(strict, 'owner');
    const self = await ana.call<{ secondFactorMissing: boolean }>('GET', '/v2/self');
    expect(self.body).toMatchObject({ secondFactorMissing: true });
    for (const path of ['/v2/identities', '/v2/operators', '/v2/clients', '/v2/self/sessions']) {
      expect(problemLine(await ana.call('GET', path))).toBe('403 auth.second_factor_missing');
    }
    await enrol(ana);
    expect((await ana.call('GET', '/v2/identities')).status).toBe(200);
    expect((await ana.call('GET', '/v2/self')).body).toMatchObject({ secondFactorMissing: false });
    const rui = await signInAs(strict, 'reviewer');
    expect((await rui.call('POST', '/v2/sign-out')).status).toBe(204);
    expect(cookieOf(await signIn({ email: rui.email }, strict))).toMatch(/^verify_operator=vfo_/);
  } finally {
    await strict.close();
  }
});
