import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newSecretToken } from '../../src/domain/encryption/secret-token.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { openSocket, type SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let session: SdkSession;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await smallPicture();
});
afterAll(() => stack.close());
beforeEach(async () => {
  session = await stack.startSession();
});

describe('the socket of a session', () => {
  test('reports events in order, and a client that comes back misses nothing', async () => {
    const socket = session.follow();
    expect(await socket.opened).toBeNull();
    await session.upload(picture);
    await session.submit();
    await eventually(() => socket.messages.length > 0);
    expect(socket.messages[0]).toMatchObject({ type: 'step.updated', step: { id: 'document', status: 'processing' } });
    socket.close();
    await socket.closed;
    await session.cancel();

    const again = session.follow(socket.messages.at(-1)?.sequence ?? 0);
    await eventually(() => again.messages.some((message) => message.type === 'verification.finished'));
    const all = [...socket.messages, ...again.messages].map((message) => message.sequence);
    expect(all).toEqual(all.map((_, index) => index + 1));
    const late = session.follow(0);
    await eventually(() => late.messages.length === all.length);
    again.close();
    late.close();
  });

  test('is refused without a token, with a wrong one and with an API token', async () => {
    for (const token of ['', newSecretToken('session'), stack.client.token]) {
      expect(await openSocket(stack.api.baseUrl, token).opened).toBe(401);
    }
  });

  test('is refused as a plain request', async () => {
    const headers = { 'sec-websocket-protocol': `verify.v2, bearer.${session.token}` };
    expect(problemLine(await stack.api.get('/v2/sdk/session/live', { headers }))).toBe('426 request.upgrade_required');
  });

  test('closes on a client that sends data, however much, and leaves its process to others', async () => {
    const quiet = (await stack.startSession()).follow();
    expect(await quiet.opened).toBeNull();
    const talker = session.follow();
    await talker.opened;
    for (let message = 0; message < 500; message += 1) talker.send('hello');
    expect((await talker.closed).code).toBe(1008);
    expect((await session.state()).status).toBe(200);
    quiet.close();
    expect((await quiet.closed).code).toBe(1005);
  });

  test('closes on a frame over 64 kB, in one piece or in many', async () => {
    const inOne = session.follow();
    await inOne.opened;
    inOne.send('x'.repeat(64 * 1024 + 1));
    expect((await inOne.closed).code).toBe(1009);
    const inMany = session.follow();
    await inMany.opened;
    for (let part = 0; part < 9; part += 1) inMany.sendPart('x'.repeat(8 * 1024));
    expect((await inMany.closed).code).toBe(1009);
  });

  test('answers pings, and closes on more than twenty in a second', async () => {
    const pinging = session.follow();
    await pinging.opened;
    pinging.ping();
    await pinging.ponged;
    for (let ping = 0; ping < 45; ping += 1) pinging.ping();
    expect(await pinging.closed).toEqual({ code: 1008, reason: 'too many frames' });
  });

  test('cuts off a client that does not answer the close', async () => {
    const deaf = session.follow();
    await deaf.opened;
    deaf.send('hello');
    // A client that reads nothing never learns that the socket is closed.
    deaf.pause();
    await eventually(() => stack.app.websocketServer.clients.size === 0);
  });

  test('cuts off a client that does not read, and gives all the rest to one that comes back', async () => {
    const [step] = (await session.state()).body.steps;
    const body = { type: 'step.updated', step, at: new Date().toISOString(), padding: 'x'.repeat(4_000) };
    // More than both systems buffer for a connection, and a megabyte more.
    const count = 6_000;
    await stack.sql.query(
      `insert into session_messages (verification_id, sequence, body) select $1, n, $2::jsonb from generate_series(1, $3::int) n`,
      [session.verificationId, JSON.stringify(body), count],
    );
    const slow = session.follow();
    slow.pause();
    await slow.opened;
    await eventually(() => stack.app.websocketServer.clients.size === 1);
    await eventually(() => stack.app.websocketServer.clients.size === 0);
    slow.resume();
    await slow.closed;
    const last = slow.messages.at(-1)?.sequence ?? 0;
    expect(last).toBeLessThan(count);
    expect(slow.messages.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: last }, (_, index) => index + 1),
    );

    const again = session.follow(last);
    await eventually(() => again.messages.at(-1)?.sequence === count);
    expect(again.messages).toHaveLength(count - last);
    again.close();
    await again.closed;
  });

  test('is kept for the newest two of a session: the oldest makes room', async () => {
    const first = session.follow();
    await first.opened;
    const second = session.follow();
    await second.opened;
    const third = session.follow();
    expect(await first.closed).toEqual({ code: 1008, reason: 'another socket took its place' });
    await session.cancel();
    for (const socket of [second, third]) {
      await eventually(() => socket.messages.some(({ type }) => type === 'verification.finished'));
      socket.close();
    }
  });

  test('closes with a code when the place to continue from is malformed', async () => {
    const socket = openSocket(stack.api.baseUrl, session.token, -1);
    expect((await socket.closed).code).toBe(1008);
  });
});
