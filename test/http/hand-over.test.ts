import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { handOverOriginSchema, handOverSchema } from '../../src/contract/sessions/hand-over.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { createSdkSession, sessionStart, type SdkSession } from '../support/sdk-client.ts';
import { documentOnly } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

type HandOver = z.output<typeof handOverSchema>;
type Origin = z.output<typeof handOverOriginSchema>;

const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let stack: Stack;
let session: SdkSession;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
});
afterAll(() => stack.close());
beforeEach(async () => {
  const { clientId, flowOf } = stack.client;
  const start = sessionStart(clientId, flowOf('document-only'), { sdk: { platform: 'web', version: '1' } });
  const { body } = await stack.api.post<Session>('/v2/sdk/sessions', {
    json: start,
    headers: { 'user-agent': desktop },
  });
  session = createSdkSession(stack.api, body);
});

const create = (headers: Record<string, string> = {}) =>
  stack.api.post<HandOver>('/v2/sdk/session/hand-over', { token: session.token, headers });
const tokenOf = ({ url }: HandOver) => new URLSearchParams(new URL(url).hash.slice(1)).get('handOverToken') ?? '';
const link = async () => tokenOf((await create()).body);
const preview = (handOverToken: string) =>
  stack.api.post<Origin>('/v2/sdk/hand-over/preview', { json: { handOverToken } });
const open = (handOverToken: string, more: object = {}, headers: Record<string, string> = {}) =>
  stack.api.post<Session>('/v2/sdk/hand-over/open', {
    json: { handOverToken, ...more },
    headers: { 'user-agent': phone, ...headers },
  });

