import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { prolongedTo } from '../../../src/domain/document-kinds/expiry-by-number.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { localDays } from '../../../src/domain/documents/local-days.ts';
import { dateContradictions, findDateContradiction } from '../../../src/steps/document/checks/contradictory-dates.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { evaluate, expired, names, readingOf, wholePrint } from '../../support/documents/evaluated-page.ts';
import { evaluatedAt, judge } from '../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument, type MadeUpHolder } from '../../support/documents/made-up-document.ts';

describe('a passport', () => {
  it('that has expired does not become valid because the print names another century', () => {
    for (const year of ['2112', '1912', '3012']) {
      const printed = wholePrint.map((text) => text.replace('2032', year));
      const { codes, outcome } = evaluate({ lines: [names, expired], printed });
      expect([year, codes['document-expiry'], codes['cross-check']]).toEqual([
        year,
        'document.expired',
        'document.not_found_in_print',
      ]);
      expect(outcome.record).toMatchObject({ fields: { dateOfExpiry: { normalisedValue: '2012-04-15' } } });
    }
  });

  it('that expired in 1999 does not become endless because the print has the year 9999: no passport is endless', () => {
    for (const [zone, day] of [
      ['L898902C36UTO7408122F9901018ZE184226B<<<<<00', '01 01 9999'],
      ['L898902C36UTO7408122F9903159ZE184226B<<<<<00', '15 03 9999'],
    ] as const) {
      const { codes, outcome } = evaluate({
        lines: [names, zone],
        printed: wholePrint.map((text) => text.replace('15 APR 2032', day)),
      });
      expect([day, codes['document-expiry']]).toEqual([day, 'document.expired']);
      expect(outcome.record).toMatchObject({
        fields: { dateOfExpiry: { normalisedValue: day.replace(/(\d\d) (\d\d) 9999/, '1999-$2-$1') } },
      });
    }
  });

  it('is valid to the end of its last day', () => {
    const onLastDay = evaluate({});
    expect(onLastDay.outcome.checks.find(({ id }) => id === 'document-expiry')?.data).toMatchObject({
      dateOfExpiry: '2032-04-15',
      checkedOn: '2026-03-01',
    });
    const at = (day: string) =>
      documentStep
        .evaluate({
          config: { accept: [{ type: 'passport' }] },
          input: { documentType: 'passport' },
          stored: {
            kind: 'done',
            result: {
              pages: [{ mediaId: 'm', kind: 'document-front', codes: [], fault: null, reading: readingOf({}) }],
              durationMs: 1,
            },
          },
          at: new Date(day),
          earlier: [],
        })
        .outcome.checks.find(({ id }) => id === 'document-expiry')?.outcome;
    expect(at('2032-04-15T23:59:59Z')).toBe('passed');
    // In Los Angeles, it is still the last day.
    expect(at('2032-04-16T00:00:00Z')).toBe('warning');
    expect(at('2032-04-16T11:59:59Z')).toBe('warning');
    expect(at('2032-04-16T12:00:00Z')).toBe('failed');
  });

  it('gets the century of the birth from the print', () => {
    const born1911 = 'L898902C36UTO1101011F3204153ZE184226B<<<<<12';
    const printed = ['PASSPORT', 'L898902C3', 'ERIKSSON', 'ANNA MARIA', '01.01.1911', '15 APR 2032'];
    const { outcome, codes } = evaluate({ lines: [names, born1911], printed }, { minimumAge: 18 });
    expect(outcome.facts.dateOfBirth?.value).toBe('1911-01-01');
    // A child's zone on a page with other printed digits looks the same.
    expect([codes.age, codes['cross-check']]).toEqual(['passed', 'document.fields_disagree']);
    const { comparisons } = outcome.checks.find(({ id }) => id === 'cross-check')?.data as {
      comparisons: { field: string }[];
    };
    expect(comparisons.find(({ field }) => field === 'dateOfBirth')).toMatchObject({
      agrees: false,
      readings: [
        { source: 'mrz', value: '110101' },
        { source: 'visual', value: '1911-01-01' },
      ],
    });
  });
});

describe('a Spanish card', () => {
  const kind = documentKinds.find((each) => kindKeyOf(each) === 'national-id/ES/dni');
  const expiring = (day: string) => {
    if (kind === undefined) throw new Error('no such kind');
    return judge(kind, storeDocument(kind, makeUpDocument(kind, 1, { dateOfExpiry: day, dateOfBirth: '1950-04-17' })));
  };

  it('that never expires has the year 9999 in print and 99 in the zone', () => {
    const { codes, outcome } = expiring('9999-01-01');
    expect([codes['document-expiry'], codes['cross-check']]).toEqual(['passed', 'passed']);
    expect(outcome.record).toMatchObject({ fields: { dateOfExpiry: { normalisedValue: '9999-01-01' } } });
  });

  it('has expired if the print names that year and another day than the first', () => {
    expect(expiring('9999-03-15').codes['document-expiry']).toBe('document.expired');
  });
});

