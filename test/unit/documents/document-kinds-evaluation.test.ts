import { describe, expect, it } from 'vitest';
import { stepRecordSchema } from '../../../src/contract/sessions/step-record.ts';
import { documentTypes } from '../../../src/domain/documents/document-type.ts';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { PageReading, Point, Quad } from '../../../src/domain/ports/pages/page-reader.ts';
import { writtenLanguagesOf } from '../../../src/domain/documents/written-languages.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { documentResultSchema, type StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import { makeUpDocument, printedValue, storeDocument } from '../../support/documents/made-up-document.ts';

const today = new Date('2026-03-01T12:00:00.000Z');
const keyed = documentKinds.map((kind) => [kindKeyOf(kind), kind] as const);

/** Some kinds are accepted only by a flow that names them. */
const acceptedAs = ({ type, subtype, mustBeNamed }: DocumentKind) =>
  mustBeNamed ? { type, subtypes: [subtype] } : { type };

function judge(kind: DocumentKind, result: StoredDocument, config: object = {}, input: object = {}) {
  const { outcome, retakeCodes } = documentStep.evaluate({
    config: { accept: [acceptedAs(kind)], ...config },
    input: { documentType: kind.type, ...input },
    stored: { kind: 'done', result: documentResultSchema.parse(result) },
    at: today,
    earlier: [],
  });
  const codes = Object.fromEntries(outcome.checks.map(({ id, code, outcome: answer }) => [id, code ?? answer]));
  return { outcome, retakeCodes, codes };
}

/** Letters of any country pass as Brazilian, because the second reader knows that language's marks. */
const fromReadCountry = (kind: DocumentKind) => (kind.type === 'proof-of-residency' ? { country: 'BR' } : {});
/** Words in a language that the second reader was not asked for and that no zone or barcode repeats: marks may have been lost. */
const hasUnreadMarks = ({ country, mrz, barcodes }: DocumentKind) =>
  country !== null &&
  mrz === null &&
  barcodes.every(({ standard }) => standard === null) &&
  writtenLanguagesOf(country)?.every((language) => ['por', 'spa', 'eng'].includes(language)) !== true;

const isPassed = (codes: Record<string, string>) => Object.values(codes).every((code) => code === 'passed');

