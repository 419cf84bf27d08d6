import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MediaDamaged } from '../../../../src/domain/media/media-damaged.ts';
import type { Media } from '../../../../src/domain/media/media.ts';
import { OutOfTime } from '../../../../src/domain/ports/out-of-time.ts';
import type { MrzZone, PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import { languagesOfPage } from '../../../../src/domain/documents/page-languages.ts';
import { createKeptReadings } from '../../../../src/services/media/kept-readings.ts';
import { createReadPages } from '../../../../src/services/media/read-pages.ts';
import { createWake } from '../../../../src/services/steps/wake.ts';
import { emptyReading } from '../../../support/documents/made-up-document.ts';
import { textLine } from '../../../support/documents/printed-document.ts';

/** A worker reads a picture before its step is submitted: the step's job gets that reading only if it would have read the same. */

const portuguese: MrzZone = {
  format: 'TD3',
  first: { lines: ['P<PRTSAMPLE<<JANE'], confidences: [] },
  second: null,
  box: textLine('zone', 0, 100).box,
};
const mediaOf = (id: string, more: Partial<Media> = {}) =>
  ({
    id,
    kind: 'document-front',
    contentType: 'image/jpeg',
    capture: null,
    acceptable: true,
    codes: [],
    ...more,
  }) as Media;

/** A reader that writes down what it reads, and waits where `pages` says so. */
function createWorld({ mrz = null, cut = [] }: { mrz?: MrzZone | null; cut?: string[] } = {}) {
  const reads: string[] = [];
  const taken: string[] = [];
  const stored = new Map<string, string>();
  const pauses: Promise<void>[] = [];
  const failures: Error[] = [];
  const afterReading: (() => void)[] = [];
  let looks = 0;
  const keptReadings = createKeptReadings({ onTake: (mediaId) => taken.push(mediaId) });
  const { readPages, readAhead } = createReadPages({
    prepareMedia: (media) => {
      const bytes = stored.get(media.id) ?? media.id;
      if (bytes === 'damaged') throw new MediaDamaged(null);
      return Promise.resolve(
        bytes === 'unreadable' ? { fault: 'file.unreadable_image' } : { media, jpeg: Buffer.from(bytes) },
      );
    },
    preparePdf: { read: () => Promise.reject(new Error('no PDF')) },
    pageReader: {
      async read(jpeg, { country = null, isLate = () => false } = {}): Promise<PageReading> {
        reads.push(`${jpeg.toString()} ${country ?? '-'}`);
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        await pauses.shift();
        if (isLate()) throw new OutOfTime('page');
        return {
          ...emptyReading([textLine(jpeg.toString(), 0, 0)]),
          mrz,
          spelledIn: [...languagesOfPage(mrz, country)],
        };
      },
    },
    cutPages: () =>
      Promise.resolve(cut.map((name) => ({ jpeg: Buffer.from(name), area: { x: 0, y: 0, width: 1, height: 1 } }))),
    glance: () => Promise.resolve(true),
    inspectSurface: () => {
      afterReading.shift()?.();
      return Promise.resolve({}) as never;
    },
    quickLook: {
      inspect: () => {
        looks += 1;
        return Promise.resolve({ codes: ['document.blurry_text'] as never });
      },
    },
    keptReadings,
    faceAnalyser: null,
    findPortraitEdges: () => Promise.resolve(null),
  });
  const stopping = new AbortController();
  const pause = () => {
    const wake = createWake();
    pauses.push(wake.next());
    return () => wake.wake();
  };
  return {
    reads,
    taken,
    stored,
    failures,
    afterReading,
    keptReadings,
    stopping,
    pause,
    looks: () => looks,
    ahead: (id: string, { country = null, ...more }: { country?: string | null } & Partial<Media> = {}) =>
      readAhead(mediaOf(id, more), { country, stopping: stopping.signal }),
    job: (id: string, { country = null, ...more }: { country?: string | null } & Partial<Media> = {}) =>
      readPages(mediaOf(id, more), { maxPages: 1, country }),
  };
}

const untilReads = (reads: readonly string[], count: number) => vi.waitFor(() => expect(reads).toHaveLength(count));

describe('a picture that was read before the submit', () => {
  test('is not read again by its job, which gets the same as a job that reads it, once', async () => {
    const world = createWorld();
    const alone = await world.job('one');
    await world.ahead('one');
    expect(world.reads).toHaveLength(2);
    expect(await world.job('one')).toEqual(alone);
    expect(world.reads).toHaveLength(2);
    expect(await world.job('one')).toEqual(alone);
    expect(world.reads).toHaveLength(3);
  });

  test('is used only for its own file, and only with the same bytes', async () => {
    const { ahead, job, reads, stored } = createWorld();
    stored.set('one', 'picture').set('two', 'picture');
    await ahead('one');
    await job('two');
    expect(reads).toEqual(['picture -', 'picture -']);
    stored.set('one', 'another');
    await job('one');
    expect(reads).toEqual(['picture -', 'picture -', 'another -']);
  });

  test('is read again if the job would read it in other languages', async () => {
    const { ahead, job, reads } = createWorld();
    await ahead('one');
    await job('one', { country: 'PT' });
    expect(reads).toEqual(['one -', 'one PT']);
    await ahead('two', { country: 'AR' });
    // Spanish, too.
    await job('two', { country: 'CL' });
    expect(reads).toEqual(['one -', 'one PT', 'two AR']);
  });

  test('is used for every country if its zone names the issuer', async () => {
    const { ahead, job, reads } = createWorld({ mrz: portuguese });
    await ahead('one');
    await job('one', { country: 'DE' });
    expect(reads).toEqual(['one -']);
  });

  test('has a reading for each page that was cut out, of which each must have the same languages', async () => {
    const world = createWorld({ mrz: portuguese, cut: ['a', 'b'] });
    const alone = await world.job('sheet');
    await world.ahead('sheet');
    expect(await world.job('sheet')).toEqual(alone);
    expect(world.reads).toEqual(['a -', 'b -', 'a -', 'b -']);
  });

  test('is still looked at by its job if its quick check had not ended', async () => {
    const { ahead, job, reads, looks } = createWorld();
    await ahead('one', { acceptable: null });
    expect(looks()).toBe(0);
    expect(await job('one', { acceptable: null })).toMatchObject({ codes: ['document.blurry_text'] });
    expect([reads, looks()]).toEqual([['one -'], 1]);
    await ahead('two', { acceptable: null });
    // The quick check ended meanwhile.
    expect(await job('two', { acceptable: true })).not.toHaveProperty('codes');
    expect([reads, looks()]).toEqual([['one -', 'two -'], 1]);
  });

  test('is of no use any more to other processes once its job has begun', async () => {
    const { ahead, job, taken } = createWorld();
    await ahead('one');
    expect(taken).toEqual([]);
    await job('one');
    await job('two');
    expect(taken).toEqual(['one', 'two']);
  });
});

describe('a picture that cannot be read before the submit', () => {
  test.each([
    ['damaged', MediaDamaged],
    ['late', OutOfTime],
  ])('because it is %s leaves that to its job', async (how, error) => {
    const { ahead, job, stored, failures, reads } = createWorld();
    if (how === 'damaged') stored.set('one', 'damaged');
    else failures.push(new OutOfTime('page'), new OutOfTime('page'));
    await expect(ahead('one')).rejects.toThrow(error);
    await expect(job('one')).rejects.toThrow(error);
    stored.delete('one');
    const before = reads.length;
    expect(await job('one')).toMatchObject({ readings: [{ lines: [{ text: 'one' }] }] });
    expect(reads).toHaveLength(before + 1);
  });

  test('because it is no picture leaves that to its job', async () => {
    const { ahead, job, stored } = createWorld();
    stored.set('one', 'unreadable');
    await ahead('one');
    expect(await job('one')).toEqual({ fault: 'file.unreadable_image' });
  });
});

describe('a job that comes while its picture is read', () => {
  test('waits for that reading and uses it', async () => {
    const { ahead, job, reads, pause } = createWorld();
    const finish = pause();
    const reading = ahead('one');
    await untilReads(reads, 1);
    const working = job('one');
    finish();
    await reading;
    expect(await working).toMatchObject({ readings: [{ lines: [{ text: 'one' }] }] });
    expect(reads).toEqual(['one -']);
  });

  test('reads the picture itself if that reading fails', async () => {
    const { ahead, job, reads, failures } = createWorld();
    failures.push(new Error('the model fell over'));
    const reading = ahead('one').catch(() => undefined);
    const working = job('one');
    await reading;
    expect(await working).toMatchObject({ readings: [{ lines: [{ text: 'one' }] }] });
    expect(reads).toEqual(['one -', 'one -']);
  });

  test('ends a reading in other languages, which it would repeat', async () => {
    const { ahead, job, reads, pause } = createWorld();
    const finish = pause();
    const reading = ahead('one');
    await untilReads(reads, 1);
    const working = job('one', { country: 'PT' });
    finish();
    await expect(reading).rejects.toThrow(OutOfTime);
    expect(await working).toMatchObject({ readings: [{ spelledIn: ['por'] }] });
    expect(reads).toEqual(['one -', 'one PT']);
  });
});

describe('what was read before the submit', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('leaves the memory after two minutes', async () => {
    const { ahead, job, reads } = createWorld();
    await ahead('one');
    await ahead('two');
    await vi.advanceTimersByTimeAsync(119_000);
    await job('one');
    expect(reads).toEqual(['one -', 'two -']);
    await vi.advanceTimersByTimeAsync(2_000);
    await job('two');
    expect(reads).toEqual(['one -', 'two -', 'two -']);
  });

  test('leaves the memory when the file is deleted, and is ended if it is still read', async () => {
    const { ahead, job, reads, keptReadings, pause } = createWorld();
    await ahead('one');
    keptReadings.forget('one');
    await job('one');
    expect(reads).toEqual(['one -', 'one -']);
    const finish = pause();
    const reading = ahead('two');
    await untilReads(reads, 3);
    keptReadings.forget('two');
    finish();
    await expect(reading).rejects.toThrow(OutOfTime);
  });

  test('is not kept if the file is deleted after the last run of a model', async () => {
    const { ahead, job, reads, keptReadings, afterReading } = createWorld();
    afterReading.push(() => keptReadings.forget('one'));
    await ahead('one');
    await job('one');
    expect(reads).toEqual(['one -', 'one -']);
  });

  test('is of fifty pictures at most: the oldest leaves the memory first', async () => {
    const { ahead, job, reads } = createWorld();
    for (let index = 0; index <= 50; index += 1) await ahead(`p${index}`);
    await job('p1');
    expect(reads).toHaveLength(51);
    await job('p0');
    expect(reads).toHaveLength(52);
  });

  test('is nothing if the process stops meanwhile', async () => {
    const { ahead, reads, pause, stopping } = createWorld();
    const finish = pause();
    const reading = ahead('one');
    await untilReads(reads, 1);
    stopping.abort();
    finish();
    await expect(reading).rejects.toThrow(OutOfTime);
    await ahead('two');
    expect(reads).toEqual(['one -']);
  });
});
