import type { DocumentFieldName } from '../documents/document-field.ts';
import { withoutMarks } from '../mrz/transliterations.ts';
import { isoDateOf } from '../national-numbers/calendar-date.ts';
import { findAamvaCountry } from './aamva-issuers.ts';
import type { CodedField } from './coded-field.ts';

/** The contents of a PDF417 barcode that follows the AAMVA DL/ID card design standard. */
export interface AamvaCard {
  standard: 'aamva';
  /** The version of the standard: 1 (2000) to 10 (2020) and later. */
  version: number;
  /** Issuer identification number: the state's entry in AAMVA's table. */
  issuerNumber: string;
  card: 'driving-license' | 'national-id';
  /** ISO 3166-1 alpha-2. */
  country: 'US' | 'CA';
  fields: Partial<Record<DocumentFieldName, CodedField>>;
  /** Names that the issuer had to truncate. */
  truncatedNames: DocumentFieldName[];
}

/** The most text that a barcode can hold (PDF417's maximum is far below). */
const longestText = 8_000;

/**
 * Header: compliance indicator, separators, `ANSI ` (`AAMVA` before 2000), issuer number, version, the issuer's own version (from
 * version 2 on), number of subfiles, and for each its type, offset and length (annex D.12.3 of the 2020 standard).
 */
const header = /(?:ANSI |AAMVA)(\d{6})(\d{2})/;
const designator = /^([A-Z]{2})(\d{4})(\d{4})/;

/** Element ids of annex D.12.5, and those of version 1 that later versions dropped. */
const elements: Readonly<Record<string, DocumentFieldName>> = {
  DAQ: 'documentNumber',
  DCS: 'familyNames',
  DAB: 'familyNames',
  DBA: 'dateOfExpiry',
  DBB: 'dateOfBirth',
  DBC: 'sex',
  DBD: 'dateOfIssue',
  DAU: 'height',
  DAY: 'eyeColour',
  DCA: 'licenceCategories',
  DAR: 'licenceCategories',
  DCB: 'licenceRestrictions',
  DAS: 'licenceRestrictions',
  DCD: 'licenceEndorsements',
  DAT: 'licenceEndorsements',
  DAI: 'city',
  DAJ: 'region',
  DAK: 'postalCode',
};

const sexes: Readonly<Record<string, string>> = { '1': 'M', '2': 'F', '9': 'X', M: 'M', F: 'F', X: 'X' };

/** Whether a text begins with the standard's header. The rest may be damaged. */
export function hasAamvaHeader(text: string): boolean {
  return header.test(text.slice(0, longestText));
}

/** Parses the text of a barcode. Null: it does not follow the standard, or contradicts itself. Never throws. */
export function parseAamva(text: string): AamvaCard | null {
  const cut = text.slice(0, longestText);
  const found = header.exec(cut);
  if (found === null) return null;
  const [, issuerNumber = '', versionDigits = ''] = found;
  const version = Number(versionDigits);
  // Version 1 has no issuer version between its own and the number of subfiles.
  const afterVersion = cut.slice(found.index + found[0].length + (version < 2 ? 0 : 2));
  const subfiles = readDesignators(afterVersion);
  const [first] = subfiles.types;
  if (first === undefined) return null;
  const values = readElements(subfiles.rest, subfiles.types);
  const country = values === null ? null : findAamvaCountry(issuerNumber, values.get('DCG'));
  if (values === null || country === null) return null;
  const fields = fieldsOf(values);
  if (fields.documentNumber === undefined) return null;
  const truncatedNames: DocumentFieldName[] = [
    ...(values.get('DDE') === 'T' ? (['familyNames'] as const) : []),
    ...(values.get('DDF') === 'T' || values.get('DDG') === 'T' ? (['givenNames'] as const) : []),
  ];
  const card = subfiles.types.includes('DL') ? 'driving-license' : 'national-id';
  return { standard: 'aamva', version, issuerNumber, card, country, fields, truncatedNames };
}

function readDesignators(afterVersion: string): { types: string[]; rest: string } {
  const count = Number(afterVersion.slice(0, 2));
  let rest = afterVersion.slice(2);
  const types: string[] = [];
  for (let index = 0; index < Math.min(count, 20); index += 1) {
    const match = designator.exec(rest);
    if (match === null) break;
    types.push(match[1] ?? '');
    rest = rest.slice(match[0].length);
  }
  return { types: types.filter((type) => /^(DL|ID|EN|Z.)$/.test(type)), rest };
}

/**
 * The standard's characters (ISO 8859-1), and letters of the alphabet with other marks. All others are invisible, turn the direction of a
 * text, or are passed over by comparisons, so that a value that the print confirms would be recorded with something that is not printed.
 * The soft hyphen is invisible, too.
 */
const written = /^[\x20-\x7e\xa0-\xac\xae-\xff]$/;

function isWritten(text: string): boolean {
  return Array.from(text.normalize('NFC')).every((character) => written.test(character) || isLetter(character));
}

