import { usedValues } from '../../../domain/document-kinds/side-values.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { VisualField } from '../visual/visual-field.ts';

/** Values on which a verdict depends. A card may print others, such as its categories, on both sides. */
const judged: readonly DocumentFieldName[] = [...usedValues, 'dateOfIssue'];

/** The index of the page that a value was read from; none for a value without lines. */
export function sheetOf({ readFrom }: Pick<VisualField, 'readFrom'>): number[] {
  const [line] = readFrom;
  return line === undefined ? [] : [line.page];
}

/**
 * Doubts the values of a side if no sheet has all of them. A kind prints the values of one side on one sheet. A forger could combine the name
 * in one person's letter with the address in another's, or the names on one card with the birth on another.
 */
export function doubtPieces(found: readonly VisualField[]): VisualField[] {
  const sheetsOf = (value: VisualField) => value.sheets ?? sheetOf(value);
  const counted = found.filter(
    (value) => value.field.required && judged.includes(value.field.name) && sheetsOf(value).length > 0,
  );
  const isInPieces = ({ field: { side } }: VisualField) => {
    const [first, ...others] = counted.filter(({ field }) => field.side === side).map(sheetsOf);
    return first !== undefined && !first.some((sheet) => others.every((sheets) => sheets.includes(sheet)));
  };
  return found.map((value) =>
    counted.includes(value) && isInPieces(value) ? { ...value, ambiguous: true, isInPieces: true } : value,
  );
}
