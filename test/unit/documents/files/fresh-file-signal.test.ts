import { describe, expect, test } from 'vitest';
import { freshFileSignal, parsePdfDate } from '../../../../src/domain/documents/fresh-file-signal.ts';

const now = new Date('2026-10-04T12:00:00Z');
const made = (producer: string | null, createdAt: string | null) =>
  freshFileSignal({ producer, creator: null, createdAt: createdAt === null ? null : new Date(createdAt) }, now);

describe('a file that was made in the last days', () => {
  test.each([
    'pdf-lib (https://github.com/Hopding/pdf-lib)',
    'Skia/PDF m120',
    'Microsoft® Word 2019',
    'ReportLab PDF Library',
  ])('is doubted when %s made it', (producer) => {
    expect(made(producer, '2026-10-03')?.score).toBeGreaterThanOrEqual(0.5);
    // A clock that is wrong or was moved forward.
    expect(made(producer, '2027-01-01')).not.toBeNull();
    expect(made(producer, '2026-09-20')).toBeNull();
  });

  test('is not doubted if an issuer’s own system made it, or if it names no maker or time', () => {
    expect(made('OpenText Exstream Version 16.6', '2026-10-03')).toBeNull();
    expect(made(null, '2026-10-03')).toBeNull();
    expect(made('pdf-lib', null)).toBeNull();
  });

  test.each([
    ["D:20261004101500+02'00'", '2026-10-04T08:15:00.000Z'],
    ['D:20261004101500Z', '2026-10-04T10:15:00.000Z'],
    ['D:2026', '2026-01-01T00:00:00.000Z'],
    ['D:20261004101500-0530', '2026-10-04T15:45:00.000Z'],
  ])('has its time in the form %s', (text, at) => expect(parsePdfDate(text)?.toISOString()).toBe(at));

  test('has no time in a text that is not a date', () => {
    for (const text of [null, '', 'yesterday', 'D:']) expect(parsePdfDate(text)).toBeNull();
  });
});