describe.each(keyed)('%s', (_key, kind) => {
  const document = makeUpDocument(kind);
  const stored = storeDocument(kind, document);

  it('is recognised and passes every check when everything on it agrees and is legible', () => {
    const { outcome, codes } = judge(kind, stored, {}, fromReadCountry(kind));
    const reading = hasUnreadMarks(kind) ? 'document.field_doubtful' : 'passed';
    expect([codes, isPassed({ ...codes, 'document-reading': 'passed' })]).toEqual([codes, true]);
    expect(codes['document-reading']).toBe(reading);
    expect(outcome.record).toMatchObject({ type: kind.type, subtype: kind.subtype, country: kind.country });
    expect(outcome.facts.fullName).toBeDefined();
    if (kind.type !== 'proof-of-residency') {
      expect(outcome.facts.dateOfBirth?.value).toBe(document.holder.dateOfBirth);
      expect(outcome.facts.documentNumber).toBeDefined();
    }
  });

  it('passes no step that requires an age, without a birth date, where the person may choose another document', () => {
    const others = documentTypes.filter((type) => type !== kind.type).map((type) => ({ type }));
    const { codes } = judge(kind, stored, { accept: [acceptedAs(kind), ...others], minimumAge: 18 });
    expect(codes.age).toBe(kind.type === 'proof-of-residency' ? 'document.age_unknown' : 'passed');
  });

  it('yields a record that the contract accepts, with the source of every field', () => {
    const { outcome } = judge(kind, stored, { minimumAge: 18 });
    const record = {
      id: 'document',
      type: 'document',
      status: 'finished',
      attempts: 1,
      finishedAt: today.toISOString(),
      document: outcome.record,
      checks: outcome.checks,
      origin: 'sdk' as const,
      media: [],
    };
    expect(stepRecordSchema.parse(record)).toEqual(record);
  });

  it('does not pass when what is printed was hardly legible and nothing else says it', () => {
    const blurred = (reading: PageReading): PageReading => ({
      ...reading,
      lines: reading.lines.map((line) => ({ ...line, confidence: 0.7 })),
      mrz: reading.mrz && { ...reading.mrz, second: null },
    });
    const { codes } = judge(kind, storeDocument(kind, document, blurred));
    const proven = kind.barcodes.some(({ standard }) => standard !== null);
    if (!proven) expect(isPassed(codes)).toBe(false);
  });

  it('does not pass on letters that a second reader saw differently, unless the zone or barcode says them, too', () => {
    const disputed = (reading: PageReading): PageReading => ({
      ...reading,
      lines: reading.lines.map((line) => ({ ...line, agreed: false })),
    });
    const { outcome, codes } = judge(kind, storeDocument(kind, document, disputed), {}, fromReadCountry(kind));
    const { fields } = outcome.record as { fields: Record<string, { source: string }> };
    const doubtful = outcome.checks.find(({ id }) => id === 'document-reading')?.data?.doubtfulFields as string[];
    const lettered = kind.fields.filter(({ form }) => ['name', 'text', 'address'].includes(form));
    for (const { name } of lettered) {
      if (fields[name]?.source === 'visual' && isPassed(codes)) expect(doubtful).toContain(name);
    }
    const namesInPrintAlone = lettered.some(({ name, required }) => required && fields[name]?.source === 'visual');
    if (namesInPrintAlone) expect(codes['document-reading']).toBe('document.field_doubtful');
  });

  it('does not pass on a number without a check digit that a second reader saw otherwise, unless zone or barcode say it too', () => {
    const disputed = (reading: PageReading): PageReading => ({
      ...reading,
      lines: reading.lines.map((line) => ({ ...line, agreed: !/\d/.test(line.text) })),
    });
    const { outcome } = judge(kind, storeDocument(kind, document, disputed), {}, fromReadCountry(kind));
    const { fields } = outcome.record as { fields: Record<string, { source: string }> };
    const doubtful = outcome.checks.find(({ id }) => id === 'document-reading')?.data?.doubtfulFields as string[];
    const unproven = kind.fields.filter(({ form, rule }) => form === 'number' && rule === null);
    for (const { name } of unproven) if (fields[name]?.source === 'visual') expect(doubtful).toContain(name);
  });

  it('does not pass when no line on it can be read', () => {
    const bare = (reading: PageReading): PageReading => ({ ...reading, lines: [], mrz: null, barcodes: [] });
    const { codes, retakeCodes } = judge(kind, storeDocument(kind, document, bare));
    expect(Object.values(codes)).not.toContain('passed');
    expect(retakeCodes).toContain('document.no_document');
  });

  it('does not pass a flow that asks for another type, and the person may bring another document', () => {
    const other = kind.type === 'passport' ? 'driving-license' : 'passport';
    const { codes, retakeCodes } = judge(kind, stored, { accept: [{ type: other }] }, { documentType: other });
    expect(codes['document-type']).toBe('document.type_not_accepted');
    expect(retakeCodes).toContain('document.type_not_accepted');
  });
});

describe.each(keyed.filter(([, kind]) => kind.mrz !== null || kind.barcodes.some(({ standard }) => standard !== null)))(
  '%s whose zone or barcode',
  (_key, kind) => {
    const document = makeUpDocument(kind);
    const other = makeUpDocument(kind, 1, {
      dateOfBirth: '1986-04-17',
      familyNames: 'OUTRO ALGUEM',
      dateOfExpiry: '2033-12-31',
    });

    it('contradicts what is printed does not pass, and the fields are named', () => {
      const mixed = storeDocument(kind, { ...document, zone: other.zone, barcode: other.barcode });
      const { outcome, codes } = judge(kind, mixed);
      expect(codes['cross-check']).toBe('document.fields_disagree');
      const check = outcome.checks.find(({ id }) => id === 'cross-check');
      const { comparisons, notFound } = check?.data as {
        comparisons: { field: string; agrees: boolean }[];
        notFound: string[];
      };
      const named = [...comparisons.filter(({ agrees }) => !agrees).map(({ field }) => field), ...notFound];
      // If a name is printed as a whole, only the missing part is named.
      const printed = kind.fields.map(({ name }) => (name === 'fullName' ? 'familyNames' : name) as string);
      // The zone of the old French card has no expiry date.
      const untold = kind.mrz?.formats.includes('FR-ID') === true ? ['dateOfExpiry'] : [];
      const wanted = ['dateOfBirth', 'dateOfExpiry', 'familyNames'].filter(
        (name) => printed.includes(name) && !untold.includes(name),
      );
      expect(named).toEqual(expect.arrayContaining(wanted));
    });

    it('stands alone is not taken for proof', () => {
      const alone = storeDocument(kind, document, (reading) => ({ ...reading, lines: [] }));
      const { codes } = judge(kind, alone);
      expect(isPassed(codes)).toBe(false);
    });
  },
);

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
