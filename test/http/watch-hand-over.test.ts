import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import {
  handOverProgressSchema,
  type HandOverProgress,
  type handOverSchema,
} from '../../src/contract/sessions/hand-over.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import { newSecretToken } from '../../src/domain/encryption/secret-token.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { createSdkSession, openSocket, type SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

type HandOver = z.output<typeof handOverSchema>;

let stack: Stack;
/** The device that hands over. */
let desk: SdkSession;
let watchToken: string;
let handOverToken: string;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection, document: true, maintenance: true });
});
afterAll(() => stack.close());
beforeEach(async () => {
  desk = await stack.startSession();
  ({ watchToken, handOverToken } = await offer(desk));
});

async function offer({ token }: SdkSession) {
  const { body } = await stack.api.post<HandOver>('/v2/sdk/session/hand-over', { token });
  const carried = new URLSearchParams(new URL(body.url).hash.slice(1));
  return { watchToken: body.watchToken, handOverToken: carried.get('handOverToken') ?? '' };
}
async function openOnPhone(): Promise<SdkSession> {
  const { body } = await stack.api.post<Session>('/v2/sdk/hand-over/open', { json: { handOverToken } });
  return createSdkSession(stack.api, body);
}
const takeBack = (token = watchToken, headers: Record<string, string> = {}) =>
  stack.api.post<Session>('/v2/sdk/hand-over/take-back', { json: { watchToken: token }, headers });
const progress = (token: string | null = watchToken) =>
  stack.api.get<HandOverProgress>('/v2/sdk/hand-over/progress', { token });

function watch(token = watchToken, headers: Record<string, string> = {}) {
  const url = `${stack.api.baseUrl.replace(/^http/, 'ws')}/v2/sdk/hand-over/live`;
  const socket = new WebSocket(url, ['verify.v2', `bearer.${token}`], { headers });
  const seen: HandOverProgress[] = [];
  socket.on('message', (bytes: Buffer) =>
    seen.push(handOverProgressSchema.strict().parse(JSON.parse(bytes.toString('utf8')))),
  );
  socket.on('error', () => undefined);
  const opened = new Promise<number | null>((resolve) => {
    socket.once('open', () => resolve(null));
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
  });
  const closed = new Promise<number>((resolve) => socket.once('close', (code: number) => resolve(code)));
  return { socket, seen, opened, closed, close: () => socket.close() };
}

