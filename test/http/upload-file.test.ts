import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRemoveObjects } from '../../src/services/objects/remove-objects.ts';
import type { Answer } from '../support/api-client.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { pictureOfBytes, pngBomb, smallPicture, svgPicture } from '../support/documents/pictures.ts';
import { uploadForm, type SdkSession } from '../support/sdk-client.ts';
import { documentOnly } from '../support/seed.ts';
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

const path = '/v2/sdk/session/steps/document/files';

async function mediaRows(): Promise<number> {
  const { rows } = await stack.sql.query<{ count: number }>(
    'select count(*)::int as count from media where verification_id = $1',
    [session.verificationId],
  );
  return rows[0]?.count ?? 0;
}

function storedFiles(folder = stack.mediaDir): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
}

/** As after the hour of grace. */
async function sweep(): Promise<void> {
  await stack.sql.query(`update object_removals set available_at = now() - interval '1 second'`);
  await createRemoveObjects(stack.container)();
}

async function expectNothingStored(): Promise<void> {
  expect(await mediaRows()).toBe(0);
  const before = await session.state();
  expect(before.body.steps[0]?.files).toEqual([]);
}

describe('an upload', () => {
  test('is stored sealed, belongs to the step and may be replaced', async () => {
    const first = await session.upload(picture);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ kind: 'document-front', quality: { acceptable: null, codes: [] } });
    const { rows } = await stack.sql.query<{ object_key: string; content_type: string; bytes: number; state: string }>(
      'select object_key, content_type, bytes, state from media where id = $1',
      [first.body.mediaId],
    );
    expect(rows[0]).toMatchObject({ content_type: 'image/jpeg', bytes: picture.length, state: 'received' });
    const object = await stack.container.objects.get(rows[0]?.object_key ?? '');
    expect(object.includes(picture.subarray(0, 32))).toBe(false);

    const second = await session.upload(picture);
    const state = await session.state();
    expect(state.body.steps[0]?.files.map((file) => file.mediaId)).toEqual([second.body.mediaId]);
    await sweep();
    await expect(stack.container.objects.get(rows[0]?.object_key ?? '')).rejects.toThrow('not in the store');
    expect((await session.state()).body.steps[0]?.files).toHaveLength(1);
  });

  test('keeps the front when the back is added', async () => {
    await session.upload(picture);
    expect((await session.upload(picture, { kind: 'document-back' })).status).toBe(201);
    expect((await session.state()).body.steps[0]?.files.map((file) => file.kind)).toEqual([
      'document-front',
      'document-back',
    ]);
  });

  test('makes progress: the session’s time begins again with it', async () => {
    await stack.sql.query(`update verifications set expires_at = now() + interval '1 minute' where id = $1`, [
      session.verificationId,
    ]);
    await session.upload(picture);
    const { body } = await session.state();
    expect(Date.parse(body.expiresAt) - Date.parse(body.serverTime)).toBeGreaterThan(25 * 60_000);
  });

  test.each([
    ['an SVG', () => svgPicture],
    ['a text file', () => Buffer.from('this is no picture at all\n'.repeat(500))],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a large file of random bytes', () => Buffer.concat([Buffer.from('no picture'), randomBytes(3_000_000)])],
  ])('refuses %s that is named .jpg, whatever type it declares', async (_what, file) => {
    expect(problemLine(await session.upload(file(), { name: 'photo.jpg' }))).toBe('415 file.unsupported_type');
    await expectNothingStored();
  });

  test('refuses a picture of 11 MB and stores nothing of it', async () => {
    await sweep();
    const before = storedFiles();
    expect(problemLine(await session.upload(await pictureOfBytes(11_000_000)))).toBe('413 file.too_large');
    await expectNothingStored();
    await sweep();
    expect(storedFiles()).toEqual(before);
  });

  test('accepts a picture of exactly the limit and refuses one byte more', async () => {
    const flow = await stack.client.addFlow('small', { ...documentOnly, maxImageBytes: 100_000 });
    expect(flow).toBeTruthy();
    session = await stack.startSession('small');
    expect((await session.upload(await pictureOfBytes(100_000))).status).toBe(201);
    expect(problemLine(await session.upload(await pictureOfBytes(100_001)))).toBe('413 file.too_large');
    expect(await mediaRows()).toBe(1);
  });

  test('refuses a PNG of 31 kB that unpacks to 256 megapixels, without unpacking it', async () => {
    const whole = pngBomb(16_000);
    expect(whole.length).toBeLessThan(40_000);
    // Half of it cannot be unpacked: only its header says how large it is.
    const bomb = whole.subarray(0, whole.length / 2);
    expect(problemLine(await session.upload(bomb, { name: 'page.png' }))).toBe('422 file.too_many_pixels');
    await expectNothingStored();
  });

  test('answers the next request on the same connection after a refusal', async () => {
    for (let round = 0; round < 3; round += 1) {
      const noise = Buffer.concat([Buffer.from('no picture'), randomBytes(2_000_000)]);
      expect(problemLine(await session.upload(noise))).toBe('415 file.unsupported_type');
      expect((await session.state()).status).toBe(200);
    }
  });
});

