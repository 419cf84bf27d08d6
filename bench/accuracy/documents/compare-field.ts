import type { FieldTruth, ZoneTruth } from './sample.ts';

interface ReadField {
  value: string;
  normalisedValue?: string | undefined;
  source: 'mrz' | 'barcode' | 'visual';
}

/** Whether the value of a field is right for the zone that it was read from. Diacritics of the print count. */
export function isRightReading(truth: FieldTruth, { value, normalisedValue, source }: ReadField): boolean {
  const expected = source === 'visual' ? truth.printed : truth[source];
  return expected !== null && (isRightText(expected, value) || isRightText(expected, normalisedValue ?? value));
}

/** The value of a zone or its one notation: the same letters in the same words. Case, commas and line ends do not count. */
export function isRightText({ value, normalised }: ZoneTruth, got: string): boolean {
  return (
    words(value) === words(got) || (normalised !== null && bare(normalised) === bare(got)) || isSameNumber(value, got)
  );
}

/** Numbers may be written with or without their points, dashes and spaces. */
function isSameNumber(expected: string, got: string): boolean {
  return /\d/.test(expected) && !/\p{L}{3}/u.test(expected) && bare(expected) === bare(got);
}

function bare(text: string): string {
  return text.replace(/[\s.\-/]/g, '').toUpperCase();
}

function words(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[,;\s]+/g, ' ')
    .trim();
}
