import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecretToken } from '../../src/domain/encryption/secret-token.ts';
import { createAcceptFile } from '../../src/services/steps/accept-file.ts';
import { createRemoveObjects } from '../../src/services/objects/remove-objects.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

describe('objects that no row claims', () => {
  test('are removed after an hour, and claimed ones are kept', async () => {
    const { objects, db } = stack.container;
    const [claimed, waiting, orphan] = ['med_claimed00', 'med_waiting00', 'med_orphan000'];
    for (const key of [claimed, waiting, orphan]) {
      await objects.put(key, Buffer.from('sealed'));
      await db.objects.scheduleRemoval(key, 3_600);
    }
    await db.objects.claim(claimed);
    await stack.sql.query(
      `update object_removals set available_at = now() - interval '1 second' where object_key = $1`,
      [orphan],
    );
    await createRemoveObjects(stack.container)();
    expect(await objects.get(claimed)).toEqual(Buffer.from('sealed'));
    expect(await objects.get(waiting)).toEqual(Buffer.from('sealed'));
    await expect(objects.get(orphan)).rejects.toThrow('not in the store');
    const { rows } = await stack.sql.query('select 1 from object_removals where object_key = $1', [orphan]);
    expect(rows).toEqual([]);
  });

  test('are removed if the upload could be stored and its row could not', async () => {
    const { container } = stack;
    const session = await stack.startSession();
    const picture = await smallPicture();
    const uploaded: string[] = [];
    const acceptFile = createAcceptFile({
      ...container,
      objects: {
        ...container.objects,
        put: async (key, body) => {
          await container.objects.put(key, body);
          uploaded.push(key);
        },
      },
      db: { ...container.db, transaction: () => Promise.reject(new Error('the database went away')) },
    });
    const caller = await container.db.sessions.findByToken(hashSecretToken(session.token));
    if (caller === null) throw new Error('no session');
    const source = Readable.from([picture]);
    await expect(
      acceptFile(caller, 'document', { kind: 'document-front', challengeId: null, capture: null, source }),
    ).rejects.toThrow('went away');
    const [key = ''] = uploaded;
    await container.objects.get(key);
    await stack.sql.query(`update object_removals set available_at = now() - interval '1 second'`);
    await createRemoveObjects(container)();
    await expect(container.objects.get(key)).rejects.toThrow('not in the store');
  });
});