/** A letter that comparisons of names see. */
function isLetter(character: string): boolean {
  return /^[A-Z]+$/.test(withoutMarks(character));
}

/**
 * One element per line: three letters and the value. The first element of a subfile has the subfile's type before it. Null if an
 * element of the standard has two values: the barcode then describes two people. Issuers may repeat their own elements (Z).
 */
function readElements(text: string, types: readonly string[]): Map<string, string> | null {
  const values = new Map<string, string>();
  for (const line of text.split(/[\n\r\u001c-\u001f]+/)) {
    const trimmed = line.replace(/^\s+/, '');
    const type = types.find((candidate) => trimmed.startsWith(candidate));
    const isFirst = type !== undefined && /^[A-Z]{2}[DZ][A-Z]{2}/.test(trimmed);
    const element = isFirst ? trimmed.slice(2) : trimmed;
    const match = /^([DZ][A-Z]{2})(.*)$/.exec(element);
    const [, id, value = ''] = match ?? [];
    if (id === undefined || value.trim() === '') continue;
    const known = values.get(id);
    const read = value.trim().slice(0, 200);
    if (known !== undefined && known !== read && id.startsWith('D')) return null;
    if (known === undefined && isWritten(value.trim())) values.set(id, read);
  }
  return values;
}

function fieldsOf(values: ReadonlyMap<string, string>): AamvaCard['fields'] {
  const fields: AamvaCard['fields'] = {};
  for (const [id, name] of Object.entries(elements)) {
    const value = values.get(id);
    if (value === undefined || fields[name] !== undefined || isBlank(value)) continue;
    const normalisedValue = normalise(name, value);
    if (normalisedValue !== null) fields[name] = { value, normalisedValue };
  }
  return { ...fields, ...namesOf(values, fields), ...addressOf(values) };
}

/** Issuers write `NONE` and `unavl` for missing values. */
function isBlank(value: string): boolean {
  return /^(none|unavl|unavail)$/i.test(value);
}

function normalise(name: DocumentFieldName, value: string): string | null {
  if (name === 'dateOfBirth' || name === 'dateOfExpiry' || name === 'dateOfIssue') return dateOf(value);
  if (name === 'familyNames' && !isName(value)) return null;
  if (name === 'sex') return sexes[value.toUpperCase()] ?? null;
  if (name === 'documentNumber') return value.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (name === 'postalCode')
    return value
      .replace(/\s+/g, '')
      .replace(/^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, '$1 $2')
      .replace(/^(\d{5})-?(0000)?$/, '$1')
      .replace(/^(\d{5})-?(\d{4})$/, '$1-$2');
  return value;
}

/**
 * MMDDCCYY in the USA from version 2 on, CCYYMMDD before and in Canada. A century is never a valid month, so the two cannot be confused.
 */
function dateOf(value: string): string | null {
  if (!/^\d{8}$/.test(value)) return null;
  const part = (start: number, end: number) => Number(value.slice(start, end));
  return isoDateOf(part(4, 8), part(0, 2), part(2, 4)) ?? isoDateOf(part(0, 4), part(4, 6), part(6, 8));
}

/** Given names: DAC and DAD (first, middle), DCT (all, by commas) in versions 2 and 3, or the whole name in DAA (version 1). */
function namesOf(values: ReadonlyMap<string, string>, fields: AamvaCard['fields']): AamvaCard['fields'] {
  const whole = values.get('DAA')?.split(',') ?? [];
  const family = fields.familyNames?.value ?? whole[0];
  const separate = [values.get('DAC'), values.get('DAD')].filter((part) => part !== undefined && !isBlank(part));
  const given =
    separate.length > 0 ? separate.join(' ') : (values.get('DCT') ?? whole.slice(1).join(' ')).replaceAll(',', ' ');
  return { ...named('familyNames', family), ...named('givenNames', given) };
}

/** Letters and the signs of names: nothing compares others with the print. */
function isName(text: string): boolean {
  return Array.from(text.normalize('NFC')).every((character) => / |[.,'’-]/.test(character) || isLetter(character));
}

function named(name: 'familyNames' | 'givenNames', coded: string | undefined): AamvaCard['fields'] {
  const value = (coded ?? '').replace(/\s+/g, ' ').trim();
  return value !== '' && isName(value) ? { [name]: { value, normalisedValue: value } } : {};
}

function addressOf(values: ReadonlyMap<string, string>): AamvaCard['fields'] {
  const street = [values.get('DAG'), values.get('DAH')]
    .filter((part) => part !== undefined && !isBlank(part))
    .join(', ');
  if (street === '') return {};
  const postalCode = normalise('postalCode', values.get('DAK') ?? '') ?? '';
  const place = [values.get('DAI'), [values.get('DAJ'), postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  const address = place === '' ? street : `${street}, ${place}`;
  return { street: { value: street, normalisedValue: street }, address: { value: address, normalisedValue: address } };
}
