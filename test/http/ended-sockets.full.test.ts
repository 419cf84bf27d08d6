import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallPicture } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
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