describe('a French card until 2021 that the law prolonged by five years', () => {
  const kind = documentKinds.find((each) => kindKeyOf(each) === 'national-id/FR/cni-1995');
  const adult = { dateOfBirth: '1980-05-02', dateOfIssue: '2013-12-31', dateOfExpiry: '2023-12-30' };
  const expiry = (holder: Partial<MadeUpHolder>, at = evaluatedAt, config = {}) => {
    if (kind === undefined) throw new Error('no such kind');
    const stored = storeDocument(kind, makeUpDocument(kind, 1, holder));
    const { checks } = judge(kind, stored, config, {}, at).outcome;
    return checks.flatMap(({ id, outcome, code }) => (id === 'document-expiry' ? [[outcome, code ?? '']] : []));
  };
  const doubt = [['warning', 'document.prolonged_by_law']];
  const refusal = [['failed', 'document.expired']];

  it('is a doubt, neither a pass nor a refusal, from the day after the printed one to the end of its last day', () => {
    expect(expiry(adult, new Date('2023-12-30T23:59:59Z'))).toEqual([['passed', '']]);
    expect(expiry(adult, new Date('2023-12-31T00:00:00Z'))).toEqual(doubt);
    expect(expiry(adult)).toEqual(doubt);
    expect(expiry(adult, new Date('2028-12-30T23:59:59Z'))).toEqual(doubt);
    expect(expiry(adult, new Date('2028-12-31T01:00:00Z'))).toEqual([['warning', 'document.expired']]);
    expect(expiry(adult, new Date('2029-01-01T00:00:00Z'))).toEqual(refusal);
  });

  it('passes the check in a flow that accepts expired documents', () => {
    expect(expiry(adult, evaluatedAt, { requireUnexpired: false })).toEqual([['passed', '']]);
  });

  it('was issued from 2 January 2004', () => {
    const at = new Date('2014-06-01T12:00:00Z');
    const issued = (day: string, lastDay: string) => expiry({ ...adult, dateOfIssue: day, dateOfExpiry: lastDay }, at);
    expect(issued('2004-01-02', '2014-01-01')).toEqual(doubt);
    expect(issued('2004-01-01', '2013-12-31')).toEqual(refusal);
  });

  it('was issued to 31 December 2013: later cards have their fifteen years in print', () => {
    const at = new Date('2024-06-01T12:00:00Z');
    const issued = (day: string, lastDay: string) => expiry({ ...adult, dateOfIssue: day, dateOfExpiry: lastDay }, at);
    expect(issued('2014-01-01', '2023-12-31')).toEqual(refusal);
    expect(issued('2013-12-31', '2023-12-31')).toEqual(doubt);
  });

  it('belongs to an adult: those of minors were not prolonged', () => {
    const born = (dateOfBirth: string) =>
      expiry({ dateOfBirth, dateOfIssue: '2013-06-12', dateOfExpiry: '2023-06-11' });
    expect([born('1995-06-12'), born('1995-06-13')]).toEqual([doubt, refusal]);
  });

  it('was valid for ten years by its own dates, and by its number', () => {
    expect(expiry({ ...adult, dateOfIssue: '2013-11-30' }).at(0)).toEqual(refusal[0]);
    // Another person's back with a later expiry.
    const back = { ...adult, dateOfIssue: '2012-06-12', dateOfExpiry: '2022-06-11' };
    expect(expiry({ ...back, documentNumber: '120675100123' })).toEqual(doubt);
    expect(expiry({ ...back, documentNumber: '100675100123' }).at(0)).toEqual(refusal[0]);
  });

  it('of a number without a month, and with an issue that was not read, gets its days from its expiry', () => {
    const dates = { dateOfBirth: '1980-05-02', dateOfIssue: null, documentNumber: null, today: '2026-03-01' };
    if (kind === undefined) throw new Error('no such kind');
    expect(prolongedTo(kind, { ...dates, dateOfExpiry: '2023-12-30' })).toBe('2028-12-30');
    expect(prolongedTo(kind, { ...dates, dateOfExpiry: '2023-12-31' })).toBeNull();
    // Issued on 1 March 2010: the last day of fifteen years is no leap day.
    expect(prolongedTo(kind, { ...dates, dateOfExpiry: '2020-02-29' })).toBe('2025-02-28');
  });

  it('of another kind is no such document', () => {
    const others = documentKinds.filter((each) => each !== kind && each.prolonged.length > 0);
    expect(others).toEqual([]);
  });
});

describe('on the birthday that makes a person old enough', () => {
  // Anna Eriksson, born on 12 August 1974.
  const ageAt = (time: string) =>
    documentStep
      .evaluate({
        config: { accept: [{ type: 'passport' }], minimumAge: 60 },
        input: { documentType: 'passport' },
        stored: {
          kind: 'done',
          result: {
            pages: [{ mediaId: 'm', kind: 'document-front', codes: [], fault: null, reading: readingOf({}) }],
            durationMs: 1,
          },
        },
        at: new Date(time),
        earlier: [],
      })
      .outcome.checks.find(({ id }) => id === 'age');

  it.each([
    ['2034-08-11T09:59:59Z', 'failed', 'document.under_age'],
    ['2034-08-11T10:00:00Z', 'warning', 'document.under_age'],
    ['2034-08-12T11:59:59Z', 'warning', 'document.under_age'],
    ['2034-08-12T12:00:00Z', 'passed', null],
  ])('the person neither passes nor is refused until it has begun everywhere: %s', (time, outcome, code) => {
    expect(ageAt(time)).toMatchObject({ outcome, code });
  });
});

