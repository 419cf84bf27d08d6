import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, readBackUp } from '../../src/db/upkeep/back-up.ts';
import { createRemoveObjects } from '../../src/services/objects/remove-objects.ts';
import { createUnknownFiles, type UnknownFile } from '../../src/services/objects/unknown-files.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
});
afterAll(() => stack.close());

async function giveFile(): Promise<string> {
  const session = await stack.startSession();
  expect((await session.upload(await blankPicture())).status).toBe(201);
  const { rows } = await stack.sql.query<{ key: string }>(
    'select object_key as key from media where verification_id = $1',
    [session.verificationId],
  );
  return rows[0]?.key ?? '';
}

/** What is in the store, with or without rows. */
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of stack.container.objects.list('med_')) keys.push(key);
  return keys;
}

async function all(files: AsyncIterable<UnknownFile>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { objectKey, madeAt } of files) {
    expect(Math.abs((madeAt?.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    keys.push(objectKey);
  }
  return keys.sort();
}

async function takeBackUp() {
  const client = new pg.Client({ connectionString: stack.env.DATABASE_URL });
  await client.connect();
  const lines: string[] = [];
  for await (const line of backUp(client)) lines.push(line);
  await client.end();
  return lines;
}

test('files that are newer than the restored backup are listed first, and are kept until their days are over', async () => {
  const old = await giveFile();
  const wrong = await takeBackUp();
  const [under, newer] = [await giveFile(), await giveFile()];
  const files = createUnknownFiles(stack.container);
  const removeObjects = createRemoveObjects(stack.container);

  // Beforehand, from the file alone.
  const { objectKeys, rows } = await readBackUp(Readable.from(wrong));
  expect(rows).toBeGreaterThan(0);
  expect(objectKeys).toEqual(new Set([old]));
  expect(await all(files.listBut(objectKeys))).toEqual([under, newer].sort());
  expect(await all(files.list())).toEqual([]);

  // The database as in that backup: one newer file was being uploaded when it was taken, and was to be removed if the upload failed.
  await stack.sql.query('delete from media where object_key <> $1', [old]);
  await stack.sql.query(`insert into object_removals values ($1, now() - interval '1 hour')`, [under]);
  expect(await all(files.list())).toEqual([under, newer].sort());
  expect(await files.keepFor(3)).toBe(2);
  await removeObjects();
  expect(await storedKeys()).toEqual(expect.arrayContaining([old, under, newer]));

  // Asking again does not shorten how long they are kept.
  await files.keepFor(1);
  await stack.sql.query(`update object_removals set available_at = available_at - interval '2 days'`);
  await removeObjects();
  expect(await storedKeys()).toHaveLength(3);
  await stack.sql.query(`update object_removals set available_at = available_at - interval '1 day'`);
  await removeObjects();
  expect(await storedKeys()).toEqual([old]);
});
