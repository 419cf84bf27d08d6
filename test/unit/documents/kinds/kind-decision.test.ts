import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { Point, Quad } from '../../../../src/domain/ports/pages/page-reader.ts';
import { judge } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, printedValue, storeDocument } from '../../../support/documents/made-up-document.ts';
import { printedLine } from '../../../support/documents/printed-document.ts';

/** Away from every label. */
const moved = ([a, b, c, d]: Quad, right: number, down: number): Quad => {
  const shift = ([x, y]: Point): Point => [x + right, y + down];
  return [shift(a), shift(b), shift(c), shift(d)];
};

describe('the kind is decided on evidence that does not contradict', () => {
  const kindOf = (key: string) => {
    const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === key);
    if (kind === undefined) throw new Error(`no kind ${key}`);
    return kind;
  };
  /** The zone of one kind with the code of another, below the print of `printed`. */
  const mixed = (printed: DocumentKind, zoneKind: DocumentKind, code: string) => {
    const document = makeUpDocument(printed);
    const { zone } = makeUpDocument({ ...zoneKind, mrz: zoneKind.mrz && { ...zoneKind.mrz, codes: [code] } });
    const side = zoneKind.mrz?.side ?? 'front';
    const kind = { ...printed, mrz: zoneKind.mrz && { ...zoneKind.mrz, side } };
    return storeDocument(kind, { ...document, zone });
  };
  const everything = { accept: [{ type: 'national-id' }, { type: 'driving-license' }, { type: 'passport' }] };

  it('a residence permit is not taken for one of its issuer’s identity cards, by its code or by its title', () => {
    const permit = kindOf('national-id/any/residence-permit');
    const portuguese = kindOf('national-id/PT/cc');
    for (const code of ['IR', 'I']) {
      const { outcome } = judge(permit, mixed(permit, { ...permit, country: 'PT' }, code), everything);
      expect(outcome.record).toMatchObject({ subtype: 'residence-permit' });
    }
    const { outcome } = judge(permit, mixed(permit, portuguese, 'IR'), everything);
    expect(outcome.record).toMatchObject({ subtype: 'residence-permit', country: 'PT' });
  });

  const cards = documentKinds.filter(({ mrz }) => mrz?.formats.some((format) => format === 'TD1' || format === 'TD2'));
  it.each(cards.map((kind) => [kindKeyOf(kind), kind] as const))(
    'the certificate of a crew member is no %s, and neither is a card with a code that no card has',
    (_key, kind) => {
      for (const code of ['AC', 'IV', 'AV', 'CV']) {
        const { codes } = judge(kind, mixed(kind, kind, code), everything);
        expect([code, codes['document-type']]).toEqual([code, 'document.type_unknown']);
      }
    },
  );

  const licence = kindOf('driving-license/US');
  const idCard = kindOf('national-id/US/state-id');
  it.each([
    ...(idCard.marks.front ?? []).filter((mark) => mark !== 'USA').map((title) => [title, idCard, licence] as const),
    ...(licence.marks.front ?? []).filter((mark) => mark !== 'USA').map((title) => [title, licence, idCard] as const),
  ])('a barcode does not turn a card with the title %s into another kind of card', (title, printed, coded) => {
    const document = makeUpDocument(printed);
    const { barcode } = makeUpDocument(coded, 1, document.holder);
    const titles = Object.values(printed.marks).flat();
    /** The card with this title alone, and with this barcode. */
    const judged = (code: typeof barcode) => {
      const stored = storeDocument(printed, { ...document, barcode: code }, (reading, side) => {
        const others = reading.lines.filter(({ text }) => !titles.includes(text));
        const text = side === 'front' ? title : 'DONOR';
        return { ...reading, lines: [printedLine(text, 900, 10), ...others], spelledIn: ['eng'] };
      });
      return judge(printed, stored, everything, { documentType: code === barcode ? coded.type : printed.type }).codes;
    };
    expect(judged(barcode)['document-type']).toBe('document.type_unknown');
    expect(judged(document.barcode)['document-type']).toBe('passed');
  });

  it('no rule of either country rejects the print of one country’s card above the zone of another', () => {
    for (const [printed, zone] of [
      ['national-id/ES/dni', 'national-id/any/id-card-td1'],
      ['national-id/PT/cc', 'national-id/any/id-card-td1'],
      ['driving-license/DE/eu-model', 'national-id/any/id-card-td1'],
    ] as const) {
      const { outcome, codes } = judge(kindOf(printed), mixed(kindOf(printed), kindOf(zone), 'I'), everything);
      expect([printed, codes['document-type']]).toEqual([printed, 'document.type_unknown']);
      const judged = ['document-type', 'document-number', 'document-expiry', 'age'];
      expect(outcome.checks.filter(({ id, outcome: end }) => judged.includes(id) && end === 'failed')).toEqual([]);
    }
  });

  it.each([
    ['driving-license/FR/eu-model', 'FR'],
    ['driving-license/AT/eu-model', 'AT'],
    ['driving-license/CA', 'CA'],
    ['driving-license/AU', 'AU'],
  ])('%s is its own licence country', (key, country) => {
    const kind = kindOf(key);
    const { outcome, codes } = judge(kind, storeDocument(kind, makeUpDocument(kind)), everything);
    expect(outcome.record).toMatchObject({ type: 'driving-license', country });
    expect(codes['document-type']).toBe('passed');
  });

  it('a refugee’s travel document is distinguished from a passport by its code or title', () => {
    const kind = kindOf('passport/any/refugee-travel-document');
    for (const code of ['PR', 'P']) {
      const { outcome } = judge(kind, mixed(kind, kind, code), everything);
      expect([code, outcome.record]).toMatchObject([code, { subtype: 'refugee-travel-document' }]);
    }
  });
});

