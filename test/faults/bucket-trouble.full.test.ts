import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRemoveObjects } from '../../src/services/objects/remove-objects.ts';
import { problemLine } from '../support/api-client.ts';
import { blankPicture, pictureOfBytes } from '../support/documents/pictures.ts';
import { startS3Server, type S3Server } from '../support/servers/s3-server.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** The service with its media in a bucket: nothing of an upload stays if the bucket fails. */
let s3: S3Server;
let stack: Stack;
beforeAll(async () => {
  s3 = await startS3Server();
  stack = await startStack({ env: s3.env });
  await stack.startWorkers({ qualityHandlers: noInspection });
});
afterAll(async () => {
  await stack.close();
  await s3.close();
});

const rowsOfMedia = async () => (await stack.sql.query<{ object_key: string }>('select object_key from media')).rows;
const storeIsUp = async () => {
  const { body } = await stack.api.get<{ parts: { name: string; status: string }[] }>('/health/ready');
  return body.parts.find(({ name }) => name === 'objectStore')?.status;
};

test.each([
  ['full', /PUT/, '507 storage.full'],
  ['full', /partNumber=2/, '507 storage.full'],
  ['overloaded', /PUT/, '503 service.unavailable'],
  ['overloaded', /POST/, '503 service.unavailable'],
] as const)('an upload to a bucket that is %s at %s is refused and nothing of it stays', async (trouble, at, line) => {
  const session = await stack.startSession();
  s3.makeTrouble(trouble, (request) => at.test(request));
  const large = await pictureOfBytes(7_000_000);
  expect(problemLine(await session.upload(large))).toBe(line);
  s3.endTrouble();
  expect(await rowsOfMedia()).toEqual([]);
  expect(s3.openUploads()).toEqual([]);
});

test('the upload succeeds once the bucket works again, and what was refused is removed', async () => {
  const session = await stack.startSession();
  expect((await session.upload(await blankPicture(400, 300))).status).toBe(201);
  const [row] = await rowsOfMedia();
  expect((await stack.container.objects.get(row?.object_key ?? '')).length).toBeGreaterThan(100);
  await stack.sql.query(`update object_removals set available_at = now() - interval '1 second'`);
  await createRemoveObjects(stack.container)();
  const kept: string[] = [];
  for await (const key of stack.container.objects.list('')) kept.push(key);
  expect(kept).toEqual([row?.object_key]);
});

test('readiness names a bucket that does not answer, and then that it is back', async () => {
  expect(await storeIsUp()).toBe('up');
  s3.makeTrouble('silence');
  expect(await storeIsUp()).toBe('down');
  s3.endTrouble();
  expect(await storeIsUp()).toBe('up');
});