/** An upload of which the service has authenticated the sender, and whose last bytes are still missing. */
async function beginUpload(file: Buffer) {
  const pending = async () => {
    const { rows } = await stack.sql.query<{ count: string }>('select count(*) from object_removals');
    return Number(rows[0]?.count);
  };
  const before = await pending();
  const boundary = 'a-part';
  const headers = {
    authorization: `Bearer ${session.token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  const url = new URL('/v2/sdk/session/steps/document/files', stack.api.servers[0]);
  const sending = request(url, { method: 'POST', headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const field = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
  sending.write(`${field('kind')}\r\n\r\ndocument-front\r\n${field('file')}; filename="page.jpg"\r\n`);
  sending.write('content-type: image/jpeg\r\n\r\n');
  sending.write(file.subarray(0, 200));
  // The place of the file is scheduled for removal before its bytes are read.
  await eventually(async () => (await pending()) > before, { what: 'the upload' });
  return {
    async finish() {
      sending.end(Buffer.concat([file.subarray(200), Buffer.from(`\r\n--${boundary}--\r\n`)]));
      const [response] = await answered;
      const { code } = (await json(response)) as { code?: string };
      return { status: response.statusCode, code };
    },
  };
}

describe('handing a session over', () => {
  test('creates a link of ten minutes, as a QR code too, that contains no session token', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(stack.api.servers).toContain(new URL(body.url).origin);
    expect(new URL(body.url).search).toBe('');
    expect(body.url).not.toContain(session.token);
    expect(body.qrCodeSvg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(body.qrCodeSvg).not.toMatch(/script|href|style|url\(/);
    const { rows } = await stack.sql.query<{ minutes: string }>(
      `select round(extract(epoch from expires_at - now()) / 60) as minutes from one_time_tokens where verification_id = $1 and purpose = 'handOver'`,
      [session.verificationId],
    );
    expect(rows.map(({ minutes }) => Number(minutes))).toEqual([10]);
  });

  test('shows the person which app and which browser it comes from, before anything is taken over', async () => {
    const token = await link();
    const { status, body } = await preview(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ clientName: 'Test client', browser: 'Firefox on Linux', platform: 'web' });
    expect((await session.state()).status).toBe(200);
    expect((await preview(token)).status).toBe(200);
  });

  test('gives the phone a new token, ends the old one and notifies its socket, and continues where it was', async () => {
    await session.upload(await smallPicture());
    const socket = session.follow();
    expect(await socket.opened).toBeNull();
    const opened = await open(await link(), {
      sdk: { platform: 'web-phone', version: '2' },
      device: { languages: ['pt'], model: 'Pixel' },
    });
    expect(opened.status).toBe(201);
    const { verificationId, identityId } = session;
    expect(opened.body).toMatchObject({ verificationId, identityId, language: 'en' });
    expect(opened.body.sessionToken).not.toBe(session.token);

    expect((await socket.closed).code).toBe(1008);
    expect(socket.messages.at(-1)?.type).toBe('session.replaced');
    expect(problemLine(await session.state())).toBe('409 session.replaced');
    expect(problemLine(await session.submit())).toBe('409 session.replaced');
    expect(await session.follow().opened).toBe(409);

    const onPhone = createSdkSession(stack.api, opened.body);
    expect((await onPhone.state()).body.steps[0]?.files).toHaveLength(1);
    const phoneSocket = onPhone.follow();
    expect((await onPhone.submit()).status).toBe(202);
    await eventually(() => phoneSocket.messages.some(({ type }) => type === 'step.updated'));
    expect(phoneSocket.messages.map(({ type }) => type)).not.toContain('session.replaced');
    phoneSocket.close();

    const { body } = await stack.api.get(`/v2/verifications/${verificationId}`, { token: stack.client.token });
    expect(body).toMatchObject({
      device: { platform: 'web-phone', sdkVersion: '2', languages: ['pt'], model: 'Pixel', userAgent: phone },
    });
  });

  test('ends what the old device had begun: a slow upload of it replaces no file of the phone’s', async () => {
    const token = await link();
    const slow = await beginUpload(await smallPicture());
    const onPhone = createSdkSession(stack.api, (await open(token)).body);
    const kept = await onPhone.upload(await smallPicture());
    expect(await slow.finish()).toMatchObject({ status: 409, code: 'session.replaced' });
    const { body } = await onPhone.state();
    expect(body.steps[0]?.files.map(({ mediaId }) => mediaId)).toEqual([kept.body.mediaId]);
  });

  test('ends what the old device had begun: a submit of it that is already past the check of its token', async () => {
    await open(await link());
    const { rows } = await stack.sql.query<{ id: string }>(
      'select id from sessions where verification_id = $1 order by created_at',
      [session.verificationId],
    );
    const composed: string[] = [];
    for (const { id: sessionId } of rows) {
      const compose = () => {
        composed.push(sessionId);
        return null;
      };
      await stack.container.db.sharedSubmits.create({ verificationId: session.verificationId, sessionId }, compose);
    }
    expect(rows).toHaveLength(2);
    expect(composed).toEqual([rows[1]?.id]);
  });

  test('opens once, also when it is opened ten times at once', async () => {
    const token = await link();
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(problemLine(await open(token))).toBe('404 hand_over.not_found');
    expect(problemLine(await preview(token))).toBe('404 hand_over.not_found');
  });

  test('gives the phone the same session again, when the answer was lost and it asks with the same key', async () => {
    const token = await link();
    const headers = { 'idempotency-key': 'the-phone-7Ls4kZq09WmXbT' };
    const first = await open(token, {}, headers);
    const again = await open(token, {}, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await createSdkSession(stack.api, again.body).state()).status).toBe(200);
    expect(problemLine(await open(token, {}, { 'idempotency-key': 'a-stranger-7Ls4kZq09WmXbT' }))).toBe(
      '404 hand_over.not_found',
    );
  });

  test('continues on a third device, and only the second is notified', async () => {
    const second = createSdkSession(stack.api, (await open(await link())).body);
    const socket = second.follow();
    expect(await socket.opened).toBeNull();
    const made = await stack.api.post<HandOver>('/v2/sdk/session/hand-over', { token: second.token });
    expect((await open(tokenOf(made.body))).status).toBe(201);
    await socket.closed;
    expect(socket.messages.filter(({ type }) => type === 'session.replaced')).toHaveLength(1);
  });

  test('replaces the link before it, and is the same link if it is requested again with the same key', async () => {
    const first = await link();
    const headers = { 'idempotency-key': 'the-link-7Ls4kZq09WmXbT' };
    const second = tokenOf((await create(headers)).body);
    expect(problemLine(await preview(first))).toBe('404 hand_over.not_found');
    expect(tokenOf((await create(headers)).body)).toBe(second);
    expect((await preview(second)).status).toBe(200);
  });

  test('is refused with a link that is too old, unknown or malformed', async () => {
    const token = await link();
    await stack.sql.query(
      `update one_time_tokens set expires_at = now() - interval '1 second' where verification_id = $1`,
      [session.verificationId],
    );
    expect(problemLine(await open(token))).toBe('404 hand_over.not_found');
    expect(problemLine(await open('vfh_'.padEnd(47, 'x')))).toBe('404 hand_over.not_found');
    expect(problemLine(await open('short'))).toBe('400 request.invalid');
  });

  test('is refused once the session has ended, and without its token', async () => {
    const token = await link();
    await session.cancel();
    expect(problemLine(await open(token))).toBe('410 session.ended');
    expect(problemLine(await preview(token))).toBe('410 session.ended');
    expect(problemLine(await create())).toBe('410 session.ended');
    expect(problemLine(await stack.api.post('/v2/sdk/session/hand-over'))).toBe('401 auth.unauthorized');
  });

  test('is refused to an address that the flow does not admit, and leaves the link as it is', async () => {
    const proxied = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const flowId = await proxied.client.addFlow('from-here', {
        ...documentOnly,
        ipRestriction: { deny: ['203.0.113.0/24'] },
      });
      const started = await proxied.api.post<Session>('/v2/sdk/sessions', {
        json: sessionStart(proxied.client.clientId, flowId),
      });
      const made = await proxied.api.post<HandOver>('/v2/sdk/session/hand-over', { token: started.body.sessionToken });
      const openFrom = (address: string) =>
        proxied.api.post('/v2/sdk/hand-over/open', {
          json: { handOverToken: tokenOf(made.body) },
          headers: { 'x-forwarded-for': address },
        });
      expect(problemLine(await openFrom('203.0.113.9'))).toBe('403 session.ip_restricted');
      expect((await openFrom('198.51.100.7')).status).toBe(201);
    } finally {
      await proxied.close();
    }
  });
});
