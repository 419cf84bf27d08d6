import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../src/domain/id.ts';
import { createPrepareSetUp } from '../../../../src/services/operators/prepare-set-up.ts';
import { auditLines } from '../../../support/audit-lines.ts';
import { problemLine, problemOf, type Answer } from '../../../support/api-client.ts';
import {
  addOperator,
  auditOf,
  browserOf,
  cookieOf,
  operatorPassword,
  signIn,
  signInAs,
  type SignedInBody,
} from '../../../support/operator.ts';
import { seedClient } from '../../../support/seed.ts';
import { startStack, type Stack } from '../../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

describe('the first owner', () => {
  const person = { email: 'ana@example.com', name: 'Ana', password: operatorPassword };
  const setUp = (setUpToken: string) => stack.api.post<SignedInBody>('/v2/set-up', { json: { ...person, setUpToken } });

  test('cannot be created without the token of the console', async () => {
    expect(problemLine(await setUp('vfs_setup_of-somebody-else'))).toBe('403 set_up.token_invalid');
  });

  test('is created with the token, once, even if the token is sent many times at once', async () => {
    const token = await createPrepareSetUp(stack.container)(null);
    expect(await createPrepareSetUp(stack.container)(token)).toBe(token);
    const answers = await Promise.all(Array.from({ length: 5 }, () => setUp(token ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403]);
    const signedIn = answers.find(({ status }) => status === 201);
    expect(signedIn?.body.operator).toMatchObject({ email: person.email, role: 'owner' });
    expect(signedIn?.body.clients.map(({ id }) => id)).toContain(stack.client.clientId);
    expect(await createPrepareSetUp(stack.container)(token)).toBeNull();
    expect(problemLine(await setUp(token ?? ''))).toBe('403 set_up.token_invalid');
    expect(await auditOf(stack, signedIn?.body.operator.id ?? '')).toEqual(['operator.created']);
  });

  test('leaves neither address nor name nor password in the database', async () => {
    const { rows } = await stack.sql.query<{ row: string }>(
      `select encode(profile_sealed, 'escape') || encode(password_sealed, 'escape') || encode(email_digest, 'escape') as row
         from operators`,
    );
    for (const { row } of rows) for (const text of ['ana@', 'Ana', 'argon2']) expect(row).not.toContain(text);
  });
});

describe('a signed-in operator', () => {
  test('changes nothing without the CSRF token, nor with that of another session', async () => {
    const [mine, other] = [await signInAs(stack, 'owner'), await signInAs(stack, 'owner')];
    const { cookie } = mine.headers;
    for (const headers of [{ cookie }, { cookie, 'x-csrf-token': other.headers['x-csrf-token'] }]) {
      const answer = await stack.api.patch('/v2/self', { json: { name: 'X' }, headers });
      expect(problemLine(answer)).toBe('403 auth.csrf_invalid');
    }
    expect((await stack.api.get('/v2/self', { headers: { cookie } })).status).toBe(200);
    expect((await mine.call('PATCH', '/v2/self', { json: { name: 'X' } })).body).toMatchObject({ name: 'X' });
  });

  test('works on the oldest client, or on the one that is named; one that does not exist is 404', async () => {
    const { call } = await signInAs(stack, 'owner');
    const second = await seedClient(stack.container.db, 'live');
    const rules = { allow: [], deny: ['203.0.113.0/24'] };
    const onSecond = { 'x-client-id': second.clientId };
    expect((await call('PUT', '/v2/ip-rules', { json: rules, headers: onSecond })).status).toBe(200);
    expect((await call('GET', '/v2/ip-rules', { headers: onSecond })).body).toEqual(rules);
    expect((await call('GET', '/v2/ip-rules')).body).toEqual({ allow: [], deny: [] });
    for (const clientId of [newId('client'), 'cli_nobody']) {
      const answer = await call('GET', '/v2/ip-rules', { headers: { 'x-client-id': clientId } });
      expect(problemLine(answer)).toBe('404 client.not_found');
    }
    const listed = await call<{ data: { id: string }[] }>('GET', '/v2/clients');
    expect(listed.body.data.map(({ id }) => id)).toEqual([stack.client.clientId, second.clientId]);
    const { rows } = await stack.sql.query<{ actor: string }>(
      `select actor from ${auditLines} where client_id = $1 and action = 'ip_rules.updated'`,
      [second.clientId],
    );
    expect(rows).toEqual([{ actor: expect.stringMatching(/^opr_/) as string }]);
  });

  test('ends every other session with a new password, and needs the old one', async () => {
    const { call, email, operatorId } = await signInAs(stack, 'developer');
    const elsewhere = browserOf(stack.api, await signIn(stack, email));
    const next = 'another horse battery';
    const change = (current: string) => call('PATCH', '/v2/self', { json: { password: { current, next } } });
    const wrong = await change('not the password');
    expect(problemOf(wrong).errors).toMatchObject([{ pointer: '/password/current', code: 'operator.password_wrong' }]);
    expect((await elsewhere.call('GET', '/v2/self')).status).toBe(200);
    expect((await change(operatorPassword)).status).toBe(200);
    expect((await elsewhere.call('GET', '/v2/self')).status).toBe(401);
    expect((await call('GET', '/v2/self')).status).toBe(200);
    expect((await signIn(stack, email)).status).toBe(401);
    expect((await signIn(stack, email, next)).status).toBe(201);
    expect(await auditOf(stack, operatorId)).toContain('operator.password_changed');
  });

  test('is signed out for good', async () => {
    const { call, headers } = await signInAs(stack, 'reviewer');
    const answer = await call('POST', '/v2/sign-out');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^verify_operator=; Max-Age=0;/);
    expect((await stack.api.get('/v2/self', { headers })).status).toBe(401);
  });

  test('is signed out by time: 12 h in all, 2 h without a request', async () => {
    const [old, idle] = [await signInAs(stack, 'reviewer'), await signInAs(stack, 'reviewer')];
    await stack.sql.query(`update operator_sessions set ends_at = now() where operator_id = $1`, [old.operatorId]);
    await stack.sql.query(
      `update operator_sessions set last_used_at = now() - interval '2 hours' where operator_id = $1`,
      [idle.operatorId],
    );
    expect((await old.call('GET', '/v2/self')).status).toBe(401);
    expect((await idle.call('GET', '/v2/self')).status).toBe(401);
    expect(await stack.container.db.operatorSessions.deleteEnded(100)).toBe(2);
  });
});