describe('a malformed form', () => {
  const pointersOf = (answer: Answer) => problemOf(answer).errors?.map((fault) => `${fault.pointer} ${fault.code}`);
  const send = (form: FormData) => stack.api.post(path, { token: session.token, form });
  const raw = (body: string, contentType: string) =>
    stack.api.post(path, { token: session.token, json: body, headers: { 'content-type': contentType } });

  test('is refused without a file', async () => {
    const form = new FormData();
    form.append('kind', 'document-front');
    const answer = await send(form);
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(pointersOf(answer)).toEqual(['/file value.missing']);
  });

  test('is refused when the file comes before the fields', async () => {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(picture)]), 'page.jpg');
    form.append('kind', 'document-front');
    const answer = await send(form);
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(pointersOf(answer)?.[0]).toMatch(/^\/kind /);
    await expectNothingStored();
  });

  test('is refused when the file part has another name', async () => {
    const form = new FormData();
    form.append('kind', 'document-front');
    form.append('picture', new Blob([Uint8Array.from(picture)]), 'page.jpg');
    const answer = await send(form);
    expect(pointersOf(answer)).toEqual(['/picture value.unknown_key']);
    await expectNothingStored();
  });

  test('is refused with an unknown kind', async () => {
    const answer = await send(uploadForm(picture, 'passport-photo'));
    expect(pointersOf(answer)).toEqual(['/kind value.not_listed']);
  });

  test('is refused without a boundary, with a boundary that never comes and with no body', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\ndocument-front\r\n--x--\r\n';
    expect((await raw(part, 'multipart/form-data')).status).toBe(400);
    expect((await raw(part, 'multipart/form-data; boundary=other')).status).toBe(400);
    expect((await raw('', 'multipart/form-data; boundary=x')).status).toBe(400);
    await expectNothingStored();
  });

  test('is refused when a field says that it is JSON and is not', async () => {
    const part =
      '--x\r\nContent-Disposition: form-data; name="kind"\r\nContent-Type: application/json\r\n\r\n{oops\r\n--x--\r\n';
    expect(problemLine(await raw(part, 'multipart/form-data; boundary=x'))).toBe('400 request.invalid');
  });

  test('is refused when it is JSON', async () => {
    const answer = await stack.api.post(path, { token: session.token, json: { kind: 'document-front' } });
    expect(problemLine(answer)).toBe('415 request.unsupported_media_type');
  });

  test('is refused with a thousand parts', async () => {
    const form = new FormData();
    for (let part = 0; part < 1_000; part += 1) form.append(`field${part}`, 'x');
    expect(problemLine(await send(form))).toBe('400 request.invalid');
  });
});

describe('an upload that nobody asked for', () => {
  test('is refused for a step that the flow does not have', async () => {
    expect(problemLine(await session.upload(picture, { stepId: 'selfie' }))).toBe('404 step.not_found');
  });

  test('is refused for a kind that the step does not accept', async () => {
    expect(problemLine(await session.upload(picture, { kind: 'selfie' }))).toBe('422 step.file_kind_not_accepted');
  });

  test('is refused once the step was submitted', async () => {
    await session.upload(picture);
    await session.submit();
    expect(problemLine(await session.upload(picture))).toBe('409 step.not_waiting');
  });

  test('is refused without a token, with an API token and with a broken one', async () => {
    const form = () => uploadForm(picture, 'document-front');
    for (const token of [null, stack.client.token, 'vfs_unknown', 'vfs_' + 'x'.repeat(500)]) {
      expect(problemLine(await stack.api.post(path, { token, form: form() }))).toBe('401 auth.unauthorized');
    }
  });
});

describe('an upload that is cut off', () => {
  /** Sends the head and a part of the body, then breaks the connection. */
  async function cutOff(share: number): Promise<void> {
    const file = await pictureOfBytes(2_000_000);
    const boundary = 'cut-off';
    const head = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\ndocument-front\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    );
    const body = Buffer.concat([head, file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const { hostname, port } = new URL(stack.api.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${session.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.write(body.subarray(0, Math.floor(body.length * share)), () => resolve());
    });
    // The server has begun to store it, so that there is something to clean up.
    if (share >= 0.5) await eventually(() => storedFiles(join(stack.mediaDir, 'partial')).length > 0);
    socket.destroy();
  }

  test.each([0.001, 0.1, 0.5, 0.9, 0.9999])('after %d of its body leaves nothing behind', async (share) => {
    await session.upload(picture);
    await session.deleteFile((await session.state()).body.steps[0]?.files[0]?.mediaId ?? '');
    await sweep();
    const before = storedFiles();
    const linesBefore = stack.logLines.length;
    const said = () =>
      stack.logLines.slice(linesBefore).map((line) => JSON.parse(line) as { level: number; msg: string });
    await cutOff(share);
    await eventually(() => storedFiles(join(stack.mediaDir, 'partial')).length === 0);
    // The person caused it: a line for readers of the log, and no error of the service. Before the file began, nothing was reading.
    if (share >= 0.5) await eventually(() => said().some(({ msg }) => msg === 'the client broke off'));
    expect(said().filter(({ level }) => level >= 40)).toEqual([]);
    await expectNothingStored();
    await sweep();
    expect(storedFiles()).toEqual(before);
    expect((await session.upload(picture)).status).toBe(201);
  });
});

describe('deleting a file', () => {
  test('takes it back before the submit', async () => {
    const { body } = await session.upload(picture);
    expect((await session.deleteFile(body.mediaId)).status).toBe(204);
    await expectNothingStored();
    expect(problemLine(await session.deleteFile(body.mediaId))).toBe('404 media.not_found');
  });

  test('does not reach another session’s file', async () => {
    const other = await stack.startSession();
    const { body } = await other.upload(picture);
    expect(problemLine(await session.deleteFile(body.mediaId))).toBe('404 media.not_found');
    expect((await other.state()).body.steps[0]?.files).toHaveLength(1);
  });

  test('refuses an unknown step, a malformed id, and a step that was submitted', async () => {
    const { body } = await session.upload(picture);
    expect(problemLine(await session.deleteFile(body.mediaId, 'selfie'))).toBe('404 step.not_found');
    expect(problemLine(await session.deleteFile('nonsense'))).toBe('404 media.not_found');
    await session.submit();
    expect(problemLine(await session.deleteFile(body.mediaId))).toBe('409 step.not_waiting');
  });
});
