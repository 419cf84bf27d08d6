import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { StepResult } from '../define-step-schema.ts';
import { placeOf } from './field-place.ts';
import type { FieldReading } from './field-reading.ts';
import type { MrzFieldReading } from './mrz-reading.ts';
import type { StoredPage } from './page-result-schema.ts';
import type { documentSchema } from './schema.ts';

/** The names of the machine-readable zone's fields in ICAO 9303 parts 4, 5 and 6. */
export const mrzLabels: Partial<Record<DocumentFieldName, string>> = {
  documentCode: 'Document code',
  issuingState: 'Issuing State or organization',
  documentNumber: 'Document number',
  nationality: 'Nationality',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  dateOfExpiry: 'Date of expiry',
  familyNames: 'Primary identifier',
  givenNames: 'Secondary identifier',
  personalNumber: 'Personal number',
  optionalData: 'Optional data elements',
  optionalDataSecond: 'Optional data elements',
};

/** A letter below this probability may be misread. */
const surePerLetter = 0.6;
/** Names, issuers and nationalities have no check digit: unless the visual zone agrees, every letter must be this certain. */
const sureWithoutCheckDigit = 0.85;

/** The fields as the record shows them, each from its best source. */
export function documentFieldsOf(
  fields: ReadonlyMap<DocumentFieldName, FieldReading>,
  pages: readonly StoredPage[],
): StepResult<typeof documentSchema>['fields'] {
  return Object.fromEntries([...fields.values()].map((reading) => [reading.name, shownField(reading, pages)]));
}

function shownField(
  { value, normalisedValue, label, confidence, source, repaired, from }: FieldReading,
  pages: readonly StoredPage[],
) {
  const place = placeOf(from, pages);
  return {
    value,
    ...(normalisedValue !== null && { normalisedValue }),
    label,
    confidence: confidence === null ? null : Math.round(confidence * 1000) / 1000,
    source,
    repaired,
    ...(place !== null && { place }),
  };
}

/**
 * Whether a field may be wrong. A check digit does not distinguish some letters and covers no names, so where two readers differ, the
 * visual zone must decide, or the digit over the whole zone. Where the second reader saw nothing, a valid check digit over certain letters
 * is enough, and a field without one stays doubtful. Where both read the same, a value from a short list is as good as one with a check
 * digit.
 */
export function isDoubtful(field: MrzFieldReading): boolean {
  if (field.confirmedByVisualZone) return false;
  if (field.isDecidedByComposite) return field.confidence < surePerLetter;
  if (field.readersAgree === false) return true;
  if (field.checkDigitValid === true) return field.confidence < surePerLetter;
  if (field.readersAgree === null) return true;
  return field.confidence < (field.isListed ? surePerLetter : sureWithoutCheckDigit);
}
