import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { areNamesDoubtful, linesOfNames } from './assign-names.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import type { MachineWord } from './machine-word.ts';
import { isPrintedElsewhere, linesSaying } from './print-place.ts';
import { amongAllLines, type PrintSearch } from './print-search.ts';
import { hasRivalCountry } from './rival-countries.ts';
import { hasRivalDate, hasRivalNumber } from './rival-values.ts';

/**
 * The fields that the print may not confirm, although it repeats what the zone or barcode says. A forger adds words with labels as easily
 * as he makes the true labels illegible, so a label by itself is no evidence: the print has to be where the document prints it, and nothing
 * else on the page may be the true value.
 */
export function findDoubtfulPrint(words: readonly MachineWord[], search: PrintSearch): ReadonlySet<DocumentFieldName> {
  const names = linesOfNames(words, search);
  const all = amongAllLines(search);
  const isDoubtful = (word: MachineWord) => {
    switch (word.name) {
      case 'documentNumber':
        return hasRivalNumber(words, names, all) || isPrintedElsewhere(word, names, search);
      case 'dateOfBirth':
      case 'dateOfExpiry':
        return hasRivalDate(word.name, words, all) || isPrintedElsewhere(word, names, search);
      case 'issuingState':
      case 'nationality':
        return hasRivalCountry(word.name, words, names, all);
      default:
        return false;
    }
  };
  const areDoubtful = areNamesDoubtful(names, words, search) || isFrontSilent(names, words, search);
  return new Set<DocumentFieldName>([
    ...(areDoubtful ? (['familyNames', 'givenNames', 'fullName'] as const) : []),
    ...words.filter(isDoubtful).map(({ name }) => name),
  ]);
}

/** ICAO 9303 part 5 prints these on the front of a card of size ID-1, and so do most issuers. */
const printedOnFront: readonly DocumentFieldName[] = ['documentNumber', 'dateOfBirth', 'dateOfExpiry'];

/**
 * Whether a card of an unlisted country with its zone on the back repeats the names on that back alone, or nothing but the names on its
 * front. Its kind does not say what each side prints, so a forger could print the values next to the zone of another person's back, and
 * send any front.
 */
function isFrontSilent(names: readonly PlacedLine[], words: readonly MachineWord[], search: PrintSearch): boolean {
  const { kind, pages } = search;
  if (kind?.country !== null || kind.mrz === null || kind.mrz.side === kind.portrait) return false;
  const ofZone = new Set(pages.filter(({ frame }) => frame != null).flatMap(({ lines }) => lines));
  if (names.some((line) => ofZone.has(line))) return true;
  const told = words.filter(({ name }) => printedOnFront.includes(name));
  return !told.some(({ name, meaning }) => linesSaying(name, meaning, search).some((line) => !ofZone.has(line)));
}
