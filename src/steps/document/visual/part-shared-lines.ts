import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { PlacedLine } from './page-layout.ts';

/** Both names on one line, the family name before the comma; null if the names do not share a line this way. */
export function partOfWholeName(
  lines: readonly PlacedLine[],
  field: KindField,
  sharing: readonly KindField[],
): PlacedLine[] | null {
  const names = ['familyNames', 'givenNames'] as const;
  const index = names.findIndex((name) => name === field.name);
  if (index < 0 || !names.every((name) => sharing.some((other) => other.name === name))) return null;
  const [line] = lines;
  const parts = line?.text.split(',') ?? [];
  const text = parts[index]?.trim() ?? '';
  return line === undefined || parts.length !== 2 || text === '' ? null : [{ ...line, text }];
}

/**
 * Names that share a label (`Filiação`: father and mother) share its lines, in the order of the fields. Without a comma, nothing tells
 * which words of a whole name are the family name.
 */
export function partOfField<T extends { text: string }>(
  lines: readonly T[],
  field: KindField,
  sharing: readonly KindField[],
  { wholeNameLabels }: DocumentKind,
): readonly T[] {
  const names = sharing.filter(({ form }) => form === 'name');
  if (field.form !== 'name' || names.length < 2) return lines;
  if (wholeNameLabels.length > 0) return [];
  // No name has a digit: a number below the names would shift the lines from one name to the other.
  const numbered = lines.findIndex(({ text }) => /\d/.test(text));
  const named = numbered < 0 ? lines : lines.slice(0, numbered);
  const each = Math.ceil(named.length / names.length);
  const index = names.indexOf(field);
  return named.slice(index * each, (index + 1) * each);
}
