import type { DocumentFieldName } from '../documents/document-field.ts';
import { withoutMarks } from '../mrz/transliterations.ts';
import { isoDateOf } from '../national-numbers/calendar-date.ts';
import type { CodedField } from './coded-field.ts';

/** The contents of the PDF417 on the back of a Colombian yellow cédula. */
export interface CedulaCard {
  standard: 'co-cedula';
  card: 'national-id';
  country: 'CO';
  fields: Partial<Record<DocumentFieldName, CodedField>>;
}

/**
 * The record has 531 bytes of ISO 8859-1, and the issuer has published no description of it. These are the positions on which public readers
 * agree: `Eitol/colombian-cedula-reader` (`src/barcode/colombian_pdf417_decoder.py`), and a list of hypotheses that another project confirmed
 * on public records and on one card (four names of 23 bytes each). Two digits tell the type of the card; identity cards of minors have `I3`
 * there. Places of birth follow as codes, and after the blood group two templates of fingerprints.
 */
const places = {
  cardType: [0, 2],
  marker: [24, 32],
  documentNumber: [48, 58],
  firstSurname: [58, 81],
  secondSurname: [81, 104],
  firstGivenName: [104, 127],
  otherGivenNames: [127, 150],
  sex: [151, 152],
  dateOfBirth: [152, 160],
  bloodType: [166, 169],
} as const;

/** The end of the last place. What follows are fingerprints, which the service neither needs nor keeps. */
export const endOfCedulaFields = 169;

const marker = 'PubDSK_1';

/** Whether a text has the marker of a cédula's record. The rest may be damaged. */
export function hasCedulaMarker(text: string): boolean {
  return text.slice(...places.marker) === marker;
}

/** Parses the text of a barcode. Null: it is no such record, or one with a part that cannot be read. Never throws. */
export function parseCedula(text: string): CedulaCard | null {
  const at = ([start, end]: readonly [number, number]) => text.slice(start, end).replaceAll('\0', ' ').trim();
  if (text.length < endOfCedulaFields || !/^\d{2}$/.test(at(places.cardType)) || at(places.marker) !== marker) {
    return null;
  }
  const paddedNumber = at(places.documentNumber);
  const number = paddedNumber.replace(/^0+/, '');
  const [familyNames, givenNames] = [
    [places.firstSurname, places.secondSurname],
    [places.firstGivenName, places.otherGivenNames],
  ].map((parts) => parts.map(at).filter(Boolean).join(' '));
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(at(places.dateOfBirth)) ?? [];
  const dateOfBirth = isoDateOf(Number(year), Number(month), Number(day));
  const sex = at(places.sex);
  if (!/^\d{10}$/.test(paddedNumber) || number === '' || dateOfBirth === null || !/^[FM]$/.test(sex)) return null;
  if (familyNames === undefined || givenNames === undefined || ![familyNames, givenNames].every(isName)) return null;
  const [bloodType] = /^(?:AB|A|B|O)[+-]/.exec(at(places.bloodType)) ?? [];
  const same = (value: string): CodedField => ({ value, normalisedValue: value });
  return {
    standard: 'co-cedula',
    card: 'national-id',
    country: 'CO',
    fields: {
      documentNumber: { value: paddedNumber, normalisedValue: number },
      familyNames: same(familyNames),
      givenNames: same(givenNames),
      dateOfBirth: { value: at(places.dateOfBirth), normalisedValue: dateOfBirth },
      sex: same(sex),
      ...(bloodType !== undefined && { bloodType: same(bloodType) }),
    },
  };
}

/** Letters and the signs of names: comparisons pass over all others, so that a false one would be recorded. */
function isName(text: string): boolean {
  return text !== '' && Array.from(text).every((sign) => /[ .'-]/.test(sign) || /^[A-Z]+$/.test(withoutMarks(sign)));
}
