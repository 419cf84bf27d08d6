import { expect, it } from 'vitest';
import { newKey, seal, SealBroken } from '../../../src/domain/encryption/encryption.ts';
import type { Media } from '../../../src/domain/media/media.ts';
import { MediaDamaged } from '../../../src/domain/media/media-damaged.ts';
import { ObjectMissing } from '../../../src/domain/ports/object-store.ts';
import { mediaPlace } from '../../../src/services/objects/media-place.ts';
import { createOpenMedia } from '../../../src/services/objects/open-media.ts';

const media = { id: 'med_1', clientId: 'cli_1', identityId: 'idn_1', objectKey: 'med_object' } as Media;
const key = newKey();
const sealed = seal(key, Buffer.from('a picture'), mediaPlace(media));

function openWith({ stored, known = media, dataKey = () => Promise.resolve(key) }: Given) {
  const openMedia = createOpenMedia({
    db: {
      identities: { getDataKey: dataKey },
      media: { findById: () => Promise.resolve(known) },
    } as unknown as Parameters<typeof createOpenMedia>[0]['db'],
    objects: { get: () => (stored === null ? Promise.reject(new ObjectMissing()) : Promise.resolve(stored)) },
  });
  return openMedia(media);
}
interface Given {
  stored: Buffer | null;
  known?: Media | null;
  dataKey?: () => Promise<Buffer>;
}

it('opens a file as it was stored', async () => {
  expect((await openWith({ stored: sealed })).toString()).toBe('a picture');
});

it.each([
  ['cut off', sealed.subarray(0, -1)],
  ['empty', Buffer.alloc(0)],
  ['another one’s', seal(newKey(), Buffer.from('a picture'), mediaPlace(media))],
  ['altered in one bit', Buffer.from(sealed.map((byte, index) => (index === 20 ? byte ^ 1 : byte)))],
  ['lost', null],
])('a file that is %s is damaged, and no second try is offered', async (_how, stored) => {
  const error = await openWith({ stored }).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(MediaDamaged);
  expect(error).toMatchObject({ code: 'media.damaged', status: 500, retryable: false });
});

it('a file that another process has just replaced or erased is not damaged', async () => {
  await expect(openWith({ stored: null, known: { ...media, objectKey: 'med_another' } })).rejects.toThrow(
    ObjectMissing,
  );
  await expect(openWith({ stored: null, known: null })).rejects.toThrow(ObjectMissing);
});

it('a key that does not decrypt is a fault of the keys, which can be corrected, and not of the file', async () => {
  const dataKey = () => Promise.reject(new SealBroken({ object: 'identity', field: 'dataKey' }));
  await expect(openWith({ stored: sealed, dataKey })).rejects.toThrow(SealBroken);
});
