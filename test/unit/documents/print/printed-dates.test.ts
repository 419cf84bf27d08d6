import { describe, expect, it } from 'vitest';
import type { DatePattern } from '../../../../src/domain/document-kinds/document-kind.ts';
import { findPrintedDates } from '../../../../src/domain/printed-dates/find-printed-dates.ts';

const today = new Date('2026-03-01T12:00:00Z');
const find = (
  text: string,
  pattern: DatePattern = 'dd/mm/yyyy',
  languages: readonly string[] = ['en', 'es', 'pt', 'fr', 'de', 'it', 'pl', 'tr'],
  calendar: 'gregorian' | 'buddhist' = 'gregorian',
) => findPrintedDates(text, { dates: { pattern, calendar }, languages }, today).map(({ iso }) => iso);

describe('dates in print', () => {
  it.each([
    ['12/08/1974', '1974-08-12'],
    ['12.08.1974', '1974-08-12'],
    ['12 08 1974', '1974-08-12'],
    ['12-08-1974', '1974-08-12'],
    ['12081974', '1974-08-12'],
    ['12 081974', '1974-08-12'],
    ['1208 1974', '1974-08-12'],
    ['1208.1974', '1974-08-12'],
    ['12.081974', '1974-08-12'],
    ['12/081974', '1974-08-12'],
    ['1974-08-12', '1974-08-12'],
    ['12 AUG 1974', '1974-08-12'],
    ['12AUG1974', '1974-08-12'],
    ['12 AUG 74', '1974-08-12'],
    ['12 AGO/ AUG 1974', '1974-08-12'],
    ['12AGOAUG1974', '1974-08-12'],
    ['01JAN7JAN85', '1985-01-01'],
    ['01 AGO 7AUG 1974', '1974-08-01'],
    ['12-AGO-1974', '1974-08-12'],
    ['01 MAR 2024', '2024-03-01'],
    ['5 de dezembro de 2024', '2024-12-05'],
    ['5 de mayo de 2024', '2024-05-05'],
    ['5demayode2024', '2024-05-05'],
    ['3. Oktober 2025', '2025-10-03'],
    ['14 juillet 2025', '2025-07-14'],
    ['3 października 2025', '2025-10-03'],
    ['03 0CT 2025', '2025-10-03'],
    ['March 1, 2026', '2026-03-01'],
    ['22 FEB/FEB 78', '1978-02-22'],
    ['São Paulo, 12/08/1974, SP', '1974-08-12'],
  ])('%s is %s', (text, iso) => {
    expect(find(text)).toEqual([iso]);
  });

  it('are in the order of their document', () => {
    expect(find('03/04/2020', 'mm/dd/yyyy')).toEqual(['2020-03-04']);
    expect(find('03/04/2020', 'dd/mm/yyyy')).toEqual(['2020-04-03']);
  });

  it('of the Buddhist era are five hundred and forty-three years less', () => {
    expect(find('5 ม.ค. 2523', 'dd mmm yyyy', ['en', 'th'], 'buddhist')).toEqual(['1980-01-05']);
    expect(find('๕ ม.ค. ๒๕๒๓', 'dd mmm yyyy', ['en', 'th'], 'buddhist')).toEqual(['1980-01-05']);
    expect(find('5 Jan. 1980', 'dd mmm yyyy', ['en', 'th'], 'buddhist')).toEqual(['1980-01-05']);
    expect(find('05/01/2523')).toEqual([]);
  });

  it('that no calendar has are not dates', () => {
    for (const text of [
      '31/02/2020',
      '00/01/2020',
      '12/13/2020',
      '12 JUI 1974',
      '99 AUG 1974',
      '1234567890',
      '2004-2005',
      '2011/2012',
      'AUGUST',
    ]) {
      expect([text, find(text)]).toEqual([text, []]);
    }
  });

  it('may be several in one line', () => {
    expect(find('05/01/2020 - 05/01/2030')).toEqual(['2020-01-05', '2030-01-05']);
  });

  it('are searched for in hostile text within bounded time', () => {
    for (const text of ['1'.repeat(100_000), '1 '.repeat(50_000), 'A1'.repeat(50_000), '12 de '.repeat(20_000)]) {
      expect(find(text).length).toBeLessThan(200);
    }
  });
});
