import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/adapters/telemetry/logger.ts';
import { createApi } from '../../../src/api.ts';
import { loadConfig } from '../../../src/config.ts';
import { createContainer } from '../../../src/container.ts';
import { createApiClient, problemLine, type ApiClient } from '../../support/api-client.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { eventually } from '../../support/eventually.ts';
import { signInAs } from '../../support/operator.ts';
import { startStack, type Stack } from '../../support/stack.ts';

interface TokenBody {
  id: string;
  token: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

let stack: Stack;
/** Another API on the same database, with its own memory, as another process has it. */
let elsewhere: ApiClient;
let stopElsewhere: () => Promise<void>;
beforeAll(async () => {
  stack = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
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

const create = (more: object = {}, token = stack.client.token) =>
  stack.api.post<TokenBody>('/v2/api-tokens', { token, json: { name: 'backend', scopes: ['flows:write'], ...more } });
const use = (token: string, api = stack.api, headers: Record<string, string> = {}) =>
  api.get('/v2/flows', { token, headers });

/** Longer than any process trusts what it knows about a token, and no more than a second. */
const forget = () => new Promise((resolve) => setTimeout(resolve, 1_000));

describe('a token', () => {
  test('is shown once, does what its scopes say, and is listed without its secret', async () => {
    const created = await create();
    expect(created.body.token).toMatch(/^vfy_test_[\w-]{43}$/);
    expect((await use(created.body.token)).status).toBe(200);
    const other = await stack.api.get('/v2/ip-rules', { token: created.body.token });
    expect(problemLine(other)).toBe('403 auth.scope_missing');
    const listed = await stack.api.get<{ data: TokenBody[] }>('/v2/api-tokens', { token: stack.client.token });
    expect(listed.body.data[0]?.id).toBe(created.body.id);
    expect(JSON.stringify(listed.body)).not.toContain(created.body.token);
  });

  test('that is revoked is refused in every process within a second', async () => {
    const { id, token } = (await create()).body;
    for (const api of [stack.api, elsewhere]) expect((await use(token, api)).status).toBe(200);
    expect((await stack.api.delete(`/v2/api-tokens/${id}`, { token: stack.client.token })).status).toBe(204);
    await forget();
    for (const api of [stack.api, elsewhere]) expect(problemLine(await use(token, api))).toBe('401 auth.unauthorized');
    const again = await stack.api.delete(`/v2/api-tokens/${id}`, { token: stack.client.token });
    expect(problemLine(again)).toBe('404 api_token.not_found');
  });

  test('that is revoked takes along the tokens that it created, and those that they created, unless they are to stay', async () => {
    const maker = async (token = stack.client.token) =>
      (await create({ scopes: ['account:write', 'flows:write'] }, token)).body;
    const root = await maker();
    const child = await maker(root.token);
    const grandchild = await maker(child.token);
    const stranger = await maker();
    const revoke = (id: string, query = '') =>
      stack.api.delete(`/v2/api-tokens/${id}${query}`, { token: stack.client.token });
    const states = async () => {
      const answers = [];
      for (const { token } of [root, child, grandchild, stranger]) answers.push((await use(token)).status);
      return answers;
    };
    expect((await revoke(child.id, '?revokeTokens=false')).status).toBe(204);
    expect(await states()).toEqual([200, 401, 200, 200]);
    expect((await revoke(root.id)).status).toBe(204);
    expect(await states()).toEqual([401, 401, 401, 200]);
    const { rows } = await stack.sql.query<{ subject_id: string }>(
      `select subject_id from ${auditLines} where action = 'api_token.revoked' and subject_id = any($1)`,
      [[root.id, child.id, grandchild.id, stranger.id]],
    );
    expect(rows.map(({ subject_id }) => subject_id).sort()).toEqual([root.id, child.id, grandchild.id].sort());
  });

  test('that is revoked while it creates a token, or replaces a secret, gets none', async () => {
    const { id, token } = (await create({ scopes: ['account:write', 'flows:write'] })).body;
    const other = (await create()).body;
    const revoking = await stack.sql.connect();
    try {
      await revoking.query('begin');
      await revoking.query('update api_tokens set revoked_at = now() where id = $1', [id]);
      const meanwhile = Promise.all([
        create({}, token),
        stack.api.post(`/v2/api-tokens/${other.id}/rotate`, { token, json: { overlapSeconds: 0 } }),
      ]);
      await eventually(async () => {
        const { rowCount } = await stack.sql.query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'
              and pid <> pg_backend_pid()`,
        );
        return rowCount === 2;
      });
      await revoking.query('commit');
      expect((await meanwhile).map(problemLine)).toEqual(['401 auth.unauthorized', '401 auth.unauthorized']);
    } finally {
      await revoking.query('rollback');
      revoking.release();
    }
    expect((await use(other.token)).status).toBe(200);
  });

  test('that is rotated works with both secrets during the overlap, and only with the new one after it', async () => {
    const first = (await create()).body;
    const rotate = (overlapSeconds: number) =>
      stack.api.post<TokenBody>(`/v2/api-tokens/${first.id}/rotate`, {
        token: stack.client.token,
        json: { overlapSeconds },
      });
    const second = await rotate(600);
    expect([second.status, second.body.id]).toEqual([201, first.id]);
    for (const token of [first.token, second.body.token]) expect((await use(token)).status).toBe(200);
    const third = await rotate(0);
    await forget();
    const statuses = [];
    for (const token of [first.token, second.body.token, third.body.token]) statuses.push((await use(token)).status);
    expect(statuses).toEqual([401, 401, 200]);
  });

  test('that has expired is refused; one that would be expired from the start is not created', async () => {
    expect((await create({ expiresAt: '2020-01-01T00:00:00.000Z' })).status).toBe(400);
    const { id, token } = (await create({ expiresAt: '2999-01-01T00:00:00.000Z' })).body;
    expect((await use(token, elsewhere)).status).toBe(200);
    await stack.sql.query(`update api_tokens set expires_at = now() where id = $1`, [id]);
    expect(problemLine(await use(token))).toBe('401 auth.unauthorized');
  });

  test('works only from its networks, by what a trusted proxy says', async () => {
    const { token } = (await create({ allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] })).body;
    const from = (address: string) => use(token, stack.api, { 'x-forwarded-for': address });
    expect((await from('203.0.113.7')).status).toBe(200);
    expect((await from('2001:db8::1')).status).toBe(200);
    expect(problemLine(await from('198.51.100.1'))).toBe('403 auth.address_not_allowed');
    expect(problemLine(await use(token))).toBe('403 auth.address_not_allowed');
  });

  test('gets no scope that its creator lacks, and its new secret is shown to nobody who lacks one', async () => {
    const small = (await create({ scopes: ['account:write'] })).body;
    const answer = await create({ scopes: ['account:write', 'identities:read'] }, small.token);
    expect(problemLine(answer)).toBe('403 auth.scope_missing');
    const large = (await create({ scopes: ['account:write', 'identities:read'] })).body;
    const rotated = await stack.api.post(`/v2/api-tokens/${large.id}/rotate`, { token: small.token, json: {} });
    expect(problemLine(rotated)).toBe('403 auth.scope_missing');
    const { clientId } = stack.client;
    await stack.sql.query(`update clients set mode = 'live' where id = $1`, [clientId]);
    const developer = await signInAs(stack, 'developer');
    const json = { name: 'x', scopes: ['media:read'] };
    expect(problemLine(await developer.call('POST', '/v2/api-tokens', { json }))).toBe('403 auth.scope_missing');
    const allowed = await developer.call<TokenBody>('POST', '/v2/api-tokens', {
      json: { ...json, scopes: ['flows:write'] },
    });
    expect(allowed.body.token).toMatch(/^vfy_live_/);
    await stack.sql.query(`update clients set mode = 'test' where id = $1`, [clientId]);
  });

  test('makes no token, and replaces no secret of one, that may be used longer or from elsewhere', async () => {
    const soon = '2998-01-01T00:00:00.000Z';
    const small = { scopes: ['account:write', 'flows:write'], allowedNetworks: ['203.0.113.0/24'], expiresAt: soon };
    const maker = (await create(small)).body;
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const post = (path: string, json: object) =>
      stack.api.post<TokenBody>(path, { token: maker.token, headers: from, json });
    const make = (more: object) =>
      post('/v2/api-tokens', {
        name: 'child',
        scopes: ['flows:write'],
        allowedNetworks: ['203.0.113.128/25'],
        expiresAt: soon,
        ...more,
      });
    expect((await make({})).status).toBe(201);
    expect((await make({ allowedNetworks: ['203.0.113.7/32', '203.0.113.0/24'] })).status).toBe(201);
    const wider = [
      { expiresAt: null },
      { expiresAt: '2998-01-01T00:00:00.001Z' },
      { allowedNetworks: [] },
      { allowedNetworks: ['203.0.112.0/23'] },
      { allowedNetworks: ['203.0.113.7/32', '198.51.100.0/24'] },
      { allowedNetworks: ['::ffff:203.0.113.0/112'] },
      { allowedNetworks: ['0.0.0.0/0'] },
      { allowedNetworks: ['::/0'] },
    ];
    for (const more of wider) expect([more, problemLine(await make(more))]).toEqual([more, '400 request.invalid']);
    for (const more of wider) {
      const { allowedNetworks, expiresAt } = { ...small, ...more };
      const other = (await create({ allowedNetworks, expiresAt })).body;
      expect([more, problemLine(await post(`/v2/api-tokens/${other.id}/rotate`, {}))]).toEqual([
        more,
        '403 auth.scope_missing',
      ]);
    }
    expect((await post(`/v2/api-tokens/${maker.id}/rotate`, {})).status).toBe(201);
  });

  test('says when it was last used', async () => {
    const { id, token } = (await create()).body;
    await use(token);
    await eventually(async () => {
      const listed = await stack.api.get<{ data: TokenBody[] }>('/v2/api-tokens', { token: stack.client.token });
      return listed.body.data.find((other) => other.id === id)?.lastUsedAt;
    });
  });
});
