import {
  checkDigitRules,
  documentNumberRule,
  readSpans,
  verifyCheckDigits,
  type CheckDigitResult,
  type MrzSpan,
} from './check-digits.ts';
import { mrzShapes, type MrzFormat } from './format.ts';
import { parseBirthDate, parseExpirationDate } from './mrz-date.ts';
import { mrzSymbols } from './symbols.ts';

export const mrzFieldNames = [
  'documentCode',
  'issuer',
  'documentNumber',
  'nationality',
  'dateOfBirth',
  'sex',
  'expirationDate',
  'surname',
  'givenNames',
  'personalNumber',
  'optionalData',
  'secondOptionalData',
] as const;
export type MrzFieldName = (typeof mrzFieldNames)[number];

export interface MrzField {
  /** As printed, with fillers. */
  raw: string;
  /** Dates as yyyy-mm-dd, sex as F, M or X (unspecified), everything else without fillers. Null when empty or invalid. */
  value: string | null;
  spans: readonly MrzSpan[];
}

export interface ParsedMrz {
  format: MrzFormat;
  /** Only fields of this format: `personalNumber` exists in TD3 only, `secondOptionalData` is in line 2 of TD1. */
  fields: Partial<Record<MrzFieldName, MrzField>>;
  /** Whether the names fill their field to the last column, or the field is short, so that they may have been truncated. */
  namesFillField: boolean;
  checkDigits: CheckDigitResult[];
}

type Layout = Readonly<Partial<Record<MrzFieldName | 'names', MrzSpan>>>;

/** Line 2 of passports, of cards of size TD2 and of visas begins in the same way. */
const commonLayout: Layout = {
  documentCode: { line: 0, start: 0, end: 2 },
  issuer: { line: 0, start: 2, end: 5 },
  documentNumber: { line: 1, start: 0, end: 9 },
  nationality: { line: 1, start: 10, end: 13 },
  dateOfBirth: { line: 1, start: 13, end: 19 },
  sex: { line: 1, start: 20, end: 21 },
  expirationDate: { line: 1, start: 21, end: 27 },
};

const layouts: Readonly<Record<MrzFormat, Layout>> = {
  // ICAO 9303 part 5, section 4.2.2.
  TD1: {
    documentCode: { line: 0, start: 0, end: 2 },
    issuer: { line: 0, start: 2, end: 5 },
    documentNumber: { line: 0, start: 5, end: 14 },
    optionalData: { line: 0, start: 15, end: 30 },
    dateOfBirth: { line: 1, start: 0, end: 6 },
    sex: { line: 1, start: 7, end: 8 },
    expirationDate: { line: 1, start: 8, end: 14 },
    nationality: { line: 1, start: 15, end: 18 },
    secondOptionalData: { line: 1, start: 18, end: 29 },
    names: { line: 2, start: 0, end: 30 },
  },
  // Part 6, section 4.2.2.
  TD2: {
    ...commonLayout,
    optionalData: { line: 1, start: 28, end: 35 },
    names: { line: 0, start: 5, end: 36 },
  },
  // Part 4, section 4.2.2.
  TD3: {
    ...commonLayout,
    personalNumber: { line: 1, start: 28, end: 42 },
    names: { line: 0, start: 5, end: 44 },
  },
  // Part 7, visas of format A and of format B.
  'MRV-A': {
    ...commonLayout,
    optionalData: { line: 1, start: 28, end: 44 },
    names: { line: 0, start: 5, end: 44 },
  },
  'MRV-B': {
    ...commonLayout,
    optionalData: { line: 1, start: 28, end: 36 },
    names: { line: 0, start: 5, end: 36 },
  },
  'FR-ID': {
    documentCode: { line: 0, start: 0, end: 2 },
    issuer: { line: 0, start: 2, end: 5 },
    surname: { line: 0, start: 5, end: 30 },
    optionalData: { line: 0, start: 30, end: 36 },
    documentNumber: { line: 1, start: 0, end: 12 },
    givenNames: { line: 1, start: 13, end: 27 },
    dateOfBirth: { line: 1, start: 27, end: 33 },
    sex: { line: 1, start: 34, end: 35 },
  },
  'CH-DL': {
    documentCode: { line: 0, start: 0, end: 2 },
    issuer: { line: 0, start: 2, end: 5 },
    documentNumber: { line: 0, start: 5, end: 17 },
    dateOfBirth: { line: 0, start: 19, end: 25 },
    names: { line: 1, start: 0, end: 30 },
  },
};

