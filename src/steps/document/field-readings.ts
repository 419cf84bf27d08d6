import type { CodedField } from '../../domain/barcodes/coded-field.ts';
import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { DocumentKind, FieldForm } from '../../domain/document-kinds/document-kind.ts';
import { getNationalRule, isProvenBy } from '../../domain/national-numbers/index.ts';
import type { BarcodeReading } from './barcode-reading.ts';
import { isDoubtful, mrzLabels } from './document-fields.ts';
import type { ReadFrom } from './field-place.ts';
import type { FieldReading } from './field-reading.ts';
import type { MrzReading } from './mrz-reading.ts';
import { isTransliteration } from './names-agree.ts';
import { lacksStreet, parseAddress, printsPostalCode } from './visual/parse-address.ts';
import { hasLookAlikeInAddress, hasLookAlikeInName, hasStraySign } from './visual/look-alikes.ts';
import type { VisualField } from './visual/visual-field.ts';

/**
 * Of one or two characters, which are too few for a second reader, and of a number with a check digit on which the readers differ. The first
 * reader's probabilities are not calibrated. On drawn and real pages, wrong letters had lower ones.
 */
const sureByOneReader = 0.95;
/**
 * Where a second reader read the same letters, the limit is the one for fields of the zone without a check digit. (Drawn pages: 110 values
 * between the two limits, one wrong: both readers had lost a space, which is checked separately since.)
 */
const sureByTwoReaders = 0.85;

/** Forms with letters, of which both readers may have lost a diacritic. */
const letteredForms: readonly FieldForm[] = ['text', 'name', 'address'];

/** Names of places and authorities, which no zone repeats. */
const namedFields: readonly DocumentFieldName[] = ['placeOfBirth', 'placeOfIssue', 'issuingAuthority', 'region'];

/** The parts of an address. */
export const addressParts = ['street', 'city', 'region', 'postalCode'] as const;

/** Everything that any source contains, field by field, best value first. */
export function listFieldReadings({
  mrz,
  zonePage,
  barcode,
  visual,
  kind,
  areMarksRead,
  country,
}: {
  mrz: MrzReading | null;
  /** Index of the zone's page. */
  zonePage: number;
  barcode: BarcodeReading | null;
  visual: readonly VisualField[];
  kind: DocumentKind | null;
  /** Whether the second reader knew the languages of the document; otherwise both readers may have lost a mark. */
  areMarksRead: boolean;
  /** The document's country, as far as it is known: it determines how addresses are written. */
  country: string | null;
}): FieldReading[] {
  const printed = readingsOfVisual(visual, kind, areMarksRead);
  const readings = [
    ...readingsOfMrz(mrz, zonePage, kind),
    ...readingsOfBarcode(barcode, kind),
    ...printed.flatMap((reading) => (reading.name === 'address' ? readAddress(reading, kind, country) : [reading])),
  ];
  const rank = ({ isDoubtful: doubtful, source }: FieldReading) =>
    (doubtful ? 10 : 0) + { mrz: 0, barcode: 1, visual: 2 }[source];
  return readings.sort((one, other) => rank(one) - rank(other));
}

function readingsOfMrz(mrz: MrzReading | null, page: number, kind: DocumentKind | null): FieldReading[] {
  if (mrz === null) return [];
  const readings = mrz.fields.map((field): FieldReading => ({
    name: field.name,
    source: 'mrz',
    side: kind?.mrz?.side ?? null,
    value: field.value,
    normalisedValue: field.normalisedValue,
    confidence: field.confidence,
    repaired: false,
    label: mrzLabels[field.name] ?? field.name,
    isDoubtful: isDoubtful(field),
    from: { page, boxes: field.boxes },
  }));
  const repeated = kind?.mrz?.optionalData;
  const optional = readings.find(({ name }) => name === 'optionalData');
  if (repeated === undefined || optional === undefined) return readings;
  return [...readings, { ...optional, name: repeated, normalisedValue: optional.value.replace(/[^A-Z0-9]/g, '') }];
}

function readingsOfBarcode(barcode: BarcodeReading | null, kind: DocumentKind | null): FieldReading[] {
  const fields = Object.entries(barcode?.card.fields ?? {}) as [DocumentFieldName, CodedField][]; // Object.entries widens.
  return fields.map(([name, { value, normalisedValue }]) => ({
    name,
    source: 'barcode',
    side: kind?.barcodes[0]?.side ?? null,
    value,
    normalisedValue,
    confidence: null,
    repaired: false,
    label: kind?.fields.find((field) => field.name === name)?.labels[0] ?? name,
    isDoubtful: false,
    ...(barcode && { from: { page: barcode.page, boxes: [barcode.barcode.box] } }),
  }));
}

