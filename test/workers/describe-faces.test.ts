import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeFacesCommand } from '../../src/commands/admin/admin-describe-faces.ts';
import { newId } from '../../src/domain/id.ts';
import { StorageAway } from '../../src/domain/ports/object-store.ts';
import type { FaceAnalyser } from '../../src/domain/ports/faces/face-analyser.ts';
import type { FaceTemplate } from '../../src/domain/traits.ts';
import { createDescribeFacesHandler } from '../../src/services/faces/describe-faces.ts';
import { createStartDescribing } from '../../src/services/faces/start-describing.ts';
import { createKeepPicture } from '../../src/services/objects/keep-picture.ts';
import { judgeReFacematch } from '../../src/steps/faces/judge-history.ts';
import { auditLines } from '../support/audit-lines.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { blended } from '../support/people/blended-appearance.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let upload: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  upload = await smallPicture();
});
afterAll(() => stack.close());
beforeEach(() => stack.sql.query('delete from enrolled_faces'));

const oldModel = 'a'.repeat(64);
const newModel = 'b'.repeat(64);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const embeddingOf = (value: number) => {
  const embedding = Buffer.alloc(512);
  embedding.writeFloatLE(value);
  return embedding.toString('base64');
};

/** What the face in a picture looks like, and where the new model places it. */
interface Look {
  appearance: string;
  place: number;
}

/** A model that recognises a picture by its bytes and counts the pictures that it gets. */
function analyserOf(
  looked: { count: number } = { count: 0 },
  looks: Readonly<Record<string, Look>> = {},
): FaceAnalyser {
  return {
    templateModel: { name: 'new', sha256: newModel },
    antiSpoofing: { rule: 'all', models: [], missing: [] },
    templateOf: () => Promise.reject(new Error('not a frame of a video')),
    analyse: (jpeg) => {
      looked.count += 1;
      const bytes = Buffer.isBuffer(jpeg) ? jpeg : Buffer.from(jpeg.rgb);
      const { appearance, place } = looks[bytes.toString()] ?? { appearance: '', place: 2 };
      const template = { embedding: embeddingOf(place), modelSha256: newModel, appearance };
      const pictureSha256 = sha256(bytes);
      // Only the template of the face is asked for.
      const face = { template: { ...template, pictureSha256 } } as Awaited<
        ReturnType<FaceAnalyser['analyse']>
      >['faces'][number];
      const nothing = {
        widthPx: 1,
        heightPx: 1,
        clearFaces: [],
        reproduction: null,
        models: [],
        totalMs: 0,
        modelMs: 0,
      };
      return Promise.resolve({ ...nothing, faces: [face] });
    },
  };
}

/** A person whose face the old model described, with these kept pictures. */
async function enrolled(enrolledFrom: string, ...pictures: string[]) {
  return enrolledAs({ picture: enrolledFrom, appearance: '' }, pictures);
}

async function enrolledAs(
  { picture: enrolledFrom, appearance }: Pick<Look, 'appearance'> & { picture: string },
  pictures: readonly string[],
  status = 'verified',
) {
  const session = await stack.startSession();
  await session.upload(upload);
  await stack.sql.query(`update verifications set status = $2 where id = $1`, [session.verificationId, status]);
  const [from] = await stack.container.db.media.listOfVerification(session.verificationId);
  if (from === undefined) throw new Error('nothing was uploaded');
  for (const picture of pictures) {
    const keepPicture = createKeepPicture({ ...stack.container, encode: () => Promise.resolve(Buffer.from(picture)) });
    const attempt = { ...from, attempt: from.attempt + pictures.indexOf(picture) };
    await keepPicture(attempt, 'liveness-best-frame', { rgb: new Uint8Array(3), widthPx: 1, heightPx: 1 });
  }
  const owner = { clientId: stack.client.clientId, identityId: session.identityId };
  const template: FaceTemplate = {
    embedding: embeddingOf(1),
    modelSha256: oldModel,
    pictureSha256: sha256(Buffer.from(enrolledFrom)),
    appearance,
  };
  await stack.container.db.enrolledFaces.enrol(owner, { template, searchable: true });
  return owner;
}

function handler(options: Partial<Parameters<typeof createDescribeFacesHandler>[0]> = {}) {
  return createDescribeFacesHandler({ ...stack.container, faceAnalyser: analyserOf(), ...options });
}

