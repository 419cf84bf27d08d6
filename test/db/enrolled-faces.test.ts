import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import type { FaceTemplate } from '../../src/domain/traits.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** A face at that place on a line. */
function faceAt(place: number, modelSha256 = 'm'.repeat(64)): FaceTemplate {
  const embedding = Buffer.alloc(128 * 4);
  embedding.writeFloatLE(place);
  return { embedding: embedding.toString('base64'), modelSha256, pictureSha256: 'p'.repeat(64), appearance: '' };
}

async function newOwner() {
  const identityId = newId('identity');
  const { clientId } = stack.client;
  await stack.container.db.identities.create({ id: identityId, clientId });
  return { clientId, identityId };
}

async function enrolled(place: number, searchable = true) {
  const owner = await newOwner();
  await stack.container.db.enrolledFaces.enrol(owner, { template: faceAt(place), searchable });
  return owner;
}

const near = { within: 0.5, limit: 10 };

describe('enrolled faces', () => {
  test('are found by others within the distance, nearest first, and never by their own identity', async () => {
    const { enrolledFaces } = stack.container.db;
    const [a, b, far] = [await enrolled(10), await enrolled(10.3), await enrolled(12)];
    const { searched, hits } = await enrolledFaces.nearest(a, faceAt(10), near);
    expect(searched).toBe(3);
    expect(hits.map(({ identityId }) => identityId)).toEqual([b.identityId]);
    expect(hits[0]?.distance).toBeCloseTo(0.3);
    const fromAfar = await enrolledFaces.nearest(far, faceAt(10.1), near);
    expect(fromAfar.hits.map(({ identityId }) => identityId)).toEqual([a.identityId, b.identityId]);
  });

  test('of two people with simultaneous verdicts are found by the second', async () => {
    const { db } = stack.container;
    const [first, second] = [await newOwner(), await newOwner()];
    const searchedAndEnrolled = (owner: typeof first, whenSearched: () => Promise<void>) =>
      db.transaction(async (tx) => {
        const { hits } = await tx.enrolledFaces.nearest(owner, faceAt(15), near);
        await whenSearched();
        await tx.enrolledFaces.enrol(owner, { template: faceAt(15), searchable: true });
        return hits.map(({ identityId }) => identityId);
      });
    let later: Promise<string[]> = Promise.resolve([]);
    const found = await searchedAndEnrolled(first, async () => {
      later = searchedAndEnrolled(second, () => Promise.resolve());
      // Time in which the second one would search if nothing held it back.
      await setTimeout(300);
    });
    expect(found).toEqual([]);
    expect(await later).toEqual([first.identityId]);
  });

  test('of people who did not agree to the search are not found, and those of another model neither', async () => {
    const { enrolledFaces } = stack.container.db;
    const shy = await enrolled(20, false);
    const asking = await newOwner();
    expect((await enrolledFaces.nearest(asking, faceAt(20), near)).hits).toEqual([]);
    expect(await enrolledFaces.find(shy)).toEqual(faceAt(20));
    const other = await newOwner();
    await enrolledFaces.enrol(other, { template: faceAt(20, 'x'.repeat(64)), searchable: true });
    expect((await enrolledFaces.nearest(asking, faceAt(20), near)).hits).toEqual([]);
  });

  test('are replaced when they are enrolled again, and are deleted with the identity', async () => {
    const { enrolledFaces } = stack.container.db;
    const asking = await newOwner();
    const moving = await enrolled(30);
    expect((await enrolledFaces.nearest(asking, faceAt(30), near)).hits).toHaveLength(1);
    await enrolledFaces.enrol(moving, { template: faceAt(40), searchable: true });
    expect((await enrolledFaces.nearest(asking, faceAt(30), near)).hits).toEqual([]);
    expect((await enrolledFaces.nearest(asking, faceAt(40), near)).hits).toHaveLength(1);
    await stack.sql.query('update identities set wrapped_data_key = null where id = $1', [moving.identityId]);
    expect((await enrolledFaces.nearest(asking, faceAt(40), near)).hits).toEqual([]);
  });

  test('are encrypted: the database has no embedding in plain text', async () => {
    const owner = await enrolled(50);
    const { rows } = await stack.sql.query<{ template_sealed: Buffer }>(
      'select template_sealed from enrolled_faces where identity_id = $1',
      [owner.identityId],
    );
    expect(rows[0]?.template_sealed.includes(Buffer.from(faceAt(50).embedding.slice(0, 40)))).toBe(false);
  });

  test('of which only another model knows are counted as not searched', async () => {
    const { enrolledFaces } = stack.container.db;
    const asking = await newOwner();
    const both = await newOwner();
    const alternates = [{ embedding: faceAt(40).embedding, modelSha256: 'm'.repeat(64) }];
    await enrolledFaces.enrol(both, {
      template: { ...faceAt(70, 'y'.repeat(64)), alternates, source: 'camera' },
      searchable: true,
    });
    const before = await enrolledFaces.nearest(asking, faceAt(40), near);
    expect(before.hits.map(({ identityId }) => identityId)).toEqual([both.identityId]);
    const later = await newOwner();
    await enrolledFaces.enrol(later, { template: faceAt(40, 'z'.repeat(64)), searchable: true });
    const after = await enrolledFaces.nearest(asking, faceAt(40), near);
    expect(after).toEqual({ ...before, unsearched: before.unsearched + 1 });
  });
});

describe('the operator’s calibrations', () => {
  test('exist once for each model and kind of reference: the last one that was loaded', async () => {
    const { matchCalibrations } = stack.container.db;
    const model = { name: 'mobilefacenet-112', sha256: 'c'.repeat(64) };
    const first = { name: 'first', model, reference: 'camera', same: 0.9, different: 1.1, tooAlike: null } as const;
    await matchCalibrations.put({ ...first, measured: null });
    await matchCalibrations.put({ ...first, name: 'second', measured: null });
    expect(await matchCalibrations.list()).toEqual([{ ...first, name: 'second', measured: null }]);
    await matchCalibrations.removeAll();
    expect(await matchCalibrations.list()).toEqual([]);
  });
});
