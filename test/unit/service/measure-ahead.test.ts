import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newKey, seal } from '../../../src/domain/encryption/encryption.ts';
import type { FaceAnalyser, FaceReading } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { RecordingFollower } from '../../../src/domain/ports/faces/recording-follower.ts';
import type { RecordingChunkNews } from '../../../src/domain/ports/upload-news.ts';
import type { Database } from '../../../src/domain/repositories/repositories.ts';
import type { Flows } from '../../../src/services/flows/load-flow.ts';
import { chunkPlace } from '../../../src/services/objects/media-place.ts';
import { createMeasureAhead } from '../../../src/services/steps/measure-ahead.ts';
import { createWake } from '../../../src/services/steps/wake.ts';
import { createIdleness } from '../../../workers/idleness.ts';

/** A worker measures a recording before its step is submitted: never while a job waits for it, and nothing outlives the recording. */

const clientId = 'client';
const key = newKey();
/** The head of a webm, and then the numbers of the pictures that are in a chunk. */
const head = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex'),
  Buffer.alloc(64),
]);
const chunkOf = (index: number) => (index === 0 ? head : Buffer.from([index]));
const picture = (value: number) => ({ rgb: new Uint8Array(3).fill(value), widthPx: 1, heightPx: 1 });

function createWorld({ stepType = 'active-liveness', claims = true }: { stepType?: string; claims?: boolean } = {}) {
  const measured: number[] = [];
  const analyser: FaceAnalyser = {
    antiSpoofing: { rule: 'all', models: [], missing: [] },
    templateModel: { name: 'none', sha256: '' },
    analyse(given) {
      if (!Buffer.isBuffer(given)) measured.push(given.rgb[0] ?? 0);
      return Promise.resolve({ faces: [] as FaceReading['faces'] } as FaceReading);
    },
    templateOf: () => Promise.reject(new Error('there is no face')),
  };
  const bytes: number[][] = [];
  /** Finds one picture in each chunk but the first. */
  const follower: RecordingFollower = {
    async follow(chunks, _, { onFrame }) {
      for await (const chunk of chunks) {
        bytes.push([...chunk].slice(0, 1));
        const [value = 0] = chunk;
        if (chunk.length === 1) onFrame({ ...picture(value), atMs: value, isRegular: true });
      }
    },
  };
  let announce: (news: RecordingChunkNews) => void = () => undefined;
  const idleness = createIdleness({ pauseMs: 0 });
  const step = { id: 'alive', type: stepType, config: {} };
  const chunkKeys = Array.from({ length: 20 }, (_, index) => ({ objectKey: `med_${index}` }));
  const db = {
    verifications: { get: () => Promise.resolve({ id: 'ver', clientId, identityId: 'idn', flowVersionId: 'flv' }) },
    stepRuns: { list: () => Promise.resolve([{ stepId: 'alive' }]) },
    identities: { getDataKey: () => Promise.resolve(key) },
    challenges: {
      listOpen: () => Promise.resolve([{ id: 'one', recording: { chunks: chunkKeys.slice(0, 4) } }]),
    },
  } as unknown as Database;
  const ahead = createMeasureAhead({
    db,
    flows: { getVersion: () => Promise.resolve({ document: { steps: [step] } }) } as unknown as Flows,
    objects: {
      get(objectKey) {
        const [challengeId = '', index] = objectKey.includes(':') ? objectKey.split(':') : ['one', objectKey.slice(4)];
        const place = chunkPlace({ clientId, challengeId, objectKey });
        return Promise.resolve(seal(key, chunkOf(Number(index)), place));
      },
    },
    uploadNews: {
      subscribe: (_, onNews) => (announce = onNews as typeof announce),
      claim: () => Promise.resolve(claims),
    },
    follower,
    faceAnalyser: analyser,
    idleness,
  });
  /** A chunk of a recording arrives. */
  const arrive = (index: number, challengeId = 'one') =>
    announce({
      verificationId: 'ver',
      stepId: 'alive',
      challengeId,
      index,
      objectKey: challengeId === 'one' ? `med_${index}` : `${challengeId}:${index}`,
      prompts: [],
    });
  const untilMeasured = (values: number[]) => vi.waitFor(() => expect(measured).toEqual(values));
  return { ahead, arrive, measured, untilMeasured, idleness, bytes };
}

