import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { usualFormOf } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentEvidence } from '../document-evidence.ts';
import type { FieldReading } from '../field-reading.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { findDate, type DateSearch } from './find-date.ts';
import { findMissingWords } from './find-name.ts';
import { isNumberPrinted } from './find-number.ts';

type Looked = Pick<DocumentEvidence, 'pages' | 'visual' | 'kind' | 'country' | 'mrz'>;

/** The parts of a person's name: a line that is labelled as one of them may hold any of them. */
const nameParts: readonly DocumentFieldName[] = ['familyNames', 'givenNames', 'fullName', 'birthName'];

/**
 * Looks for what a zone or barcode says of a field anywhere in print, labelled or not. A line that is labelled as another field is
 * left out: the father's name does not confirm the holder's. Answers the value that was found, or null.
 */
export function findInPrint(
  { name, value, normalisedValue }: Pick<FieldReading, 'name' | 'value' | 'normalisedValue'>,
  evidence: Looked,
): string | null {
  const meaning = normalisedValue ?? value;
  switch (usualFormOf(name)) {
    case 'name': {
      const texts = linesFor(name, evidence).map(({ text }) => text);
      return findMissingWords(value, { texts, isCut: evidence.mrz?.parsed.namesFillField ?? false }).length === 0
        ? value
        : null;
    }
    case 'number': {
      const texts = linesOf(evidence).map(({ text }) => text);
      return !isValueOfOther(name, meaning, evidence) && isNumberPrinted(meaning, texts) ? value : null;
    }
    case 'date': {
      if (isValueOfOther(name, meaning, evidence)) return null;
      return findDate(meaning, linesOf(evidence), dateSearchOf(evidence))?.iso === meaning ? meaning : null;
    }
    default:
      return null;
  }
}

/** How the issuer prints dates; only the United States print the month first. */
export function dateSearchOf({ kind, country }: Pick<Looked, 'kind' | 'country'>): DateSearch {
  return { country, isMonthFirst: kind?.dates.pattern.startsWith('mm') === true || country === 'US' };
}

export function linesOf({ pages }: Pick<Looked, 'pages'>): PlacedLine[] {
  return pages.flatMap(({ lines }) => lines);
}

function linesFor(name: DocumentFieldName, evidence: Looked): PlacedLine[] {
  const isSame = (other: DocumentFieldName) =>
    other === name || (nameParts.includes(name) && nameParts.includes(other));
  const claimed = new Set(
    evidence.visual.flatMap(({ field, lines, ambiguous }) => (isSame(field.name) || ambiguous ? [] : lines)),
  );
  return linesOf(evidence).filter((line) => !claimed.has(line));
}

/** Whether a number or day is labelled as another field: the date of issue confirms no date of birth. */
function isValueOfOther(name: DocumentFieldName, meaning: string, { visual }: Looked): boolean {
  const labelled = visual.filter(({ normalisedValue }) => normalisedValue === meaning);
  return labelled.length > 0 && labelled.every(({ field, ambiguous }) => field.name !== name && !ambiguous);
}
