import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { areNamesDoubtful, linesOfNames } from './assign-names.ts';
import type { MachineWord } from './machine-word.ts';
import { isPrintedElsewhere } from './print-place.ts';
import type { PrintSearch } from './print-search.ts';
import { hasRivalDate, hasRivalNumber } from './rival-values.ts';

/**
 * The fields that the print may not confirm, although it repeats what the zone or barcode says. A forger adds words with labels as easily
 * as he makes the true labels illegible, so a label by itself is no evidence: the print has to be where the document prints it, and nothing
 * else on the page may be the true value.
 */
export function findDoubtfulPrint(words: readonly MachineWord[], search: PrintSearch): ReadonlySet<DocumentFieldName> {
  const names = linesOfNames(words, search);
  const isDoubtful = (word: MachineWord) => {
    switch (word.name) {
      case 'documentNumber':
        return hasRivalNumber(words, names, search) || isPrintedElsewhere(word, names, search);
      case 'dateOfBirth':
      case 'dateOfExpiry':
        return hasRivalDate(word.name, words, search) || isPrintedElsewhere(word, names, search);
      default:
        return false;
    }
  };
  return new Set<DocumentFieldName>([
    ...(areNamesDoubtful(names, words, search) ? (['familyNames', 'givenNames', 'fullName'] as const) : []),
    ...words.filter(isDoubtful).map(({ name }) => name),
  ]);
}
