import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pictureOfBytes } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let session: SdkSession;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  session = await stack.startSession();
});
afterAll(() => stack.close());

/** One request, as bytes. Returns everything that came back until the server, or this side, closed the connection. */
async function exchange(head: readonly string[], body: Buffer, { hangUp = false } = {}): Promise<string> {
  const { hostname, port } = new URL(stack.api.baseUrl);
  const socket = connect(Number(port), hostname);
  const answer = text(socket);
  socket.write(Buffer.concat([Buffer.from([...head, '', ''].join('\r\n')), body]));
  if (hangUp) socket.end();
  return answer;
}

describe('a Content-Length', () => {
  const upload = async (lengthOf: (bytes: number) => number) => {
    const part = (name: string, more: string) => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${part('kind', '')}document-front\r\n`),
      Buffer.from(part('file', '; filename="a.jpg"\r\nContent-Type: image/jpeg')),
      await pictureOfBytes(50_000),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    return exchange(
      [
        'POST /v2/sdk/session/steps/document/files HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${session.token}`,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${lengthOf(body.length)}`,
        'Connection: close',
      ],
      body,
      // A caller that waits for more would wait for a minute.
      { hangUp: lengthOf(0) > 0 },
    );
  };

  test('that is right is accepted', async () => {
    expect(await upload((bytes) => bytes)).toMatch(/^HTTP\/1.1 201 /);
    await session.deleteFile((await session.state()).body.steps[0]?.files[0]?.mediaId ?? '');
  });

  test.each([
    ['too small', (bytes: number) => bytes - 10_000],
    ['nothing', () => 0],
    ['too large', (bytes: number) => bytes + 10_000],
  ])('that says %s never stores a part of a file', async (_how, lengthOf) => {
    expect(await upload(lengthOf)).not.toMatch(/^HTTP\/1.1 2/);
    expect((await session.state()).body.steps[0]?.files).toEqual([]);
    expect((await stack.sql.query('select 1 from media')).rowCount).toBe(0);
  });

  test('that comes twice, or together with chunks, is refused as smuggling', async () => {
    for (const lie of ['Content-Length: 2\r\nContent-Length: 3', 'Content-Length: 2\r\nTransfer-Encoding: chunked']) {
      const answer = await exchange(['POST /v2/sign-in HTTP/1.1', 'Host: localhost', lie], Buffer.from('{}'));
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
    }
  });
});

test('headers have ten seconds and a request a minute, checked every second', () => {
  // What then happens takes as long: slow-senders.full.test.ts.
  expect(stack.app.server.headersTimeout).toBe(10_000);
  expect(stack.app.server.requestTimeout).toBe(60_000);
  expect(Reflect.get(stack.app.server, 'connectionsCheckingInterval')).toBe(1_000);
});
