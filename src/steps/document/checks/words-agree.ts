import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { usualFormOf, type DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { countriesWithin } from '../../../domain/country-words/find-countries.ts';
import type { DocumentEvidence } from '../document-evidence.ts';
import type { FieldReading } from '../field-reading.ts';
import { compareFullNames } from '../names-agree.ts';
import { languagesOf, namesCountry } from '../print/find-country.ts';
import { hasCheckCharacter, isNumberPrinted } from '../print/find-number.ts';
import { compareLabelledName, type NameAgreement } from '../print/name-agreement.ts';

/** One source's value of a field, for comparison. */
export type Word = Pick<FieldReading, 'source' | 'side' | 'value' | 'isDoubtful' | 'isFoundByZone' | 'from'> & {
  meaning: string;
  confidence: number | null;
};

/** Null: the two have no common notation. */
export function doWordsAgree(
  field: DocumentFieldName,
  one: Word,
  other: Word,
  evidence: DocumentEvidence,
): boolean | null {
  const { kind } = evidence;
  switch (usualFormOf(field)) {
    case 'date':
      return one.meaning === other.meaning || isSameShortDate(one, other);
    case 'sex':
      return one.meaning === other.meaning;
    case 'number':
      return doNumbersAgree(one, other, evidence) || isPrintedFurther(field, one, other, evidence);
    case 'name':
      return other.source === 'visual'
        ? agreementOf[comparePrintedName(one.meaning, other.meaning, evidence)]
        : compareFullNames(one.meaning, other.meaning) === 'same';
    case 'country':
      return other.source === 'visual' ? isCountryPrinted(one, other.value, kind) : one.meaning === other.meaning;
    case 'text':
    case 'address':
    case 'categories':
    case 'year-range':
      return null;
  }
}

/** Null: the rest of the name may be on another line. */
export const agreementOf: Readonly<Record<NameAgreement, boolean | null>> = {
  same: true,
  part: null,
  mixed: null,
  different: false,
};

export function comparePrintedName(name: string, printed: string, { mrz, readings }: DocumentEvidence): NameAgreement {
  const whole = readings.filter(({ name: of, source }) => isPartOfName(of) && source !== 'visual');
  // The zone of French cards until 2021 has separate columns for the family name, and few names fill them.
  const isWhole = mrz?.parsed.format === 'FR-ID' && name.length < lettersOfFrenchName && isFamilyName(name, whole);
  return compareLabelledName(name, printed, {
    isCut: mrz?.parsed.namesFillField === true && !isWhole,
    whole: whole.map(({ value }) => value),
  });
}

const lettersOfFrenchName = 25;

function isFamilyName(value: string, names: readonly FieldReading[]): boolean {
  return names.some(
    ({ name, normalisedValue, value: own }) => name === 'familyNames' && [own, normalisedValue].includes(value),
  );
}

export const isPartOfName = (name: DocumentFieldName): boolean => name === 'familyNames' || name === 'givenNames';

/** Null: the print contains no known name of a country. */
function isCountryPrinted({ meaning, value }: Word, printed: string, kind: DocumentKind | null): boolean | null {
  const languages = languagesOf(meaning, kind);
  if (namesCountry(printed, { country: meaning, code: value, languages })) return true;
  return countriesWithin(printed, languages).size > 0 ? false : null;
}

/** A printed year of two digits does not tell the century, and neither does the zone. */
function isSameShortDate(one: Word, other: Word): boolean {
  return other.source === 'visual' && !/\d{4}/.test(other.value) && one.meaning.slice(2) === other.meaning.slice(2);
}

/** The visual zone does not separate letters from digits: O and 0, I and 1 are equal. */
function doNumbersAgree(one: Word, other: Word, { kind, mrz }: DocumentEvidence): boolean {
  const [a, b] = [one, other].map(({ meaning }) =>
    meaning
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .replaceAll('O', '0')
      .replaceAll('I', '1'),
  );
  if (a === undefined || b === undefined || a === '' || b === '') return false;
  if (a === b) return true;
  const isPrinted = one.source !== 'visual' && other.source === 'visual';
  return isPrinted && (hasCheckCharacter(b, a, kind) || (isShortVisaNumber(one, mrz) && b.startsWith(a)));
}

/**
 * Whether the print continues where the reader ended a person's number, and has the zone's number as a whole: it takes letters behind the last
 * digit for another field (`ZE 184226 B`). Of a document's own number this is not enough: another letter makes it another document.
 */
function isPrintedFurther(
  field: DocumentFieldName,
  one: Word,
  other: Word,
  { visual, kind }: DocumentEvidence,
): boolean {
  if (field !== 'personalNumber' || one.source === 'visual' || other.source !== 'visual') return false;
  const read = visual.filter(({ field: { name, shape } }) => name === field && shape === null);
  return read.some(({ lines }) =>
    lines.some(({ text }) => text.startsWith(other.value) && isNumberPrinted(one.meaning, [text], kind)),
  );
}

/** The zones of visas have no room for numbers of more than nine characters; the print continues. */
function isShortVisaNumber({ source, meaning }: Word, mrz: DocumentEvidence['mrz']): boolean {
  return source === 'mrz' && mrz?.parsed.format.startsWith('MRV') === true && meaning.length === 9;
}