describe('dates that no honest document has', () => {
  const days = localDays(evaluatedAt);
  const day = (text: string, years: number) => String(Number(text.slice(0, 4)) + years) + text.slice(4);
  const honest = { dateOfBirth: '1985-04-17', dateOfIssue: '2021-12-31', dateOfExpiry: '2031-12-31', numberedIn: null };
  const find = (dates: Partial<Record<keyof typeof honest, string | null>>, type: DocumentKind['type'] = 'passport') =>
    findDateContradiction({ ...honest, ...dates }, { type, days });

  it('are found wherever they come from, and honest ones and unread ones are not among them', () => {
    expect(find({})).toBeNull();
    expect(find({ dateOfBirth: null, dateOfIssue: null, dateOfExpiry: null })).toBeNull();
    const found = [
      find({ dateOfBirth: '2026-03-03', dateOfIssue: null }),
      find({ dateOfBirth: '1876-02-27' }),
      find({ dateOfIssue: '2026-03-03' }),
      find({ dateOfIssue: '1985-04-16', dateOfExpiry: null }),
      find({ dateOfBirth: '2020-01-01', dateOfIssue: null, dateOfExpiry: '2019-12-31' }),
      find({ dateOfIssue: '2021-12-31', dateOfExpiry: '2021-12-30' }),
      find({ dateOfIssue: '2015-12-31', dateOfExpiry: '2027-01-01' }),
      find({ numberedIn: '2110' }),
    ];
    expect(found).toEqual(dateContradictions);
  });

  it('begin after the day on which a date is still today somewhere', () => {
    expect(find({ dateOfIssue: days.latest })).toBeNull();
    expect(find({ dateOfBirth: days.latest, dateOfIssue: days.latest })).toBeNull();
  });

  it('include a validity that is too long for any passport, from the issue or from today, and for other documents one of a lifetime', () => {
    expect(find({ dateOfIssue: null, dateOfExpiry: day(days.latest, 11) })).toBeNull();
    expect(find({ dateOfIssue: null, dateOfExpiry: day(days.latest, 12) })).toBe('validTooLong');
    expect(find({ dateOfExpiry: '2071-12-31' }, 'national-id')).toBeNull();
    expect(find({ dateOfExpiry: '2082-01-01' }, 'national-id')).toBe('validTooLong');
    expect(find({ dateOfExpiry: '9999-01-01' })).toBeNull();
  });

  it('include an issue that is neither in the month of the number nor in the next one', () => {
    const issued = (dateOfIssue: string, numberedIn: string) => find({ dateOfIssue, numberedIn }, 'national-id');
    expect([issued('2021-12-31', '2112'), issued('2021-12-31', '2111'), issued('2000-01-05', '9912')]).toEqual([
      null,
      null,
      null,
    ]);
    expect([issued('2021-12-31', '2201'), issued('2021-12-31', '2012')]).toEqual([
      'issuedInOtherMonth',
      'issuedInOtherMonth',
    ]);
  });

  it('include the month of a French card’s number, which is on the other side of the card', () => {
    const french = documentKinds.find((kind) => kindKeyOf(kind) === 'national-id/FR/cni-1995');
    if (french === undefined) throw new Error('no such kind');
    const answer = (number?: string) =>
      judge(
        french,
        storeDocument(french, makeUpDocument(french, 1, number === undefined ? {} : { documentNumber: number })),
      ).outcome.checks.find(({ id }) => id === 'document-expiry');
    expect(answer()).toMatchObject({ outcome: 'passed' });
    expect(answer('180175T00012')).toMatchObject({
      outcome: 'warning',
      code: 'document.dates_contradict',
      data: { contradiction: 'issuedInOtherMonth' },
    });
  });

  const dated = documentKinds
    .filter(({ type, fields }) => type !== 'proof-of-residency' && fields.some(({ name }) => name === 'dateOfIssue'))
    .map((kind) => [kindKeyOf(kind), kind] as const);

  it.each(dated)('send an otherwise flawless %s to a reviewer, in every flow', (_key, kind) => {
    const codeFor = (dates: Partial<MadeUpHolder>, config = {}) =>
      judge(kind, storeDocument(kind, makeUpDocument(kind, 1, dates)), config).codes['document-expiry'];
    const { dateOfBirth } = makeUpDocument(kind).holder;
    for (const config of [{}, { requireUnexpired: false }]) {
      expect(codeFor({}, config)).toBe('passed');
      expect(codeFor({ dateOfIssue: '2026-03-05' }, config)).toBe('document.dates_contradict');
      expect(codeFor({ dateOfIssue: day(dateOfBirth, -1) }, config)).toBe('document.dates_contradict');
    }
  });
});
