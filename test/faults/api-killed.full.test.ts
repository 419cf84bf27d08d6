import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRemoveObjects } from '../../src/services/objects/remove-objects.ts';
import { eventually } from '../support/eventually.ts';
import { pictureOfBytes } from '../support/documents/pictures.ts';
import { startApiProcess, type ApiProcess } from '../support/programs/processes.ts';
import { createSdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let running: ApiProcess;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await running.kill();
  await stack.close();
});

const storedFiles = () =>
  readdirSync(stack.mediaDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(stack.mediaDir, name))
    .filter((name) => existsSync(name) && statSync(name).isFile());

/** As an hour later: everything scheduled for removal is due, and half-written files are old. */
async function sweepLater(): Promise<void> {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const file of storedFiles()) utimesSync(file, anHourAgo, anHourAgo);
  await stack.sql.query(`update object_removals set available_at = now() - interval '1 second'`);
  await createRemoveObjects(stack.container)();
}

/** The client gives one upload one key, however often it has to send it. */
const key = 'upload-of-the-front';

/** Sends that share of an upload and leaves the connection open. */
async function uploadInPart(session: { sessionToken: string }, file: Buffer, share: number): Promise<void> {
  const head = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\ndocument-front\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  const body = Buffer.concat([head, file, Buffer.from('\r\n--x--\r\n')]);
  const { hostname, port } = new URL(running.api.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    'POST /v2/sdk/session/steps/document/files HTTP/1.1\r\nHost: localhost\r\n' +
      `Authorization: Bearer ${session.sessionToken}\r\nIdempotency-Key: ${key}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, Math.floor(body.length * share)));
}

test.each([0.1, 0.5, 0.9])(
  'an API that is killed after %d of an upload leaves no half file behind, and the upload can be repeated',
  async (share) => {
    running = await startApiProcess(stack.env);
    const session = createSdkSession(running.api, await stack.startSession());
    const file = await pictureOfBytes(6_000_000);
    const before = storedFiles();
    await uploadInPart(session, file, share);
    await eventually(() => storedFiles().length > before.length, { what: 'the beginning of the file' });
    await running.kill('SIGKILL');

    running = await startApiProcess(stack.env);
    const resumed = createSdkSession(running.api, session);
    expect((await resumed.state()).body).toMatchObject({ status: 'pending', steps: [{ files: [] }] });
    const { rows } = await stack.sql.query('select 1 from media where verification_id = $1', [session.verificationId]);
    expect(rows).toEqual([]);
    await sweepLater();
    expect(storedFiles()).toEqual(before);

    // The dead request holds its key until its lease runs out.
    await stack.sql.query(`update idempotency_claims set claimed_at = claimed_at - interval '21 seconds'`);
    const again = await resumed.upload(file, { headers: { 'idempotency-key': key } });
    expect(again.status).toBe(201);
    const repeated = await resumed.upload(file, { headers: { 'idempotency-key': key } });
    expect([repeated.status, repeated.body.mediaId]).toEqual([201, again.body.mediaId]);
    expect((await resumed.state()).body.steps[0]?.files.map((uploaded) => uploaded.mediaId)).toEqual([
      again.body.mediaId,
    ]);
    await sweepLater();
    expect(storedFiles()).toHaveLength(before.length + 1);
    await running.kill();
  },
  60_000,
);
