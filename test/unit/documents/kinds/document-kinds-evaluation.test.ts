import { describe, expect, it } from 'vitest';
import { stepRecordSchema } from '../../../../src/contract/sessions/step-record.ts';
import { documentTypes } from '../../../../src/domain/documents/document-type.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { noSignals, type PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import { writtenLanguagesOf } from '../../../../src/domain/documents/written-languages.ts';
import { acceptedAs, evaluatedAt, judge } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';

const keyed = documentKinds.map((kind) => [kindKeyOf(kind), kind] as const);

/** Letters of any country pass as Brazilian, because the second reader knows that language's marks. */
const fromReadCountry = (kind: DocumentKind) => (kind.type === 'proof-of-residency' ? { country: 'BR' } : {});
/** Words in a language that the second reader was not asked for and that no zone or barcode repeats: marks may have been lost. */
const hasUnreadMarks = ({ country, mrz, barcodes }: DocumentKind) =>
  country !== null &&
  mrz === null &&
  barcodes.every(({ standard }) => standard === null) &&
  writtenLanguagesOf(country)?.every((language) => ['por', 'spa', 'eng'].includes(language)) !== true;

/** The kind whose values are on two sides that share none of them. Those of an RG share none with the portrait, which is not stored here. */
const unlinked = ['national-id/FR/cni-1995'];

const isPassed = (codes: Record<string, string>) => Object.values(codes).every((code) => code === 'passed');

describe.each(keyed)('%s', (_key, kind) => {
  const document = makeUpDocument(kind);
  const stored = storeDocument(kind, document);

  it('is recognised and passes every check when everything on it agrees and is legible', () => {
    const { outcome, codes } = judge(kind, stored, {}, fromReadCountry(kind));
    const reading = hasUnreadMarks(kind) ? 'document.field_doubtful' : 'passed';
    const { 'linked-sides': sides, ...others } = codes;
    expect([codes, isPassed({ ...others, 'document-reading': 'passed' })]).toEqual([codes, true]);
    expect(sides).toBe(unlinked.includes(kindKeyOf(kind)) ? 'document.sides_not_linked' : undefined);
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
      finishedAt: evaluatedAt.toISOString(),
      document: outcome.record,
      checks: outcome.checks.map((check) => ({ ...check, attempt: null, verificationId: null })),
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
    const bare = (reading: PageReading): PageReading => ({
      ...reading,
      lines: [],
      mrz: null,
      barcodes: [],
      signals: noSignals,
    });
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
