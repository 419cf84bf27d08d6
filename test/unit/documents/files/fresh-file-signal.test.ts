import { describe, expect, test } from 'vitest';
import { freshFileSignal, parsePdfDate } from '../../../../src/domain/documents/fresh-file-signal.ts';

const now = new Date('2026-10-04T12:00:00Z');
const dateOf = (text: string | null) => (text === null ? null : new Date(text));
const made = (producer: string | null, createdAt: string | null, changedAt: string | null = null) =>
  freshFileSignal({ producer, creator: null, createdAt: dateOf(createdAt), changedAt: dateOf(changedAt) }, now);

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

  test('is doubted, too, if such a program only changed it then: a forger keeps the time at which the bill was made', () => {
    const changed = made('pdf-lib', '2026-07-01', '2026-10-03');
    expect(changed?.score).toBeGreaterThanOrEqual(0.5);
    expect(changed?.evidence).toBe('The file was made or changed by “pdf-lib” on 2026-10-03.');
    expect(made('pdf-lib', null, '2026-10-03')).not.toBeNull();
    expect(made('pdf-lib', '2026-10-03', '2026-07-01')).not.toBeNull();
    expect(made('pdf-lib', '2026-07-01', '2026-09-20')).toBeNull();
    expect(made('OpenText Exstream Version 16.6', '2026-07-01', '2026-10-03')).toBeNull();
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