describe('a visa', () => {
  const named = documentKinds.filter(({ mustBeNamed }) => mustBeNamed);
  const passport = documentKinds.find((kind) => kindKeyOf(kind) === 'passport/any');
  const kind = named.find(({ subtype }) => subtype === 'visa');
  if (kind === undefined || passport === undefined) throw new Error('the catalogue lacks a kind');
  const document = makeUpDocument(kind);
  const stored = storeDocument(kind, document);

  it('and a residence permit are the only kinds that a flow has to name', () => {
    expect(named.map(kindKeyOf)).toEqual(['national-id/any/residence-permit', 'passport/any/visa']);
  });

  it('does not pass a flow that asks for a passport of any subtype, and the person may bring the passport', () => {
    const { codes, retakeCodes } = judge(kind, stored, { accept: [{ type: 'passport' }] });
    expect(codes['document-type']).toBe('document.subtype_not_accepted');
    expect(retakeCodes).toContain('document.subtype_not_accepted');
  });

  it('passes along with passports if a flow names it, and a passport does not pass if only visas are named', () => {
    const both = [{ type: 'passport' }, { type: 'passport', subtypes: ['visa'] }];
    expect(judge(kind, stored, { accept: both }).codes['document-type']).toBe('passed');
    const own = storeDocument(passport, makeUpDocument(passport));
    expect(judge(passport, own, { accept: both }).codes['document-type']).toBe('passed');
    expect(judge(passport, own, { accept: both.slice(1) }).codes['document-type']).toBe(
      'document.subtype_not_accepted',
    );
  });

  it('is checked for the three check digits that it has, and for no composite one', () => {
    const { outcome, codes } = judge(kind, stored);
    expect(codes['mrz-check-digits']).toBe('passed');
    const check = outcome.checks.find(({ id }) => id === 'mrz-check-digits');
    expect(check?.data).toMatchObject({
      checkDigits: ['documentNumber', 'dateOfBirth', 'dateOfExpiry'].map((name) => ({ name, valid: true })),
    });
  });

  it('agrees when its zone repeats any number that it prints with a label, and is doubted otherwise', () => {
    const number = printedValue(document.printed, 'documentNumber') ?? '';
    // The texts after the first are printed next to it: a label on the row above, a number on the same row.
    const rewrite = (texts: (text: string) => string[]) =>
      storeDocument(kind, document, (reading) => ({
        ...reading,
        lines: reading.lines.flatMap((line) =>
          texts(line.text).map((text, place) => ({
            ...line,
            text,
            box: place === 0 ? line.box : moved(line.box, 420, /\d/.test(text) ? 0 : -28),
          })),
        ),
      }));
    const passportToo = rewrite((text) => (text === number ? ['XZ7654321', 'Passport number', text] : [text]));
    expect(judge(kind, passportToo).codes['cross-check']).toBe('passed');
    const unlabelled = rewrite((text) => (text === number ? ['XZ7654321', text] : [text]));
    expect(judge(kind, unlabelled).codes['cross-check']).toBe('document.not_found_in_print');
    const another = rewrite((text) => [text === number ? 'XZ7654321' : text]);
    expect(judge(kind, another).codes['cross-check']).toBe('document.fields_disagree');
  });

  it('is valid to the end of its last day', () => {
    const { codes } = judge(kind, stored, { requireUnexpired: true });
    expect(codes['document-expiry']).toBe(document.holder.dateOfExpiry < '2026-03-01' ? 'document.expired' : 'passed');
  });
});