describe('the device that handed its session over', () => {
  test('sees each step of the other device at once, and the end, and nothing else', async () => {
    const phone = await openOnPhone();
    const { seen, opened, close } = watch();
    expect(await opened).toBeNull();
    await eventually(() => seen.length > 0);
    expect(seen[0]).toEqual({ status: 'pending', steps: [{ type: 'document', status: 'waiting' }] });
    await phone.upload(await smallPicture());
    await phone.submit();
    await eventually(() => seen.some(({ steps }) => steps[0]?.status === 'processing'));
    await phone.cancel();
    await eventually(() => seen.at(-1)?.status === 'cancelled');
    expect((await progress()).body).toEqual(seen.at(-1));
    for (const [index, one] of seen.entries()) if (index > 0) expect(one).not.toEqual(seen[index - 1]);
    // Ids, files, codes and what was read belong to the device that has the session.
    const { mediaId } = (await stack.sql.query<{ mediaId: string }>(`select id as "mediaId" from media limit 1`))
      .rows[0] ?? {
      mediaId: 'none',
    };
    const everything = JSON.stringify(seen);
    for (const secret of [phone.token, phone.verificationId, phone.identityId, mediaId]) {
      expect(everything).not.toContain(secret);
    }
    close();
  });

  test('may do nothing in the session with its watch token, and no session token watches', async () => {
    const phone = await openOnPhone();
    const watcher = createSdkSession(stack.api, { ...desk, sessionToken: watchToken });
    const refused = [
      await watcher.state(),
      await watcher.upload(await smallPicture()),
      await watcher.submit(),
      await watcher.cancel(),
      await watcher.skip('document'),
      await stack.api.post('/v2/sdk/session/hand-over', { token: watchToken }),
      await progress(phone.token),
      await progress(desk.token),
      await progress(newSecretToken('watch')),
      await progress(null),
    ];
    expect(refused.map(problemLine)).toEqual(refused.map(() => '401 auth.unauthorized'));
    expect(await openSocket(stack.api.baseUrl, watchToken).opened).toBe(401);
    for (const token of [phone.token, desk.token, newSecretToken('watch'), handOverToken]) {
      expect(await watch(token).opened).toBe(401);
    }
    expect(problemLine(await stack.api.post('/v2/sdk/hand-over/open', { json: { handOverToken: watchToken } }))).toBe(
      '404 hand_over.not_found',
    );
    expect(problemLine(await takeBack(handOverToken))).toBe('404 hand_over.not_found');
  });

  test('takes the session back: the phone’s token ends, its socket is notified, and its inputs are there', async () => {
    const phone = await openOnPhone();
    await phone.upload(await smallPicture());
    const socket = phone.follow();
    expect(await socket.opened).toBeNull();
    const answer = await takeBack();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ verificationId: desk.verificationId, identityId: desk.identityId });
    expect((await socket.closed).code).toBe(1008);
    expect(problemLine(await phone.submit())).toBe('409 session.replaced');
    const back = createSdkSession(stack.api, answer.body);
    expect((await back.state()).body.steps[0]?.files).toHaveLength(1);
    expect((await back.submit()).status).toBe(202);
  });

  test('takes it back once, even with ten requests at once, and gets a lost response again by its key', async () => {
    await openOnPhone();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await takeBack(watchToken, headers);
    expect((await takeBack(watchToken, headers)).body).toEqual(first.body);
    expect(problemLine(await takeBack())).toBe('404 hand_over.not_found');
    expect(problemLine(await progress())).toBe('401 auth.unauthorized');

    const again = await offer(createSdkSession(stack.api, first.body));
    const answers = await Promise.all(Array.from({ length: 10 }, () => takeBack(again.watchToken)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('ends what other devices had prepared when it takes the session back: their links and their watches', async () => {
    const ofPhone = await offer(await openOnPhone());
    const { body } = await stack.api.post<Session>('/v2/sdk/hand-over/open', { json: ofPhone });
    const ofThird = await offer(createSdkSession(stack.api, body));
    const back = createSdkSession(stack.api, (await takeBack()).body);
    expect(problemLine(await stack.api.post('/v2/sdk/hand-over/open', { json: ofThird }))).toBe(
      '404 hand_over.not_found',
    );
    for (const other of [ofPhone.watchToken, ofThird.watchToken]) {
      expect(problemLine(await progress(other))).toBe('401 auth.unauthorized');
      expect(problemLine(await takeBack(other))).toBe('404 hand_over.not_found');
    }
    expect((await back.state()).status).toBe(200);
  });

  test('keeps its watch when a later device takes the session back', async () => {
    const phone = await openOnPhone();
    const ofPhone = await offer(phone);
    await stack.api.post('/v2/sdk/hand-over/open', { json: { handOverToken: ofPhone.handOverToken } });
    expect((await takeBack(ofPhone.watchToken)).status).toBe(201);
    expect((await progress()).status).toBe(200);
    expect((await takeBack()).status).toBe(201);
  });

  test('takes nothing back once the session has ended, and still sees how it ended', async () => {
    const phone = await openOnPhone();
    await phone.cancel();
    expect(problemLine(await takeBack())).toBe('410 session.ended');
    expect((await progress()).body.status).toBe('cancelled');
  });

  test('watches a third device as well, and a newer link ends the older watch of the same device alone', async () => {
    const phone = await openOnPhone();
    const ofPhone = await offer(phone);
    expect((await progress()).status).toBe(200);
    expect((await progress(ofPhone.watchToken)).status).toBe(200);
    const newer = await offer(phone);
    expect(problemLine(await progress(ofPhone.watchToken))).toBe('401 auth.unauthorized');
    expect((await progress(newer.watchToken)).status).toBe(200);
    expect((await progress()).status).toBe(200);
  });

  test('sees nothing any more after a day, or once the person is erased', async () => {
    await stack.sql.query(`update one_time_tokens set expires_at = now() - interval '1 s' where verification_id = $1`, [
      desk.verificationId,
    ]);
    expect(problemLine(await progress())).toBe('401 auth.unauthorized');
    const erased = await stack.startSession();
    const { watchToken: token } = await offer(erased);
    await erased.cancel();
    const removed = await stack.api.delete(`/v2/identities/${erased.identityId}`, { token: stack.client.token });
    expect(removed.status).toBeLessThan(300);
    expect(problemLine(await progress(token))).toBe('401 auth.unauthorized');
  });

  test('is cut off when it sends data, and is refused to a page that the client does not admit', async () => {
    const talker = watch();
    await talker.opened;
    talker.socket.send('hello');
    expect(await talker.closed).toBe(1008);
    expect(await watch(watchToken, { origin: 'https://elsewhere.example' }).opened).toBeNull();
    const settings = await stack.api.patch('/v2/settings', {
      token: stack.client.token,
      json: { origins: ['https://bank.example'] },
    });
    expect(settings.status).toBe(200);
    expect(await watch(watchToken, { origin: 'https://elsewhere.example' }).opened).toBe(403);
  });
});
