import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRootKey } from '../../src/adapters/root-keys/open-root-key.ts';
import { newId } from '../../src/domain/id.ts';
import { mediaLinkKey, mediaLinkSignature } from '../../src/domain/media/media-link.ts';
import { auditLines } from '../support/audit-lines.ts';
import { problemLine } from '../support/api-client.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { seedClient } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let mediaId: string;
let whole: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  const session = await stack.startSession();
  mediaId = (await session.upload(await smallPicture())).body.mediaId;
  await stack.sql.query(`update media set state = 'ready' where id = $1`, [mediaId]);
  whole = (await stack.api.get<Buffer>(`/v2/media/${mediaId}`, { token: stack.client.token })).body;
});
afterAll(() => stack.close());

const sign = (id = mediaId, token = stack.client.token) =>
  stack.api.post<{ url: string; expiresAt: string }>(`/v2/media/${id}/links`, { token });
const freshLink = async () => (await sign()).body.url;

describe('a signed link', () => {
  test('opens its file without a token, for ten minutes', async () => {
    const before = Date.now();
    const { status, body } = await sign();
    expect(status).toBe(201);
    const livesMs = new Date(body.expiresAt).getTime() - before;
    expect(livesMs).toBeGreaterThan(590_000);
    expect(livesMs).toBeLessThan(610_000);
    const opened = await stack.api.get<Buffer>(body.url);
    expect([opened.status, opened.contentType]).toEqual([200, 'image/jpeg']);
    expect(opened.body.equals(whole)).toBe(true);
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('does not open after its time, by the database’s clock, and says so', async () => {
    const { clientId } = stack.client;
    const { rows } = await stack.sql.query<{ wrapped_key: Buffer; now: number }>(
      'select wrapped_key, extract(epoch from now())::int as now from clients where id = $1',
      [clientId],
    );
    const { wrapped_key: wrapped = Buffer.alloc(0), now = 0 } = rows[0] ?? {};
    const clientKey = await openRootKey(stack.container.config.rootKey).unwrap(wrapped, `client/${clientId}`);
    const at = (expires: number) =>
      `/v2/media/${mediaId}?expires=${expires}&signature=${mediaLinkSignature(mediaLinkKey(clientKey), mediaId, expires)}`;
    expect((await stack.api.get(at(now + 60))).status).toBe(200);
    expect(problemLine(await stack.api.get(at(now - 1)))).toBe('410 media.link_expired');
  });

  test('is valid only for its own file, time and spelling', async () => {
    const url = await freshLink();
    const signature = new URL(url, 'http://x').searchParams.get('signature') ?? '';
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const other of [
      url.replace(mediaId, newId('media')),
      url.replace(/expires=(\d+)/, (_match, at: string) => `expires=${Number(at) + 1}`),
      url.replace(signature, flipped),
      url.replace(signature, signature.slice(0, -1)),
      url.replace(/expires=\d+&/, ''),
    ]) {
      expect(problemLine(await stack.api.get(other))).toBe('401 auth.unauthorized');
    }
    const wrongToken = await stack.api.get(url, { token: 'vfy_test_nonsense' });
    expect(problemLine(wrongToken)).toBe('401 auth.unauthorized');
  });

  test('is signed for the owner with the scope, and audited', async () => {
    const other = await seedClient(stack.container.db);
    expect(problemLine(await sign(mediaId, other.token))).toBe('404 media.not_found');
    const { token } = await stack.client.addToken(['identities:read']);
    expect(problemLine(await sign(mediaId, token))).toBe('403 auth.scope_missing');
    const { rows } = await stack.sql.query(`select 1 from ${auditLines} where action = 'media.linked'`);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('a part of a file', () => {
  const part = async (range: string) => stack.api.get<Buffer>(await freshLink(), { headers: { range } });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, -1],
    ['bytes=-7', -7, -1],
    ['bytes=3-99999999', 3, -1],
  ])('is answered to %s', async (range, from, to) => {
    const answer = await part(range);
    const first = from < 0 ? whole.length + from : from;
    const last = to < 0 ? whole.length - 1 : to;
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${whole.length}`);
    expect(answer.body.equals(whole.subarray(first, last + 1))).toBe(true);
  });

  test.each(['bytes=9-3', 'bytes=99999999-', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=-'])(
    'that the file does not have returns the whole file: %s',
    async (range) => {
      const answer = await part(range);
      expect([answer.status, answer.body.length]).toEqual([200, whole.length]);
    },
  );
});
