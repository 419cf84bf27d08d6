import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/adapters/telemetry/logger.ts';
import { createApi } from '../../../src/api.ts';
import { loadConfig } from '../../../src/config.ts';
import { createContainer } from '../../../src/container.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { createApiClient, problemLine, type ApiClient } from '../../support/api-client.ts';
import { signInAs } from '../../support/operator.ts';
import { documentOnly, seedClient, type SeededClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let live: SeededClient;
/** Another API on the same database, with its own memory, as another process has it. */
let elsewhere: ApiClient;
let stopElsewhere: () => Promise<void>;
let onLive: { 'x-client-id': string };
beforeAll(async () => {
  stack = await startStack({ apis: 1 });
  live = await seedClient(stack.container.db, 'live');
  onLive = { 'x-client-id': live.clientId };
  const container = createContainer(loadConfig(stack.env), createLogger({ level: 'silent', process: 'api' }));
  const app = await createApi(container);
  elsewhere = createApiClient(await app.listen({ host: '127.0.0.1', port: 0 }));
  stopElsewhere = async () => {
    await app.close();
    await container.close();
  };
});
afterAll(async () => {
  await stopElsewhere();
  await stack.close();
});

interface TokenBody {
  id: string;
  token: string;
  createdBy: string | null;
  createdByName: string | null;
}
type Person = Awaited<ReturnType<typeof signInAs>>;

const createToken = (person: Person, scopes: string[], headers: Record<string, string> = onLive) =>
  person.call<TokenBody>('POST', '/v2/api-tokens', { json: { name: 'backend', scopes }, headers });
const useToken = (token: string, api: ApiClient = stack.api) => api.get('/v2/flows', { token });

describe('on a live client, a developer', () => {
  test('may change every setting except retention and strict start', async () => {
    const developer = await signInAs(stack, 'developer');
    const set = (json: object, headers: Record<string, string> = onLive) =>
      developer.call('PATCH', '/v2/settings', { json, headers });
    for (const json of [
      { mediaRetentionDays: 1 },
      { dataRetentionDays: 1 },
      { strictStart: true },
      { name: 'Bank', dataRetentionDays: 1 },
    ]) {
      expect([json, problemLine(await set(json))]).toEqual([json, '403 auth.role_missing']);
    }
    // A page that sends what it does not change is not refused.
    const json = { origins: ['https://bank.example'], strictStart: false, mediaRetentionDays: null };
    expect((await set(json)).status).toBe(200);
    expect((await set({ mediaRetentionDays: 1 }, {})).status).toBe(200);
    const admin = await signInAs(stack, 'admin');
    const answer = await admin.call('PATCH', '/v2/settings', { json: { mediaRetentionDays: 30 }, headers: onLive });
    expect(answer.body).toMatchObject({ mediaRetentionDays: 30 });
  });

  test('may draft flows but not publish them', async () => {
    const developer = await signInAs(stack, 'developer');
    const json = { name: 'Onboarding', document: documentOnly };
    const created = await developer.call<{ id: string }>('POST', '/v2/flows', { json, headers: onLive });
    expect(created.status).toBe(201);
    const publish = (person: Person) =>
      person.call('POST', `/v2/flows/${created.body.id}/publish`, { headers: onLive });
    expect(problemLine(await publish(developer))).toBe('403 auth.role_missing');
    expect((await publish(await signInAs(stack, 'admin'))).status).toBe(201);
  });

  test('may disable a published flow but not enable it again, which would offer it to everybody, nor may their token', async () => {
    const [developer, admin] = [await signInAs(stack, 'developer'), await signInAs(stack, 'admin')];
    const json = { name: 'Weak', document: documentOnly };
    const { body: flow } = await developer.call<{ id: string }>('POST', '/v2/flows', { json, headers: onLive });
    const path = `/v2/flows/${flow.id}`;
    const set = (person: Person, disabled: boolean) =>
      person.call('PATCH', path, { json: { name: 'Weak', disabled }, headers: onLive });
    // A session cannot start from a draft.
    for (const disabled of [true, false]) expect((await set(developer, disabled)).status).toBe(200);
    expect((await admin.call('POST', `${path}/publish`, { headers: onLive })).status).toBe(201);
    for (const disabled of [false, true, true]) expect((await set(developer, disabled)).status).toBe(200);
    expect(problemLine(await set(developer, false))).toBe('403 auth.role_missing');
    const { token } = (await createToken(developer, ['flows:write'])).body;
    expect(problemLine(await stack.api.patch(path, { token, json: { disabled: false } }))).toBe(
      '403 auth.role_missing',
    );
    expect((await developer.call('GET', path, { headers: onLive })).body).toMatchObject({ state: 'disabled' });
    expect((await set(admin, false)).body).toMatchObject({ state: 'published' });
  });

  test('creates no token that could change this, nor sees the new secret of one', async () => {
    const [developer, admin] = [await signInAs(stack, 'developer'), await signInAs(stack, 'admin')];
    expect(problemLine(await createToken(developer, ['flows:write', 'account:write']))).toBe('403 auth.role_missing');
    expect((await createToken(developer, ['flows:write'])).status).toBe(201);
    expect((await createToken(developer, ['account:write'], {})).status).toBe(201);
    const made = await createToken(admin, ['account:write']);
    const rotate = (person: Person) =>
      person.call('POST', `/v2/api-tokens/${made.body.id}/rotate`, { json: {}, headers: onLive });
    expect(problemLine(await rotate(developer))).toBe('403 auth.role_missing');
    expect((await rotate(admin)).status).toBe(201);
  });
});

describe('a token on a live client', () => {
  test('publishes only if its maker may, also after its secret was replaced', async () => {
    const [developer, admin] = [await signInAs(stack, 'developer'), await signInAs(stack, 'admin')];
    const publishWith = async (token: string) => {
      const json = { name: 'Onboarding', document: documentOnly };
      const flow = await stack.api.post<{ id: string }>('/v2/flows', { token, json });
      return stack.api.post(`/v2/flows/${flow.body.id}/publish`, { token });
    };
    const ofDeveloper = (await createToken(developer, ['flows:write'])).body;
    const ofAdmin = (await createToken(admin, ['flows:write'])).body;
    expect(problemLine(await publishWith(ofDeveloper.token))).toBe('403 auth.role_missing');
    expect((await publishWith(ofAdmin.token)).status).toBe(201);
    const rotate = (person: Person, id: string) =>
      person.call<TokenBody>('POST', `/v2/api-tokens/${id}/rotate`, { json: {}, headers: onLive });
    expect(problemLine(await rotate(developer, ofAdmin.id))).toBe('403 auth.role_missing');
    const rotated = (await rotate(developer, ofDeveloper.id)).body;
    expect(problemLine(await publishWith(rotated.token))).toBe('403 auth.role_missing');
    // Tokens from before the service recorded this.
    const forgotten = [ofDeveloper.id, ofAdmin.id];
    await stack.sql.query(`update api_tokens set administers = null where id = any($1)`, [forgotten]);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(problemLine(await publishWith(rotated.token))).toBe('403 auth.role_missing');
    expect((await publishWith(ofAdmin.token)).status).toBe(201);
    expect(problemLine(await rotate(developer, ofAdmin.id))).toBe('403 auth.role_missing');
  });
});

describe('a token', () => {
  test('names its creator', async () => {
    const ana = await signInAs(stack, 'admin');
    const made = await createToken(ana, ['account:write', 'flows:write']);
    expect(made.body).toMatchObject({ createdBy: ana.operatorId, createdByName: 'An admin' });
    const child = await stack.api.post<TokenBody>('/v2/api-tokens', {
      token: made.body.token,
      json: { name: 'child', scopes: ['flows:write'] },
    });
    expect(child.body).toMatchObject({ createdBy: made.body.id, createdByName: 'backend' });
    const listed = await ana.call<{ data: TokenBody[] }>('GET', '/v2/api-tokens', { headers: onLive });
    expect(listed.body.data.find(({ id }) => id === made.body.id)).toMatchObject({ createdByName: 'An admin' });
  });

  test('that is revoked is refused at once by the process that revoked it, and elsewhere within a second', async () => {
    const ana = await signInAs(stack, 'admin');
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = (await createToken(ana, ['flows:write'])).body;
      for (const api of [stack.api, elsewhere]) expect((await useToken(token, api)).status).toBe(200);
      // While it is revoked, others use it: none of their answers may bring it back.
      const busy = Promise.all(Array.from({ length: 20 }, () => useToken(token)));
      expect((await ana.call('DELETE', `/v2/api-tokens/${id}`, { headers: onLive })).status).toBe(204);
      const revokedAt = performance.now();
      expect(problemLine(await useToken(token))).toBe('401 auth.unauthorized');
      await busy;
      expect(problemLine(await useToken(token))).toBe('401 auth.unauthorized');
      // Counted from the request: how long a busy machine takes to answer says nothing about the rule.
      for (let accepted = true; accepted;) {
        const askedAfterMs = performance.now() - revokedAt;
        accepted = (await useToken(token, elsewhere)).status === 200;
        if (accepted) expect(askedAfterMs).toBeLessThan(1_000);
      }
    }
  });

  test('whose secret is replaced without an overlap makes the old one invalid at once', async () => {
    const ana = await signInAs(stack, 'admin');
    const { id, token } = (await createToken(ana, ['flows:write'])).body;
    expect((await useToken(token)).status).toBe(200);
    const json = { overlapSeconds: 0 };
    await ana.call('POST', `/v2/api-tokens/${id}/rotate`, { json, headers: onLive });
    expect((await useToken(token)).status).toBe(401);
  });

  test('of an operator who is removed is revoked with them on every client, or stays, as asked', async () => {
    const [owner, ana, rui] = [
      await signInAs(stack, 'owner'),
      await signInAs(stack, 'admin'),
      await signInAs(stack, 'admin'),
    ];
    const onTest = { 'x-client-id': stack.client.clientId };
    const first = (await createToken(ana, ['account:write', 'flows:write'])).body;
    const second = (await createToken(ana, ['flows:write'], onTest)).body;
    const child = await stack.api.post<TokenBody>('/v2/api-tokens', {
      token: first.token,
      json: { name: 'child', scopes: ['flows:write'] },
    });
    const kept = (await createToken(rui, ['flows:write'])).body;
    const listed = await owner.call<{ data: { id: string; clientId: string }[] }>(
      'GET',
      `/v2/operators/${ana.operatorId}/api-tokens`,
    );
    expect(listed.body.data.map(({ id }) => id)).toEqual([child.body.id, second.id, first.id]);
    const theirs = [first.token, second.token, child.body.token];
    for (const token of theirs) expect((await useToken(token)).status).toBe(200);

    expect((await owner.call('DELETE', `/v2/operators/${rui.operatorId}?revokeTokens=false`)).status).toBe(204);
    expect((await useToken(kept.token)).status).toBe(200);
    expect((await owner.call('DELETE', `/v2/operators/${ana.operatorId}`)).status).toBe(204);
    for (const token of theirs) expect((await useToken(token)).status).toBe(401);
    const { rows } = await stack.sql.query<{ client_id: string }>(
      `select client_id from ${auditLines} where action = 'api_token.revoked' and subject_id = any($1)`,
      [[first.id, second.id, child.body.id]],
    );
    expect(rows.map(({ client_id }) => client_id).sort()).toEqual(
      [live.clientId, live.clientId, stack.client.clientId].sort(),
    );
  });
});

