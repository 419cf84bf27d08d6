import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Media } from '../../../src/domain/media/media.ts';
import type { UploadAnnouncements } from '../../../src/domain/ports/upload-news.ts';
import type { Database } from '../../../src/domain/repositories/repositories.ts';
import type { Flows } from '../../../src/services/flows/load-flow.ts';
import { readPicturesAhead } from '../../../src/services/steps/read-pictures-ahead.ts';
import { createWake } from '../../../src/services/steps/wake.ts';
import { createIdleness } from '../../../workers/idleness.ts';

/** A worker reads pictures before their submit. It skips deleted and submitted ones, and reads none while it has a job. */

interface Known {
  media?: Partial<Media> | null;
  status?: string;
  attempt?: number;
  type?: string;
  countries?: string[] | null;
  claims?: boolean;
}

function createWorld({
  media = {},
  status = 'waiting',
  attempt = 1,
  type = 'document',
  countries = null,
  claims = true,
}: Known = {}) {
  const begun: string[] = [];
  const forgotten: string[] = [];
  const finish = createWake();
  const idleness = createIdleness({ pauseMs: 0 });
  const heard: { [What in keyof UploadAnnouncements]?: (news: UploadAnnouncements[What]) => void } = {};
  const config = type === 'document' ? { accept: [{ type: 'passport', countries }] } : {};
  const found = { contentType: 'image/jpeg', stepRunId: 'run', verificationId: 'ver', attempt: 1, ...media };
  readPicturesAhead({
    db: {
      media: { findById: (id: string) => Promise.resolve(media === null ? null : { id, ...found }) },
      stepRuns: {
        get: () => Promise.resolve({ stepId: 'step' }),
        list: () => Promise.resolve([{ stepId: 'step', status, attempt }]),
      },
      verifications: { get: () => Promise.resolve({ id: 'ver', flowVersionId: 'flv' }) },
    } as unknown as Database,
    flows: {
      getVersion: () => Promise.resolve({ document: { steps: [{ id: 'step', type, config }] } }),
    } as unknown as Flows,
    uploadNews: {
      subscribe: (what, onNews) => void (heard[what] = onNews as never),
      claim: () => Promise.resolve(claims),
    },
    async readAhead({ id }, { country, stopping }) {
      begun.push(`${id} ${country ?? '-'}`);
      const stopped = new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
      await Promise.race([finish.next(), stopped]);
      begun.push(`${id} ${stopping.aborted ? 'stopped' : 'ended'}`);
      throw new Error('of no consequence');
    },
    keptReadings: { forget: (id) => void forgotten.push(id) },
    idleness,
  });
  return {
    begun,
    forgotten,
    idleness,
    uploaded: (...ids: string[]) => ids.forEach((mediaId) => heard.picture?.({ mediaId, country: null })),
    uploadedOf: (country: string, mediaId: string) => heard.picture?.({ mediaId, country }),
    gone: (mediaId: string) => heard.gone?.({ mediaId }),
    async finish() {
      finish.wake();
      await settle();
    },
  };
}

/** Long enough for everything that does not wait. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
}

test('pictures are read one at a time, the newest first, also after one that fails', async () => {
  const { uploaded, begun, finish } = createWorld();
  uploaded('one');
  await settle();
  uploaded('two', 'three');
  await settle();
  expect(begun).toEqual(['one -']);
  await finish();
  await finish();
  await finish();
  expect(begun).toEqual(['one -', 'one ended', 'three -', 'three ended', 'two -', 'two ended']);
  uploaded('four');
  await settle();
  expect(begun.at(-1)).toBe('four -');
});

test('of a flood of pictures, the newest eight wait for their turn', async () => {
  const { uploaded, begun, finish } = createWorld();
  uploaded('first');
  await settle();
  uploaded(...Array.from({ length: 1_000 }, (_, index) => `p${index}`));
  for (let turn = 0; turn < 12; turn += 1) await finish();
  expect(begun.filter((line) => line.endsWith('-'))).toEqual([
    'first -',
    ...Array.from({ length: 8 }, (_, index) => `p${999 - index} -`),
  ]);
});

test('no picture is begun while the process has a job', async () => {
  const { uploaded, begun, idleness } = createWorld();
  const job = createWake();
  const running = idleness.noting(() => job.next())('document.read', 'out', {});
  uploaded('one');
  await settle();
  expect(begun).toEqual([]);
  job.wake();
  await running;
  await expect.poll(() => begun).toEqual(['one -']);
});

test('a picture that was deleted or submitted meanwhile is not begun, and its reading leaves the memory', async () => {
  const { uploaded, gone, begun, forgotten, finish } = createWorld();
  uploaded('one');
  await settle();
  uploaded('two');
  gone('two');
  gone('one');
  expect(forgotten).toEqual(['two', 'one']);
  await finish();
  expect(begun).toEqual(['one -', 'one ended']);
});

test.each<[string, Known]>([
  ['another worker reads', { claims: false }],
  ['does not exist any more', { media: null }],
  ['is a PDF', { media: { contentType: 'application/pdf' } }],
  ['has been submitted', { status: 'processing' }],
  ['is of an earlier attempt', { attempt: 2 }],
  ['is of a step that reads no pictures', { type: 'selfie' }],
])('a file is not read if it is one that %s', async (_, known) => {
  const { uploaded, begun } = createWorld(known);
  uploaded('one');
  await settle();
  expect(begun).toEqual([]);
});

test.each([
  [['PT', 'BR'], 'PT'],
  [['PT', 'ES'], '-'],
])(
  'a picture is read in the languages of the accepted countries %s if they have the same',
  async (countries, country) => {
    const { uploaded, begun } = createWorld({ countries });
    uploaded('one');
    await settle();
    expect(begun).toEqual([`one ${country}`]);
  },
);

test('a picture is read in the languages of the country that the device names, if it names one', async () => {
  const { uploadedOf, begun } = createWorld({ countries: ['PT', 'BR'] });
  uploadedOf('PL', 'one');
  await settle();
  expect(begun).toEqual(['one PL']);
});

test('a process that stops ends the reading, waits for its end, and begins no other', async () => {
  const { uploaded, begun, idleness } = createWorld();
  uploaded('one', 'two');
  await settle();
  await idleness.stop();
  expect(begun).toEqual(['two -', 'two stopped']);
  await settle();
  expect([begun.length, idleness.isIdle()]).toEqual([2, false]);
});
