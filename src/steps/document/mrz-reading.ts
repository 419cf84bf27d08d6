import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { CheckDigitName, MrzSpan } from '../../domain/mrz/check-digits.ts';
import { compositeDecides } from '../../domain/mrz/composite-decides.ts';
import { parseMrz, type MrzFieldName, type ParsedMrz } from '../../domain/mrz/parse-mrz.ts';
import type { MrzZone, Quad } from '../../domain/ports/pages/page-reader.ts';
import { countryOfMrzCode } from '../../domain/documents/issuing-state.ts';
import { boxesOfSpans } from './field-place.ts';

/** One field of the machine-readable zone, with all evidence for or against it. */
export interface MrzFieldReading {
  name: DocumentFieldName;
  value: string;
  normalisedValue: string;
  /** The least certain character, according to the first reader. */
  confidence: number;
  /** Whether the second reader saw the same letters; null when it saw none. */
  readersAgree: boolean | null;
  /** Whether its own valid check digit covers it. */
  checkDigitValid: boolean | null;
  /** Whether it has no digit, the readers differ on it, and the digit over the whole zone refutes every reading but the first one's. */
  isDecidedByComposite: boolean;
  /** Whether the value is one of a short list. */
  isListed: boolean;
  /** Whether the print repeats it: false until the print was read. */
  confirmedByVisualZone: boolean;
  /** In pixels of the page's picture. */
  boxes: readonly Quad[];
}

export interface MrzReading {
  parsed: ParsedMrz;
  lines: readonly string[];
  fields: MrzFieldReading[];
  /** Fields that were empty for the first reader and not for the second. */
  disputedEmpty: DocumentFieldName[];
  readersAgree: boolean | null;
}

/** The contract's names of the fields of ICAO 9303. */
const fieldNames: Readonly<Record<MrzFieldName, DocumentFieldName>> = {
  documentCode: 'documentCode',
  issuer: 'issuingState',
  documentNumber: 'documentNumber',
  nationality: 'nationality',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  expirationDate: 'dateOfExpiry',
  surname: 'familyNames',
  givenNames: 'givenNames',
  personalNumber: 'personalNumber',
  optionalData: 'optionalData',
  secondOptionalData: 'optionalDataSecond',
};

const checkDigitOf: Partial<Record<MrzFieldName, CheckDigitName>> = {
  documentNumber: 'documentNumber',
  dateOfBirth: 'dateOfBirth',
  expirationDate: 'expirationDate',
  personalNumber: 'personalNumber',
};

/**
 * Of the 17,576 codes of three letters, some 250 are countries, and the filler after the letter that the format requires resembles no
 * letter: a misreading rarely produces another value of the list.
 */
const isListed: Partial<Record<MrzFieldName, (value: string) => boolean>> = {
  documentCode: (code) => code.length === 1,
  issuer: (code) => countryOfMrzCode(code) !== null,
  nationality: (code) => countryOfMrzCode(code) !== null,
};

/** The contract's name for the field that a check digit covers. */
export function checkDigitFieldOf(name: CheckDigitName): DocumentFieldName | 'composite' {
  return name === 'composite' ? name : fieldNames[name];
}

/** Splits the zone into fields, none of which the print has confirmed yet. `today` determines the century. */
export function readMrz(zone: MrzZone, today: Date): MrzReading {
  const parsed = parseMrz(zone.format, zone.first.lines, today);
  const fields: MrzFieldReading[] = [];
  const disputedEmpty: DocumentFieldName[] = [];
  for (const [name, field] of Object.entries(parsed.fields)) {
    const mrzName = name as MrzFieldName; // Object.entries widens the keys of a partial record.
    if (field.value === null) {
      if (agreement(zone, field.spans) === false) disputedEmpty.push(fieldNames[mrzName]);
      continue;
    }
    const digit = parsed.checkDigits.find((candidate) => candidate.name === checkDigitOf[mrzName]);
    fields.push({
      name: fieldNames[mrzName],
      value: field.raw.replace(/<+/g, ' ').trim() || field.value,
      normalisedValue: normalise(mrzName, field.value),
      confidence: lowestConfidence(zone, field.spans),
      readersAgree: agreement(zone, field.spans),
      checkDigitValid: digit ? digit.valid : null,
      isDecidedByComposite:
        digit === undefined &&
        zone.second !== null &&
        compositeDecides(zone.format, zone.first.lines, zone.second.lines, field.spans),
      isListed: isListed[mrzName]?.(field.value) ?? false,
      confirmedByVisualZone: false,
      boxes: boxesOfSpans(zone, field.spans),
    });
  }
  const everything = zone.first.lines.map((line, index): MrzSpan => ({ line: index, start: 0, end: line.length }));
  return { parsed, lines: zone.first.lines, fields, disputedEmpty, readersAgree: agreement(zone, everything) };
}

function normalise(name: MrzFieldName, value: string): string {
  return name === 'issuer' || name === 'nationality' ? (countryOfMrzCode(value) ?? value) : value;
}

function lowestConfidence(zone: MrzZone, spans: readonly MrzSpan[]): number {
  const values = spans.flatMap(({ line, start, end }) => (zone.first.confidences[line] ?? []).slice(start, end));
  return values.reduce((lowest, value) => Math.min(lowest, value), 1);
}

function agreement(zone: MrzZone, spans: readonly MrzSpan[]): boolean | null {
  const { first, second } = zone;
  if (second === null) return null;
  return spans.every(
    ({ line, start, end }) => first.lines[line]?.slice(start, end) === second.lines[line]?.slice(start, end),
  );
}