/** Parts of a name that are printed as separate fields (`Primer apellido`, `Segundo apellido`) form one field. */
function readingsOfVisual(
  visual: readonly VisualField[],
  kind: DocumentKind | null,
  areMarksRead: boolean,
): FieldReading[] {
  const names = [...new Set(visual.map(({ field }) => field.name))];
  return names.flatMap((name): FieldReading[] => {
    const parts = visual.filter(({ field }) => field.name === name);
    const [first] = parts;
    if (first === undefined) return [];
    const expected = kind?.fields.filter((field) => field.name === name).length ?? 1;
    const confidence = Math.min(...parts.map((part) => part.confidence));
    const value = parts.length === 1 ? first.value : parts.map((part) => part.value).join(' ');
    const { rule, form } = first.field;
    const keepsRule = rule === null ? null : getNationalRule(rule).isValid(first.normalisedValue ?? '');
    const isProven = rule !== null && isProvenBy(getNationalRule(rule), first.normalisedValue ?? '');
    return [
      {
        name,
        source: 'visual',
        side: first.side,
        value,
        normalisedValue: first.normalisedValue,
        confidence,
        repaired: parts.some((part) => part.repaired),
        label: first.field.labels[0] ?? name,
        ...(first.isFoundByZone === true && { isFoundByZone: true }),
        isDoubtful:
          confidence < (parts.every(({ isReadTwice }) => isReadTwice) ? sureByTwoReaders : sureByOneReader) ||
          parts.length < expected ||
          (!isProven && parts.some(({ agreed }) => !agreed)) ||
          (letteredForms.includes(form) && (!areMarksRead || hasStraySign(value, form))) ||
          (namedFields.includes(name) && hasLookAlikeInName(value)) ||
          parts.some((part) => part.ambiguous || (part.repaired && !isProven)) ||
          keepsRule === false,
        from: readFromOf(parts),
      },
    ];
  });
}

/** The lines of the page that has the first of them: a place is in one picture. */
function readFromOf(parts: readonly VisualField[]): ReadFrom | undefined {
  const lines = parts.flatMap(({ readFrom }) => readFrom);
  const page = lines[0]?.page;
  return page === undefined
    ? undefined
    : { page, boxes: lines.flatMap((line) => (line.page === page ? line.boxes : [])) };
}

/** A word that runs into a number (`BALBOA8`): both readers lost the space between them. Shorter words are abbreviations (`KM12`). */
const gluedNumber = /[\p{Lu}\p{Ll}]{4}\d|\d[\p{Lu}\p{Ll}]{4}/u;

/**
 * An address with its parts, which are as certain as the whole. A letter was delivered to an address with a postal code: if the country has
 * codes and the address has none, a line was not read. The same holds for an address of a code and a town alone. Some countries print the
 * code on cards, too: both readers can take `FE0 0EX` for `FEO OEX`, which is no code.
 */
function readAddress(printed: FieldReading, kind: DocumentKind | null, country: string | null): FieldReading[] {
  const parts = parseAddress(printed.value, country);
  const inLetter = kind?.type === 'proof-of-residency';
  const lacksCode = parts.postalCode === undefined && printsPostalCode(country, { inLetter });
  const isUnsure =
    lacksCode ||
    lacksStreet(printed.value, country) ||
    gluedNumber.test(printed.value) ||
    hasLookAlikeInAddress(printed.value, parts.postalCode);
  const address = { ...printed, isDoubtful: printed.isDoubtful || isUnsure };
  const told = addressParts.flatMap((name) => {
    const value = parts[name];
    return value === undefined ? [] : [{ ...address, name, value, normalisedValue: null }];
  });
  return [address, ...told];
}

/**
 * The best value of each field. Names in the zone have lost their marks: where the visual zone spells the same name with marks, its
 * spelling is used.
 */
export function chooseReadings(
  readings: readonly FieldReading[],
  areNamesCut: boolean,
): Map<DocumentFieldName, FieldReading> {
  const chosen = new Map<DocumentFieldName, FieldReading>();
  for (const reading of readings) if (!chosen.has(reading.name)) chosen.set(reading.name, reading);
  for (const name of ['familyNames', 'givenNames'] as const) {
    const best = chosen.get(name);
    const printed = readings.find((reading) => reading.name === name && reading.source === 'visual');
    // A spelling with doubtful marks is no better than one without marks.
    if (best === undefined || best.source === 'visual' || printed === undefined || printed.isDoubtful) continue;
    const hasMarks = /[^\p{ASCII}]/u.test(printed.value);
    const isSplitAlike = areNamesCut || wordCount(printed.value) === wordCount(best.value);
    if (hasMarks && isSplitAlike && isTransliteration(best.value, printed.value, areNamesCut)) {
      chosen.set(name, { ...printed, isDoubtful: best.isDoubtful });
    }
  }
  const whole = chosen.get('fullName');
  if (whole?.source === 'visual' && !areNamesCut && isSplitOtherwise(whole.value, readings)) {
    chosen.set('fullName', { ...whole, isDoubtful: true });
  }
  return chosen;
}

/** Whether a name on one line has words other than the zone's name in parts: a reader inserted or lost a space. */
function isSplitOtherwise(whole: string, readings: readonly FieldReading[]): boolean {
  const inParts = readings.filter(
    ({ name, source }) => source === 'mrz' && (name === 'familyNames' || name === 'givenNames'),
  );
  const words = inParts.reduce((count, { value }) => count + wordCount(value), 0);
  return words > 0 && wordCount(whole) !== words;
}

function wordCount(name: string): number {
  return name.split(/[^\p{L}'’]+/u).filter(Boolean).length;
}
