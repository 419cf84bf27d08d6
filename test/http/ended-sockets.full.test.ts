import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { smallPicture } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import type { z } from 'zod';
import type { handOverSchema } from '../../src/contract/sessions/hand-over.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
});
afterAll(() => stack.close());

const endings: Readonly<Record<string, (session: SdkSession) => Promise<unknown>>> = {
  'has expired': ({ verificationId }) =>
    stack.sql.query(`update sessions set ends_at = now() - interval '1 second' where verification_id = $1`, [
      verificationId,
    ]),
  'is of a person who was erased': ({ identityId }) =>
    stack.api.delete(`/v2/identities/${identityId}`, { token: stack.client.token }),
};

describe('an open socket', () => {
  test.each(Object.entries(endings))('closes when its session %s, and others stay', async (_, end) => {
    const [session, other] = [await stack.startSession(), await stack.startSession()];
    const [socket, living] = [session.follow(), other.follow()];
    for (const opened of [socket.opened, living.opened]) expect(await opened).toBeNull();
    await end(session);
    expect(await socket.closed).toMatchObject({ code: 1008, reason: 'session.ended' });
    await other.upload(await smallPicture());
    await other.submit();
    await expect.poll(() => living.messages.length).toBeGreaterThan(0);
    living.close();
  });
});

const endingsOfWatch: Readonly<Record<string, (session: SdkSession, watchToken: string) => Promise<unknown>>> = {
  'has expired': ({ verificationId }) =>
    stack.sql.query(`update one_time_tokens set expires_at = now() where verification_id = $1`, [verificationId]),
  'was replaced by that of a newer link': ({ token }) => stack.api.post('/v2/sdk/session/hand-over', { token }),
  'took the session back': (_session, watchToken) =>
    stack.api.post('/v2/sdk/hand-over/take-back', { json: { watchToken } }),
  'is of a person who was erased': ({ identityId }) =>
    stack.api.delete(`/v2/identities/${identityId}`, { token: stack.client.token }),
};

describe('the open socket of a device that handed its session over', () => {
  async function watch() {
    const session = await stack.startSession();
    const { body } = await stack.api.post<z.output<typeof handOverSchema>>('/v2/sdk/session/hand-over', {
      token: session.token,
    });
    const url = `${stack.api.baseUrl.replace(/^http/, 'ws')}/v2/sdk/hand-over/live`;
    const socket = new WebSocket(url, ['verify.v2', `bearer.${body.watchToken}`]);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('message', resolve));
    return { session, socket, closed, watchToken: body.watchToken };
  }

  test.concurrent.each(Object.entries(endingsOfWatch))('closes when its token %s', async (_, end) => {
    const [ended, other] = [await watch(), await watch()];
    await end(ended.session, ended.watchToken);
    // Without a reason where the person is gone: the socket closes when it next reads.
    expect([1005, 1008]).toContain(await ended.closed);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    other.socket.close();
  });
});