describe('operators among each other', () => {
  test('an invitation is shown once and lets one person in, with its role', async () => {
    const { call } = await signInAs(stack, 'admin');
    const json = { email: 'rui@example.com', role: 'reviewer' };
    const invite = () => call<{ invitation: { id: string }; link: string }>('POST', '/v2/invitations', { json });
    const [first, second] = [await invite(), await invite()];
    const tokenOf = (link: string) => new URL(link).hash.slice(1);
    expect(new URL(second.body.link).pathname).toBe('/dashboard/join');
    const listed = await call<{ data: { id: string }[] }>('GET', '/v2/invitations');
    expect(listed.body.data).toEqual([second.body.invitation]);
    expect(JSON.stringify(listed.body)).not.toContain(tokenOf(second.body.link));

    const accept = (invitationToken: string) =>
      stack.api.post<SignedInBody>('/v2/invitation-acceptances', {
        json: { invitationToken, name: 'Rui', password: operatorPassword },
      });
    expect(problemLine(await accept(tokenOf(first.body.link)))).toBe('404 invitation.not_found');
    const token = tokenOf(second.body.link);
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    const joined = answers.find(({ status }) => status === 201);
    expect(joined?.body.operator).toMatchObject({ email: json.email, role: 'reviewer', name: 'Rui' });
    expect(cookieOf(joined as Answer)).toMatch(/^verify_operator=vfo_/);
    expect(problemOf(await invite()).errors).toMatchObject([{ pointer: '/email', code: 'operator.email_taken' }]);
  });

  test('an invitation that is withdrawn or too old lets nobody in', async () => {
    const { call } = await signInAs(stack, 'owner');
    const json = { email: 'eva@example.com', role: 'developer' };
    const created = await call<{ invitation: { id: string }; link: string }>('POST', '/v2/invitations', { json });
    const accept = (link: string) =>
      stack.api.post('/v2/invitation-acceptances', {
        json: { invitationToken: new URL(link).hash.slice(1), name: 'Eva', password: operatorPassword },
      });
    expect((await call('DELETE', `/v2/invitations/${created.body.invitation.id}`)).status).toBe(204);
    expect(problemLine(await accept(created.body.link))).toBe('404 invitation.not_found');
    const late = await call<{ link: string }>('POST', '/v2/invitations', { json });
    await stack.sql.query(`update invitations set expires_at = now()`);
    expect(problemLine(await accept(late.body.link))).toBe('404 invitation.not_found');
    expect((await call<{ data: unknown[] }>('GET', '/v2/invitations')).body.data).toEqual([]);
  });

  test.each([
    ['was removed', 'admin', null],
    ['lost the role', 'admin', { role: 'reviewer' }],
    ['is no longer an owner', 'owner', { role: 'admin' }],
    ['was limited to one client', 'admin', { clientIds: 'one' }],
  ] as const)('an invitation whose sender %s lets nobody in', async (_why, role, change) => {
    const owner = await signInAs(stack, 'owner');
    const sender = await signInAs(stack, role);
    const email = `friend.${sender.operatorId.slice(-10)}@example.com`;
    const sent = await sender.call<{ link: string }>('POST', '/v2/invitations', { json: { email, role } });
    const path = `/v2/operators/${sender.operatorId}`;
    const json = change !== null && 'clientIds' in change ? { clientIds: [stack.client.clientId] } : change;
    const changed = await (json === null ? owner.call('DELETE', path) : owner.call('PATCH', path, { json }));
    expect(changed.status).toBeLessThan(300);
    const invitationToken = new URL(sent.body.link).hash.slice(1);
    const accepted = await stack.api.post('/v2/invitation-acceptances', {
      json: { invitationToken, name: 'Friend', password: operatorPassword },
    });
    expect(problemLine(accepted)).toBe('404 invitation.not_found');
    expect(await stack.container.db.operators.findByEmail(email)).toBeNull();
  });

  test('a new role takes effect with the next request, and a removed operator is signed out at once', async () => {
    const { call } = await signInAs(stack, 'owner');
    const rui = await signInAs(stack, 'admin');
    const setRole = (role: string) => call('PATCH', `/v2/operators/${rui.operatorId}`, { json: { role } });
    expect((await rui.call('GET', '/v2/operators')).status).toBe(200);
    expect((await setRole('developer')).body).toMatchObject({ role: 'developer' });
    expect(problemLine(await rui.call('GET', '/v2/operators'))).toBe('403 auth.role_missing');
    expect((await call('DELETE', `/v2/operators/${rui.operatorId}`)).status).toBe(204);
    expect((await rui.call('GET', '/v2/self')).status).toBe(401);
    expect(problemLine(await setRole('admin'))).toBe('404 operator.not_found');
  });

  test('only an owner can create, change, invite or remove an owner', async () => {
    const owner = await addOperator(stack, 'owner');
    const admin = await signInAs(stack, 'admin');
    const path = `/v2/operators/${owner.operatorId}`;
    const answers = [
      await admin.call('PATCH', path, { json: { role: 'admin' } }),
      await admin.call('DELETE', path),
      await admin.call('PATCH', `/v2/operators/${admin.operatorId}`, { json: { role: 'owner' } }),
      await admin.call('POST', '/v2/invitations', { json: { email: 'new@example.com', role: 'owner' } }),
    ];
    expect(answers.map(problemLine)).toEqual(Array.from({ length: 4 }, () => '403 auth.role_missing'));
  });

  test('the last owner stays, even when the last two remove each other at once', async () => {
    await stack.sql.query(`delete from operators where role = 'owner'`);
    const [ana, rui] = [await signInAs(stack, 'owner'), await signInAs(stack, 'owner')];
    const answers = await Promise.all([
      ana.call('DELETE', `/v2/operators/${rui.operatorId}`),
      rui.call('PATCH', `/v2/operators/${ana.operatorId}`, { json: { role: 'admin' } }),
    ]);
    const { rows } = await stack.sql.query(`select id from operators where role = 'owner'`);
    expect(rows).toHaveLength(1);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const left = rows[0] as { id: string };
    const who = left.id === ana.operatorId ? ana : rui;
    expect(problemLine(await who.call('DELETE', `/v2/operators/${left.id}`))).toBe('409 operator.last_owner');
    expect(problemLine(await who.call('PATCH', `/v2/operators/${left.id}`, { json: { role: 'admin' } }))).toBe(
      '409 operator.last_owner',
    );
  });
});
