import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
});
afterAll(() => stack.close());

async function addEndpoint(url: string): Promise<string> {
  const { token } = stack.client;
  const { body } = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token, json: { url } });
  return body.id;
}

describe('endpoints', () => {
  const create = (json: unknown, headers: Record<string, string> = {}) =>
    stack.api.post('/v2/webhook-endpoints', { token: stack.client.token, json, headers });

  test('are refused if they would reach into a private network', async () => {
    const answer = await create({ url: 'http://169.254.169.254/latest' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'webhook.url_not_allowed' } });
  });

  test('of a client in live mode need TLS', async () => {
    await stack.sql.query(`update clients set mode = 'live' where id = $1`, [stack.client.clientId]);
    try {
      const answer = await create({ url: 'http://127.0.0.1:9/' });
      expect(answer).toMatchObject({ status: 422, body: { code: 'webhook.url_not_allowed' } });
      expect((await create({ url: 'https://127.0.0.1:9/' })).status).toBe(201);
    } finally {
      await stack.sql.query(`update clients set mode = 'test' where id = $1`, [stack.client.clientId]);
    }
  });

  test('show their secret once, and again only to a request that is repeated with its key', async () => {
    const headers = { 'idempotency-key': newId('request') };
    const first = await create({ url: 'http://127.0.0.1:9/once' }, headers);
    const again = await create({ url: 'http://127.0.0.1:9/once' }, headers);
    expect(first.body).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string, enabled: true });
    expect(again.body).toEqual(first.body);
    const { body } = await stack.api.get<{ data: { url: string }[] }>('/v2/webhook-endpoints?limit=100', {
      token: stack.client.token,
    });
    expect(body.data.filter(({ url }) => url.endsWith('/once'))).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('whsec_');
    const { rows } = await stack.sql.query<{ row: string }>(
      `select row_to_json(e)::text as row from webhook_endpoints e`,
    );
    expect(rows.map(({ row }) => row).join('')).not.toContain(Buffer.from('whsec_').toString('hex'));
  });

  test('are listed page by page, newest first', async () => {
    for (let index = 0; index < 3; index += 1) await addEndpoint(`http://127.0.0.1:9/page-${index}`);
    const urls: string[] = [];
    let after = '';
    for (;;) {
      const { body } = await stack.api.get<{ data: { url: string }[]; nextCursor: string | null }>(
        `/v2/webhook-endpoints?limit=2${after}`,
        { token: stack.client.token },
      );
      urls.push(...body.data.map(({ url }) => url));
      if (body.nextCursor === null) break;
      after = `&after=${body.nextCursor}`;
    }
    expect(urls.slice(0, 3)).toEqual([2, 1, 0].map((index) => `http://127.0.0.1:9/page-${index}`));
    expect(new Set(urls.filter((url) => url.includes('page-'))).size).toBe(3);
    const wrong = await stack.api.get('/v2/webhook-endpoints?after=bm90LWFuLWlk', { token: stack.client.token });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: 'query:/after' }] } });
  });
});
