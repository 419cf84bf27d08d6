import { withoutMarks } from '../../../domain/mrz/transliterations.ts';

/** The address in a barcode. */
export interface AddressWords {
  street: string;
  city: string | null;
  region: string | null;
  postalCode: string | null;
}

/**
 * Whether the print repeats an address: every line of its street, its city, its region and its postal code, each as a run of whole words.
 * The printed alphabet is unknown, so O and 0 are the same here, and so are I and 1. The four digits after a US postal code need not be
 * printed.
 */
export function isAddressPrinted(
  { street, city, region, postalCode }: AddressWords,
  lines: readonly string[],
): boolean {
  const printed = lines.map(wordsOf);
  const wanted = [
    ...street.split(','),
    city ?? '',
    region ?? '',
    (postalCode ?? '').replace(/^(\d{5})-\d{4}$/, '$1'),
  ].map((part) => wordsOf(part).join(''));
  return wanted.every((part) => part === '' || printed.some((words) => holdsRun(words, part)));
}

function holdsRun(words: readonly string[], wanted: string): boolean {
  return words.some((_, first) => {
    let joined = '';
    for (const word of words.slice(first)) {
      joined += word;
      if (joined.length >= wanted.length) break;
    }
    return joined === wanted;
  });
}

/** Digits and letters separate words: recognisers drop the spaces between them. */
function wordsOf(text: string): string[] {
  return (withoutMarks(text).match(/[A-Z]+|\d+/g) ?? []).map((word) => word.replaceAll('O', '0').replaceAll('I', '1'));
}