/** Issuers truncate or omit given names that do not fit into fourteen columns. */
const shortNamed: readonly MrzFormat[] = ['FR-ID'];

/**
 * Splits the lines of a machine-readable zone into fields and verifies its check digits. Repairs nothing: the fields contain exactly what
 * the lines say.
 * @throws when the lines do not have the shape of the format
 */
export function parseMrz(format: MrzFormat, lines: readonly string[], today: Date): ParsedMrz {
  refuseWrongShape(format, lines);
  const fields: Partial<Record<MrzFieldName, MrzField>> = {};
  const layout = layouts[format];
  for (const name of mrzFieldNames) {
    const span = layout[name];
    if (span !== undefined) fields[name] = readField(name, [span], lines, today);
  }
  joinLongDocumentNumber(fields, format, lines, today);
  if (layout.names !== undefined) Object.assign(fields, splitNames(layout.names, lines));
  const names = layout.names === undefined ? '<' : readSpans(lines, [layout.names]);
  const namesFillField = shortNamed.includes(format) || !names.endsWith('<');
  return { format, fields, namesFillField, checkDigits: verifyCheckDigits(format, lines) };
}

function refuseWrongShape(format: MrzFormat, lines: readonly string[]): void {
  const { lines: lineCount, characters } = mrzShapes[format];
  const hasShape =
    lines.length === lineCount &&
    lines.every(
      (line) => line.length === characters && Array.from(line).every((symbol) => mrzSymbols.includes(symbol)),
    );
  if (!hasShape)
    throw new Error(`A machine-readable zone of format ${format} has ${lineCount} x ${characters} characters`);
}

function readField(name: MrzFieldName, spans: readonly MrzSpan[], lines: readonly string[], today: Date): MrzField {
  const raw = readSpans(lines, spans);
  return { raw, value: normalise(name, raw, today), spans };
}

function normalise(name: MrzFieldName, raw: string, today: Date): string | null {
  if (name === 'dateOfBirth') return parseBirthDate(raw, today);
  if (name === 'expirationDate') return parseExpirationDate(raw, today);
  if (name === 'sex') return raw === '<' ? 'X' : raw;
  if (name === 'surname' || name === 'givenNames') return raw.replace(/<+/g, ' ').trim() || null;
  const withoutFillers = raw.replaceAll('<', '');
  return withoutFillers === '' ? null : withoutFillers;
}

/** A long document number continues at the start of the optional data, followed by its check digit and a filler. */
function joinLongDocumentNumber(
  fields: Partial<Record<MrzFieldName, MrzField>>,
  format: MrzFormat,
  lines: readonly string[],
  today: Date,
): void {
  if (!checkDigitRules[format].some(({ name }) => name === 'documentNumber')) return;
  const { covers, at } = documentNumberRule(format, lines);
  if (covers.length < 2) return;
  fields.documentNumber = readField('documentNumber', covers, lines, today);
  const optional = layouts[format].optionalData;
  if (optional === undefined) return;
  const start = Math.min(optional.end, at.column + 2);
  fields.optionalData = readField('optionalData', [{ ...optional, start }], lines, today);
}

/** Primary identifier, two fillers, secondary identifier. Single fillers separate words (ICAO 9303 part 3, section 4.6). */
function splitNames(span: MrzSpan, lines: readonly string[]): { surname: MrzField; givenNames: MrzField } {
  const raw = readSpans(lines, [span]);
  const gap = raw.indexOf('<<');
  const surnameEnd = gap < 0 ? raw.length : gap;
  const givenStart = gap < 0 ? raw.length : gap + 2;
  const part = (start: number, end: number): MrzField => {
    const text = raw.slice(start, end);
    const words = text.replace(/<+/g, ' ').trim();
    const spans = [{ line: span.line, start: span.start + start, end: span.start + end }];
    return { raw: text, value: words === '' ? null : words, spans };
  };
  return { surname: part(0, surnameEnd), givenNames: part(givenStart, raw.length) };
}