async function runToEnd(describeFaces = handler(), clientId = stack.client.clientId): Promise<number> {
  for (let rounds = 1; rounds < 50; rounds++) {
    const end = await describeFaces.work({ clientId }, { mayWait: true });
    if (end === null || !('again' in end)) return rounds;
  }
  throw new Error('it does not end');
}

const find = (owner: Awaited<ReturnType<typeof enrolled>>) => stack.container.db.enrolledFaces.find(owner);
const faceOfNewModel: FaceTemplate = {
  embedding: embeddingOf(2),
  modelSha256: newModel,
  pictureSha256: 'x',
  appearance: '',
};
const unseen = {
  shownBefore: false,
  unlikeEarlier: false,
  notAllSeen: false,
  calibrations: [],
  sealed: false,
  nearest: null,
};
const codesAgainst = (template: FaceTemplate | null) =>
  judgeReFacematch({ face: faceOfNewModel }, { ...unseen, reverifies: true, enrolled: template }).map(
    ({ outcome, code }) => [outcome, code],
  );

describe('enrolled faces, after the model was changed', () => {
  test('are described from the picture that was enrolled, keep what the old model said, and are searched', async () => {
    const owner = await enrolled('the person', 'a stranger', 'the person');
    expect(codesAgainst(await find(owner))).toEqual([['error', 're_facematch.other_model']]);
    await runToEnd();
    const template = await find(owner);
    expect(template).toMatchObject({ embedding: embeddingOf(1), modelSha256: oldModel });
    expect(template?.alternates).toEqual([{ embedding: embeddingOf(2), modelSha256: newModel }]);
    const asking = { clientId: owner.clientId, identityId: newId('identity') };
    const near = await stack.container.db.enrolledFaces.nearest(asking, faceOfNewModel, { within: 0.1, limit: 5 });
    expect(near).toMatchObject({ searched: 1, unsearched: 0, hits: [{ identityId: owner.identityId }] });
  });

  test('are not described from a newer picture that was blended with another face, however much it looks like the enrolled one', async () => {
    const looks = { kept: { appearance: blended(0.02), place: 2 }, blend: { appearance: blended(0.4), place: 9 } };
    const owner = await enrolledAs({ picture: 'the person', appearance: blended(0) }, ['kept', 'blend']);
    await runToEnd(handler({ faceAnalyser: analyserOf(undefined, looks) }));
    expect((await find(owner))?.alternates).toEqual([{ embedding: embeddingOf(2), modelSha256: newModel }]);
    const gone = await enrolledAs({ picture: 'the person', appearance: blended(0) }, ['blend']);
    await runToEnd(handler({ faceAnalyser: analyserOf(undefined, looks) }));
    expect((await find(gone))?.closedTo).toEqual([newModel]);
  });

  test('are not described from a picture of an attempt that was not verified: anyone may have sent it', async () => {
    const looks = { sent: { appearance: blended(0), place: 9 } };
    const owner = await enrolledAs({ picture: 'the person', appearance: blended(0) }, ['sent'], 'rejected');
    await runToEnd(handler({ faceAnalyser: analyserOf(undefined, looks) }));
    expect((await find(owner))?.closedTo).toEqual([newModel]);
  });

  test('that turn out to be one face are named in the audit log, unless a person did not agree to the search', async () => {
    const calibration = {
      name: 'new',
      model: { name: 'new', sha256: newModel },
      reference: 'camera',
      same: 1,
    } as const;
    await stack.container.db.matchCalibrations.put({ ...calibration, different: null, tooAlike: null, measured: null });
    const owners = [await enrolled('one', 'one'), await enrolled('two', 'two'), await enrolled('three', 'three')];
    const alone = owners[2];
    if (alone === undefined) throw new Error('nobody');
    await stack.sql.query('update enrolled_faces set searchable = false where identity_id = $1', [alone.identityId]);
    await runToEnd();
    await stack.container.db.matchCalibrations.removeAll();
    const { rows } = await stack.sql.query<{ subject_id: string }>(
      `select subject_id from ${auditLines} where action = 'identity.duplicate_found' order by subject_id`,
    );
    const found = owners.filter((owner) => owner !== alone).map(({ identityId }) => identityId);
    expect(rows.map((row) => row.subject_id)).toEqual(found.sort());
  });

  test('whose picture is gone are not described from another one, and their comparison says why', async () => {
    const owner = await enrolled('the person', 'a stranger');
    await runToEnd();
    const template = await find(owner);
    expect(template?.closedTo).toEqual([newModel]);
    expect(template?.alternates ?? []).toEqual([]);
    expect(codesAgainst(template)).toEqual([['error', 're_facematch.picture_gone']]);
  });

  test('whose picture cannot be read do not stop the others', async () => {
    const [spoilt, whole] = [await enrolled('one', 'one'), await enrolled('two', 'two')];
    const { objects, db } = stack.container;
    const [media] = await db.media.listReadyOfVerified(spoilt.identityId, ['liveness-best-frame'], 1);
    await objects.put(media?.objectKey ?? '', Buffer.from('spoilt'));
    await runToEnd();
    expect((await find(spoilt))?.closedTo).toEqual([newModel]);
    expect((await find(whole))?.alternates).toHaveLength(1);
  });

  test('wait while the store is down, and lose no attempt by it', async () => {
    const owner = await enrolled('the person', 'the person');
    const objects = { get: () => Promise.reject(new StorageAway('test')) };
    await expect(handler({ objects }).work({ clientId: owner.clientId }, { mayWait: true })).rejects.toThrow(
      StorageAway,
    );
    expect((await find(owner))?.closedTo).toBeUndefined();
    await expect(handler({ faceAnalyser: null }).work({ clientId: owner.clientId }, { mayWait: true })).rejects.toThrow(
      'no model',
    );
  });

  test('are described once, however often the work is interrupted, repeated or run in parallel', async () => {
    const owners = [];
    for (const name of ['one', 'two', 'three']) owners.push(await enrolled(name, name));
    const looked = { count: 0 };
    let time = 0;
    // Each round is over after its first face.
    const slow = handler({ faceAnalyser: analyserOf(looked), now: () => (time += 1_100) });
    expect(await runToEnd(slow)).toBe(4);
    expect(looked.count).toBe(3);
    await Promise.all([runToEnd(), runToEnd()]);
    for (const owner of owners) expect((await find(owner))?.alternates).toHaveLength(1);

    const [owner] = owners;
    const again = await enrolled('four', 'four');
    await Promise.all([runToEnd(), runToEnd(), runToEnd()]);
    expect((await find(again))?.alternates).toHaveLength(1);
    expect(owner && (await find(owner))?.alternates).toHaveLength(1);
  });

  test('that were enrolled again meanwhile keep the new face', async () => {
    const owner = await enrolled('the person', 'the person');
    const [listed] = await stack.container.db.enrolledFaces.listUndescribed(owner.clientId, newModel, 1);
    const template = { ...faceOfNewModel, embedding: embeddingOf(3) };
    await stack.container.db.enrolledFaces.enrol(owner, { template, searchable: false });
    if (listed === undefined) throw new Error('nothing to describe');
    await stack.container.db.enrolledFaces.describe(listed, { embedding: embeddingOf(2), modelSha256: newModel });
    await stack.container.db.enrolledFaces.close(listed, newModel);
    expect(await find(owner)).toEqual(template);
  });
});

describe('npm run admin -- describe-faces', () => {
  async function say(...args: string[]): Promise<string> {
    const lines: string[] = [];
    await describeFacesCommand.run(stack.container, args, (line) => lines.push(line));
    return lines.join('\n');
  }

  test('begins the work once a client, shows how far it is, and tries again what was not found', async () => {
    await stack.sql.query(`delete from outbox where job = 'faces.describe'`);
    expect(await say('--status')).toContain('No face is enrolled.');
    const gone = await enrolled('the person', 'a stranger');
    expect(await say()).toContain('The work has begun for 1 clients.');
    expect(await say()).toContain('The work has begun for 0 clients.');
    expect(await say('--status')).toMatch(/0 clients|In progress for 1 clients/);
    await runToEnd();
    expect(await say('--status')).toContain('0 of 1 faces described, 1 cannot be described: their pictures are gone');

    await stack.sql.query(`delete from outbox where job = 'faces.describe'`);
    const startDescribing = createStartDescribing(stack.container);
    expect(await startDescribing({ again: false })).toBe(1);
    expect((await find(gone))?.closedTo).toEqual([newModel]);
    await startDescribing({ again: true });
    expect((await find(gone))?.closedTo).toBeUndefined();
  });
});