/** Long enough for everything that does not wait. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(50);
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
}

describe('a recording that arrives', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('is measured chunk by chunk, and the judgement gets what was measured, once', async () => {
    const { ahead, arrive, untilMeasured, measured } = createWorld();
    arrive(0);
    arrive(1);
    await untilMeasured([1]);
    arrive(2);
    await untilMeasured([1, 2]);
    const taken = ahead.take('one');
    await taken?.analyse(picture(1));
    expect(measured).toEqual([1, 2]);
    await taken?.analyse(picture(9));
    expect(measured).toEqual([1, 2, 9]);
    taken?.forget();
    await taken?.analyse(picture(1));
    expect(measured).toEqual([1, 2, 9, 1]);
    expect(ahead.take('one')).toBeNull();
  });

  test('waits while the process has a job, and is not measured further once it is judged', async () => {
    const { ahead, arrive, measured, untilMeasured, idleness } = createWorld();
    arrive(0);
    arrive(1);
    await untilMeasured([1]);
    const job = createWake();
    const running = idleness.noting(() => job.next())('face.judge', 'out', {});
    arrive(2);
    await settle();
    expect(measured).toEqual([1]);
    job.wake();
    await running;
    await untilMeasured([1, 2]);
    ahead.take('one');
    arrive(3);
    await settle();
    expect(measured).toEqual([1, 2]);
  });

  test('is begun later by a worker that had a job at its first chunk, from the first chunk on', async () => {
    const { arrive, measured, untilMeasured, idleness } = createWorld();
    const job = createWake();
    const running = idleness.noting(() => job.next())('face.judge', 'out', {});
    arrive(0);
    job.wake();
    await running;
    await settle();
    expect(measured).toEqual([]);
    arrive(3);
    await untilMeasured([1, 2, 3]);
  });

  test('is measured in the order of its chunks, and not beyond one that is missing', async () => {
    const { arrive, measured, untilMeasured } = createWorld();
    arrive(0);
    arrive(2);
    await settle();
    expect(measured).toEqual([]);
    arrive(1);
    await untilMeasured([1, 2]);
    arrive(4);
    await vi.advanceTimersByTimeAsync(10_000);
    arrive(3);
    await settle();
    expect(measured).toEqual([1, 2]);
  });

  test.each([
    ['that another worker measures', { claims: false }],
    ['of a step that measures nothing ahead', { stepType: 'voice-liveness' }],
  ])('is not measured if it is one %s', async (_, about) => {
    const { arrive, measured, bytes } = createWorld(about);
    arrive(0);
    arrive(1);
    await settle();
    expect([measured, bytes]).toEqual([[], []]);
  });

  test('is the only one that is measured, and its measurements go to no other', async () => {
    const { ahead, arrive, measured, untilMeasured } = createWorld();
    arrive(0);
    arrive(1);
    arrive(0, 'two');
    await untilMeasured([1]);
    expect(ahead.take('two')).toBeNull();
    expect(ahead.take('three')).toBeNull();
    expect(measured).toEqual([1]);
  });

  test('leaves nothing in memory a minute after its last chunk, judged or not', async () => {
    const { ahead, arrive, measured, untilMeasured } = createWorld();
    arrive(0);
    arrive(1);
    await untilMeasured([1]);
    await vi.advanceTimersByTimeAsync(30_000);
    const taken = ahead.take('one');
    await vi.advanceTimersByTimeAsync(31_000);
    expect(ahead.take('one')).toBeNull();
    await taken?.analyse(picture(1));
    expect(measured).toEqual([1, 1]);
  });
});
