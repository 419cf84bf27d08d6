import { describe, expect, test } from 'vitest';
import type { PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { OpenedPdf } from '../../../../src/domain/ports/pages/pdf-opener.ts';
import type { Media } from '../../../../src/domain/media/media.ts';
import { OutOfTime } from '../../../../src/domain/ports/out-of-time.ts';
import { rankPages } from '../../../../src/domain/document-kinds/rank-pages.ts';
import { createReadPages } from '../../../../src/services/media/read-pages.ts';
import { emptyReading } from '../../../support/documents/made-up-document.ts';

const cover = ['Dear customer', 'Thank you for choosing us', 'Your contract at a glance'];
const terms = Array.from(
  { length: 60 },
  (_, index) =>
    `${index + 1}. The customer shall pay every amount due by the date that the bill names, and 12.50 in addition.`,
);
const bill = [
  'Customer name',
  'Jane Sample',
  'Address',
  '12 Long Lane',
  'Date of issue',
  '01/10/2026',
  'Total due 84.20',
];

describe('the order in which the pages of a file are read', () => {
  test('starts with the bill, wherever it is between the cover and the terms', () => {
    for (let at = 0; at < 10; at++) {
      const pages = Array.from({ length: 10 }, (_, index) => ({
        lines: index === at ? bill : index === 0 ? cover : terms,
      }));
      expect(rankPages(pages)[0]).toBe(at);
    }
  });

  test('is that of the file if nothing tells the pages apart', () => {
    expect(rankPages([{ lines: [] }, { lines: [] }, { lines: [] }])).toEqual([0, 1, 2]);
  });

  test('leaves no page out', () => {
    const pages = [cover, [], terms, bill, []].map((lines) => ({ lines }));
    expect([...rankPages(pages)].sort()).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('the pages of a PDF', () => {
  const box = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const pdf = { id: 'med_1', contentType: 'application/pdf' } as unknown as Media; // The input of the reading.

  async function read(
    texts: readonly (readonly string[])[],
    {
      pageMs,
      isEnough,
      isDocument = () => false,
      bare = [],
    }: {
      pageMs: number;
      isEnough: (readings: readonly PageReading[]) => boolean;
      isDocument?: (readings: readonly PageReading[]) => boolean;
      bare?: readonly number[];
    },
  ) {
    let now = 0;
    const pages = texts.map((lines, index) => ({
      jpeg: Buffer.from([index]),
      widthPx: 100,
      heightPx: 100,
      textLayer: lines.map((text) => ({ text, confidence: 1, box })),
    }));
    const drawn: number[] = [];
    const sketched: number[] = [];
    const opened: OpenedPdf = {
      pageCount: pages.length,
      producer: null,
      creator: null,
      createdAt: null,
      textOf: (index) => Promise.resolve(pages[index]?.textLayer ?? []),
      sketch: (index) => {
        sketched.push(index + 1);
        return Promise.resolve(Buffer.from([index]));
      },
      draw: (index) => {
        const page = pages[index];
        if (page === undefined) throw new Error('no such page');
        drawn.push(index + 1);
        return Promise.resolve(page);
      },
    };
    const { readPages } = createReadPages({
      quickLook: null,
      prepareMedia: () => Promise.reject(new Error('not a picture')),
      preparePdf: { read: async (_media, _maxPages, use) => ({ result: await use(opened), make: null }) },
      glance: (jpeg) => Promise.resolve(!bare.includes((jpeg[0] ?? 0) + 1)),
      pageReader: {
        // A page has ten lines, and the reading can be stopped between two of them.
        read: (_jpeg, { isLate = () => false } = {}) => {
          for (let line = 0; line < 10; line++) {
            if (isLate()) return Promise.reject(new OutOfTime('page'));
            now += pageMs / 10;
          }
          return Promise.resolve(emptyReading([]));
        },
      },
      cutPages: () => Promise.resolve([]),
      inspectSurface: () => Promise.reject(new Error('not a picture')),
      clock: { elapsedMs: () => now, now: () => new Date('2026-10-04') },
      faceAnalyser: null,
      findPortraitEdges: () => Promise.resolve(null),
    });
    const answer = await readPages(pdf, { maxPages: 20, country: null, isEnough, isDocument });
    if ('fault' in answer) throw new Error(answer.fault);
    return { ...answer, drawn, sketched, now, numbers: answer.readings.map(({ pageNumber }) => pageNumber) };
  }
  const never = () => false;

  test('are left unread if one of them is a whole bill, and reported as unread', async () => {
    const isEnough = (readings: readonly PageReading[]) => readings.some(({ pageNumber }) => pageNumber === 2);
    const answer = await read([cover, bill, ...Array.from({ length: 8 }, () => terms)], { pageMs: 1_000, isEnough });
    expect([answer.numbers, answer.unreadPages, answer.timedOut]).toEqual([[2], 9, false]);
    expect(answer.drawn).toEqual([2]);
  });

  test('that were read before the whole one are set aside if it is complete by itself', async () => {
    const isEnough = (readings: readonly PageReading[]) => readings[0]?.pageNumber === 2;
    expect((await read([[], [], []], { pageMs: 1_000, isEnough })).numbers).toEqual([2]);
  });

  test('that are scans of covers and terms are read last', async () => {
    const isEnough = (readings: readonly PageReading[]) => readings[0]?.pageNumber === 2;
    const scans = Array.from({ length: 10 }, () => []);
    const bare = [1, 3, 4, 5, 6, 7, 8, 9, 10];
    expect((await read(scans, { pageMs: 1_000, isEnough, bare })).drawn).toEqual([2]);
    expect((await read(scans, { pageMs: 1_000, isEnough: never, bare })).drawn).toEqual([2, ...bare]);
  });

  test('that are scans after the whole one are not looked at', async () => {
    const isEnough = (readings: readonly PageReading[]) => readings[0]?.pageNumber === 2;
    const scans = Array.from({ length: 10 }, () => []);
    expect((await read(scans, { pageMs: 1_000, isEnough, bare: [1] })).sketched).toEqual([1, 2]);
  });

  test('that are scans of covers and terms are not read if the others are the document, legible as a whole or not', async () => {
    const scans = Array.from({ length: 10 }, () => []);
    const bare = [1, 3, 4, 5, 6, 7, 8, 9, 10];
    const isDocument = (readings: readonly PageReading[]) => readings.some(({ pageNumber }) => pageNumber === 2);
    const answer = await read(scans, { pageMs: 1_000, isEnough: never, isDocument, bare });
    expect([answer.drawn, answer.numbers, answer.unreadPages]).toEqual([[2], [2], 9]);
  });

  test('are all read, in order, if none of them says enough', async () => {
    const answer = await read([cover, bill, terms], { pageMs: 1_000, isEnough: never });
    expect([answer.numbers, answer.unreadPages]).toEqual([[1, 2, 3], 0]);
  });

  test('are not read any further once the time of the file is up, and what was read before counts', async () => {
    const pages = Array.from({ length: 20 }, () => bill);
    const answer = await read(pages, { pageMs: 14_000, isEnough: never });
    expect([answer.numbers.length, answer.unreadPages, answer.timedOut]).toEqual([3, 17, true]);
    // One line of the page that was being read.
    expect(answer.now).toBeLessThan(45_000 + 2 * 1_400);
  });

  test('have more time if there is only one page, and are tried again after it', async () => {
    expect((await read([bill], { pageMs: 100_000, isEnough: never })).timedOut).toBe(false);
    await expect(read([bill], { pageMs: 200_000, isEnough: never })).rejects.toThrow(OutOfTime);
  });
});

describe('files that are read at the same time', () => {
  test('take turns page by page, so that a short one does not wait for the whole of a long one', async () => {
    const ends: string[] = [];
    const ofLength = (pageCount: number): OpenedPdf => ({
      pageCount,
      producer: null,
      creator: null,
      createdAt: null,
      textOf: () => Promise.resolve([]),
      sketch: () => Promise.resolve(Buffer.of(1)),
      draw: () => Promise.resolve({ jpeg: Buffer.of(pageCount), widthPx: 1, heightPx: 1, textLayer: [] }),
    });
    let running = 0;
    const { readPages } = createReadPages({
      quickLook: null,
      prepareMedia: () => Promise.reject(new Error('not a picture')),
      preparePdf: {
        read: async (media, _maxPages, use) => {
          const result = await use(ofLength(Number(media.id)));
          ends.push(media.id);
          return { result, make: null };
        },
      },
      glance: () => Promise.resolve(true),
      pageReader: {
        read: async () => {
          expect(++running).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          return emptyReading([]);
        },
      },
      cutPages: () => Promise.resolve([]),
      inspectSurface: () => Promise.reject(new Error('not a picture')),
      faceAnalyser: null,
      findPortraitEdges: () => Promise.resolve(null),
    });
    // The length of each file serves as its id.
    const files = ['20', '1', '2'].map((id) => ({ id, contentType: 'application/pdf' }) as unknown as Media);
    await Promise.all(files.map((file) => readPages(file, { maxPages: 20, country: null })));
    expect(ends).toEqual(['1', '2', '20']);
  });
});
