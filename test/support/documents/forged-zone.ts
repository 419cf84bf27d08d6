import type { DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { PageReading, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { createRandom, type Random } from '../../../specimens/drawing/create-random.ts';
import type { StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import { makeUpDocument, storeDocument, type MadeUpDocument, type MadeUpHolder } from './made-up-document.ts';

/** Kinds whose zone or barcode repeats what is printed. */
export const provingKinds: readonly DocumentKind[] = documentKinds.filter(
  ({ mrz, barcodes }) => mrz !== null || barcodes.some(({ standard }) => standard !== null),
);

/** A document whose zone or barcode repeats what is printed, and its issuer if its kind is for any country. */
export interface ProvingPaper {
  name: string;
  kind: DocumentKind;
  holder: Partial<MadeUpHolder>;
}

/** Issuers of kinds for any country, whose rules depend on the issuer: its languages, its name in print, the order of its dates. */
const issuersOf: Readonly<Record<string, readonly string[]>> = {
  'passport/any': ['D', 'FRA', 'GBR', 'GRC', 'JPN', 'POL', 'TUR', 'USA'],
  'passport/any/visa': ['USA'],
  'national-id/any/id-card-td1': ['NLD', 'SWE'],
  'national-id/any/id-card-td2': ['ROU'],
  'national-id/any/residence-permit': ['D', 'PRT'],
};

export const provingPapers: readonly ProvingPaper[] = provingKinds.flatMap((kind) => {
  const name = kindKeyOf(kind);
  const issued = (issuersOf[name] ?? []).map((issuer) => ({
    name: `${name} of ${issuer}`,
    kind,
    holder: { issuingState: issuer, nationality: issuer },
  }));
  return [{ name, kind, holder: {} }, ...issued];
});

const farAway = [
  [4000, 4000],
  [4400, 4000],
  [4400, 4020],
  [4000, 4020],
] as const;

/** What a forger does to the print, line by line; the reader cannot find a dropped line. */
export const degradations: Readonly<
  Record<string, (line: TextLine, isLabel: boolean, random: Random) => TextLine | null>
> = {
  'left as it is': (line) => line,
  'labels too small to be found': (line, isLabel) => (isLabel ? null : line),
  'labels smeared into other letters': (line, isLabel, random) => (isLabel ? smeared(line, random) : line),
  'labels of a language that no kind knows': (line, isLabel) => (isLabel ? { ...line, text: 'Ngày sinh' } : line),
  'every third line hidden by glare': (line, _isLabel, random) => (random.integer(0, 2) === 0 ? null : line),
  'nine of ten lines cropped': (line, _isLabel, random) => (random.integer(0, 9) > 0 ? null : line),
  'nothing left': () => null,
  'so blurred that nothing is sure': (line) => ({ ...line, confidence: 0.45, agreed: false }),
  'labels lost and values unsure': (line, isLabel) => (isLabel ? null : { ...line, confidence: 0.6 }),
  'values smeared into other letters': (line, isLabel, random) => (isLabel ? line : smeared(line, random)),
  'spaces lost': (line) => ({ ...line, text: line.text.replaceAll(' ', '') }),
  'values away from their labels': (line, isLabel) => (isLabel ? line : { ...line, box: farAway }),
};

function smeared(line: TextLine, random: Random): TextLine {
  const text = line.text.replace(/\p{L}/gu, (letter) =>
    random.integer(0, 2) === 0 ? random.pick(['I', 'O', 'E']) : letter,
  );
  return { ...line, text, confidence: 0.6 };
}

/** What the readers would store of a document with print degraded this way. */
export function degrade(kind: DocumentKind, document: MadeUpDocument, name: string, seed: number): StoredDocument {
  const random = createRandom(seed);
  const values = new Set(document.printed.values.flatMap(({ expected }) => expected.split(/\s+/)));
  const change = degradations[name];
  return storeDocument(kind, document, (reading): PageReading => ({
    ...reading,
    lines: reading.lines.flatMap((line) => {
      const isLabel = !line.text.split(/\s+/).some((word) => values.has(word) || /\d{2}/.test(word));
      return change?.(line, isLabel, random) ?? [];
    }),
  }));
}

/** What the forger writes into the zone. The number is another document's. */
export const falseValues: Readonly<Partial<Record<DocumentFieldName, Partial<MadeUpHolder>>>> = {
  familyNames: { familyNames: 'FALSO IMPOSTOR' },
  givenNames: { givenNames: 'BEATRIX' },
  dateOfBirth: { dateOfBirth: '1979-11-23' },
  dateOfExpiry: { dateOfExpiry: '2034-06-13' },
  documentNumber: {},
  sex: { sex: 'M' },
  nationality: { nationality: 'FRO' },
  issuingState: { issuingState: 'FRO', nationality: 'FRO' },
  address: { address: '12 FALSE AVE, OTHERVILLE, NV 88901' },
};

/**
 * The document with one field of its zone and barcode replaced and its check digits corrected; null if its kind does not have the field.
 */
export function forge(kind: DocumentKind, document: MadeUpDocument, field: DocumentFieldName): MadeUpDocument | null {
  if (!isShownBy(kind, field)) return null;
  const otherSex = document.holder.sex === 'F' ? 'M' : 'F';
  const changed: Partial<MadeUpHolder> | undefined = field === 'sex' ? { sex: otherSex } : falseValues[field];
  const seed = field === 'documentNumber' ? 2 : 1;
  const { zone, barcode } = makeUpDocument(kind, seed, { ...document.holder, ...changed });
  const isOther =
    zone?.first.lines.join() !== document.zone?.first.lines.join() || barcode?.text !== document.barcode?.text;
  return isOther ? { ...document, zone, barcode } : null;
}

/** Some kinds print neither their number nor the nationality or sex, so these cannot be compared. */
export function isShownBy({ country, fields }: DocumentKind, field: DocumentFieldName): boolean {
  const isOptional = ['documentNumber', 'nationality', 'sex', 'address'].includes(field);
  return !isOptional || country === null || fields.some(({ name }) => name === field);
}
