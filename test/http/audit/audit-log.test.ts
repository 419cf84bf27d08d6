import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteDefinition } from '../../../src/contract/define-route.ts';
import { identitySchema } from '../../../src/contract/identity.ts';
import { routes } from '../../../src/contract/routes.ts';
import { verificationSchema } from '../../../src/contract/verification.ts';
import { problemLine } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { finishSession } from '../../support/finish-session.ts';
import { seedClient, type SeededClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await stack.startWorkers({ qualityHandlers: noInspection, maintenance: true });
});
afterAll(() => stack.close());

interface Entry {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string | null;
  hash: string;
}

async function logOf({ token }: Pick<SeededClient, 'token'>, query = ''): Promise<Entry[]> {
  const answer = await stack.api.get<{ data: Entry[] }>(`/v2/audit-log?limit=100${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const actionsOf = (entries: readonly Entry[]) => entries.map(({ action }) => action);

test('every route that returns personal data names its action in the audit log', () => {
  const records: readonly unknown[] = [verificationSchema, identitySchema];
  const personal = routes.filter(
    (route: RouteDefinition) =>
      (route.method === 'get' &&
        (route.scopes ?? []).some((scope) => ['identities:read', 'media:read'].includes(scope))) ||
      Object.values(route.responses).some(({ schema }) => records.includes(schema)),
  );
  expect(personal.length).toBeGreaterThan(10);
  expect(personal.filter((route) => route.reads === undefined).map(({ operationId }) => operationId)).toEqual([]);
});

describe('changes', () => {
  test('are in the log when they are answered, with actor and subject, newest first', async () => {
    const client = await seedClient(stack.container.db);
    const { token } = client;
    const created = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', {
      token,
      json: { url: 'http://127.0.0.1:9/' },
    });
    const endpoint = `/v2/webhook-endpoints/${created.body.id}`;
    await stack.api.post(`${endpoint}/rotate-secret`, { token });
    await stack.api.post(`${endpoint}/test`, { token });
    await stack.api.delete(endpoint, { token });
    const flowId = client.flowOf('document-only');
    const started = await stack.api.post<{ verificationId: string }>('/v2/verifications', { token, json: { flowId } });
    const entries = await logOf(client);
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['verification.started', started.body.verificationId],
      ['webhook_endpoint.deleted', created.body.id],
      ['webhook_endpoint.tested', created.body.id],
      ['webhook_endpoint.rotated', created.body.id],
      ['webhook_endpoint.created', created.body.id],
    ]);
    expect(new Set(entries.map(({ actor }) => actor.slice(0, 4)))).toEqual(new Set(['tok_']));
  });

  test('reach the chain also when nobody reads the log: a change, and a read of personal data', async () => {
    const client = await seedClient(stack.container.db);
    const { token } = client;
    const json = { flowId: client.flowOf('document-only') };
    const { body } = await stack.api.post<{ identityId: string }>('/v2/verifications', { token, json });
    await stack.api.get(`/v2/identities/${body.identityId}`, { token });
    const linked = async () => {
      const { rows } = await stack.sql.query<{ action: string }>(
        'select action from audit_entries where client_id = $1 order by action',
        [client.clientId],
      );
      return rows.map(({ action }) => action);
    };
    await eventually(async () => (await linked()).length === 2, { what: 'both lines in the chain' });
    expect(await linked()).toEqual(['identity.read', 'verification.started']);
  });

  test('do not wait for the chain, and the log says since when it lacks lines', async () => {
    const client = await seedClient(stack.container.db);
    const { token, clientId } = client;
    const page = async () => (await stack.api.get<{ data: Entry[]; waitingSince: string | null }>('/v2/audit-log', { token })).body; // prettier-ignore
    const holder = await stack.sql.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(1096109380, hashtext($1))', [clientId]);
      const json = { flowId: client.flowOf('document-only') };
      expect((await stack.api.post('/v2/verifications', { token, json })).status).toBe(201);
      const { data, waitingSince } = await page();
      expect(data).toEqual([]);
      // Readings of other tests may take longer.
      expect(waitingSince).not.toBeNull();
      expect(Date.parse(waitingSince ?? '')).toBeLessThanOrEqual(Date.now());
      expect(await stack.container.db.audit.listWaiting({ of: 1, range: 0 })).toContain(clientId);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(actionsOf((await page()).data)).toEqual(['verification.started']);
    await eventually(async () => (await page()).waitingSince === null, { withinMs: 60_000, what: 'an empty queue' });
  });

  test('that are refused leave no entry', async () => {
    const client = await seedClient(stack.container.db);
    await stack.api.delete('/v2/webhook-endpoints/whk_01h455vb4pex5vsknk084sn02q', { token: client.token });
    expect(await logOf(client)).toEqual([]);
  });
});

describe('readings', () => {
  test('are noted for a change that changes nothing, because its response is the whole record', async () => {
    const client = await seedClient(stack.container.db);
    const json = { flowId: client.flowOf('document-only') };
    const started = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
      token: client.token,
      json,
    });
    const { verificationId } = started.body;
    const { token, tokenId } = await client.addToken(['verifications:write']);
    const path = `/v2/verifications/${verificationId}/assignee`;
    const answer = await stack.api.call('PUT', path, { token, json: { assigneeId: null } });
    expect(answer.body).toMatchObject({ id: verificationId, steps: [{ type: 'document' }] });
    const mine = await eventually(async () => (await logOf(client, `&actor=${tokenId}`))[0] ?? null);
    expect([mine.action, mine.subject]).toEqual(['verification.read', verificationId]);
  });

  test('of identities, attempts, files and messages are noted by caller and object; a refused one is not', async () => {
    const session = await stack.startSession();
    await finishSession(stack, session);
    const { token, tokenId } = await stack.client.addToken(['identities:read', 'media:read', 'verifications:write']);
    const { rows } = await stack.sql.query<{ id: string }>('select id from media where verification_id = $1', [
      session.verificationId,
    ]);
    await stack.sql.query(`update media set state = 'ready'`);
    const mediaId = rows[0]?.id ?? '';
    for (const path of [
      `identities/${session.identityId}`,
      `identities/${session.identityId}`,
      `verifications/${session.verificationId}`,
      `media/${mediaId}`,
    ]) {
      expect((await stack.api.get(`/v2/${path}`, { token })).status).toBe(200);
    }
    const inbox = await stack.api.get('/v2/test-inbox', { token: stack.client.token });
    expect(inbox.status).toBe(200);
    await stack.api.get(`/v2/identities/idn_01h455vb4pex5vsknk084sn02q`, { token });
    const mine = await eventually(
      async () => {
        const entries = await logOf(stack.client, `&actor=${tokenId}`);
        return new Set(actionsOf(entries)).size >= 3 ? entries : null;
      },
      { what: 'the readings in the log' },
    );
    const read = new Set(mine.map(({ action, subject }) => `${action} ${subject ?? ''}`));
    expect(read).toEqual(
      new Set([
        `identity.read ${session.identityId}`,
        `verification.read ${session.verificationId}`,
        `media.read ${mediaId}`,
      ]),
    );
    const all = await eventually(
      async () => {
        const entries = await logOf(stack.client, '&action=test_inbox.read');
        return entries.length > 0 ? entries : null;
      },
      { what: 'the reading of the inbox' },
    );
    expect(all[0]?.subject).toBe(stack.client.clientId);
  });

  test('cost the lookup no additional statement', async () => {
    const session = await stack.startSession();
    const { db } = stack.container;
    let kept = 0;
    const keepReads = db.audit.keepReads.bind(db.audit);
    db.audit.keepReads = (notes) => {
      kept += 1;
      return keepReads(notes);
    };
    try {
      const before = kept;
      for (let count = 0; count < 30; count += 1) {
        await stack.api.get(`/v2/identities/${session.identityId}`, { token: stack.client.token });
      }
      // One flush a second, whatever is read.
      expect(kept - before).toBeLessThan(10);
    } finally {
      db.audit.keepReads = keepReads;
    }
  });
});

describe('the list', () => {
  test('is paged and filtered by time, actor, action and subject', async () => {
    const client = await seedClient(stack.container.db);
    const { token, clientId } = client;
    for (let count = 0; count < 5; count += 1) {
      await stack.api.call('PUT', '/v2/ip-rules', { token, json: { allow: [], deny: [] } });
    }
    await stack.api.post('/v2/webhook-endpoints', { token, json: { url: 'http://127.0.0.1:9/' } });
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const { body } = await stack.api.get<{ data: Entry[]; nextCursor: string | null }>(
        `/v2/audit-log?limit=2${after}`,
        { token },
      );
      seen.push(...body.data.map(({ id }) => id));
      if (body.nextCursor === null) break;
      after = `&after=${body.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
    expect(actionsOf(await logOf(client, '&action=webhook_endpoint.created'))).toHaveLength(1);
    expect(actionsOf(await logOf(client, `&subject=${clientId}`))).toHaveLength(5);
    expect(await logOf(client, '&actor=nobody')).toEqual([]);
    const middle = (await logOf(client))[2]?.at ?? '';
    const later = await logOf(client, `&from=${middle}`);
    expect(later.every(({ at }) => at >= middle)).toBe(true);
    expect((await logOf(client, `&to=${middle}`)).every(({ at }) => at < middle)).toBe(true);
    expect(problemLine(await stack.api.get('/v2/audit-log?after=bm9uZQ', { token }))).toBe('400 request.invalid');
  });
});
