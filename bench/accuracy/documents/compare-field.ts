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
  // Values with one notation, numbers and dates, may be printed with or without separators and spaces.
  const isNotation = normalised !== null && (bare(normalised) === bare(got) || bare(value) === bare(got));
  return isNotation || words(value) === words(got);
}

function bare(text: string): string {
  return text.replace(/[\s.\-/]/g, '').toUpperCase();
}

function words(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('’', "'")
    .toUpperCase()
    .replace(/[,;\s]+/g, ' ')
    .trim();
}