test('the audit log shows the names of operators, invitations, tokens, flows and clients', async () => {
  const ana = await signInAs(stack, 'admin');
  await ana.call('PATCH', '/v2/settings', { json: { name: 'Riverbank' }, headers: onLive });
  const { token, id } = (await createToken(ana, ['flows:write', 'account:write'])).body;
  const json = { name: 'Landing', document: documentOnly };
  const flow = await stack.api.post<{ id: string }>('/v2/flows', { token, json });
  const owner = await signInAs(stack, 'owner');
  await owner.call('POST', '/v2/invitations', { json: { email: 'bo@example.com', role: 'reviewer' } });
  interface Entry {
    actor: string;
    actorName: string | null;
    action: string;
    subject: string;
    subjectName: string | null;
  }
  const listed = await ana.call<{ data: Entry[] }>('GET', '/v2/audit-log?limit=20', { headers: onLive });
  const entryOf = (action: string) => listed.body.data.find((entry) => entry.action === action);
  expect(entryOf('flow.created')).toMatchObject({ actor: id, actorName: 'backend', subjectName: 'Landing' });
  expect(entryOf('flow.created')?.subject).toBe(flow.body.id);
  expect(entryOf('api_token.created')).toMatchObject({ actorName: 'An admin', subject: id, subjectName: 'backend' });
  expect(entryOf('settings.updated')).toMatchObject({ actor: ana.operatorId, subjectName: 'Riverbank' });
  const signedIn = listed.body.data.find(
    ({ action, actor }) => action === 'operator.signed_in' && actor === ana.operatorId,
  );
  expect(signedIn).toMatchObject({ actorName: 'An admin', subjectName: 'An admin' });
  expect(entryOf('invitation.created')).toMatchObject({ subjectName: 'bo@example.com' });
});
