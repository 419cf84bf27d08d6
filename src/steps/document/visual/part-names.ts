import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';

/** Words before a person's other name: the name at birth, or the name taken by marriage. */
const otherName =
  /(?<![\p{L}])(?:[[(]\s?b\s?[\])]|GEB(?:OREN[ER]?)?[. ]|N[ÉE]E |NÉ |[ÉE]P(?:OUSE)?[. ]|ROZ(?:EN[ÁA])?[. ]|RODEN[ÁA] |NATA |SZ[ÜU]L[. ]|Z DOMU |F[ØO]DT )\s*/iu;
/** Before the family name, where a caption numbers both. */
const ownName = /^[[(]\s?a\s?[\])]\s*/i;

/**
 * The lines of a name whose caption has two names: `[a] MUSTERMANN [b] GABLER`, `MARTIN ÉP. DURAND`. The family name ends where the other
 * one begins. Lines without such a mark stay as they are.
 */
export function partNames<T extends { text: string }>(lines: readonly T[], name: DocumentFieldName): readonly T[] {
  if (name !== 'familyNames' && name !== 'birthName') return lines;
  const at = lines.findIndex(({ text }) => otherName.test(text));
  const marked = lines[at];
  if (marked === undefined) return name === 'familyNames' ? lines.map(withoutOwnMark) : lines.filter(isUnmarked);
  const [before = '', after = ''] = splitOnce(marked.text);
  const [own, others] = [lines.slice(0, at), lines.slice(at + 1)];
  return name === 'familyNames'
    ? [...own, ...kept(marked, before)].map(withoutOwnMark)
    : [...kept(marked, after), ...others];
}

function splitOnce(text: string): string[] {
  const match = otherName.exec(text);
  return match === null ? [text] : [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

function kept<T extends { text: string }>(line: T, text: string): T[] {
  return text.trim() === '' ? [] : [{ ...line, text: text.trim() }];
}

function isUnmarked({ text }: { text: string }): boolean {
  return !ownName.test(text);
}

function withoutOwnMark<T extends { text: string }>(line: T): T {
  return ownName.test(line.text) ? { ...line, text: line.text.replace(ownName, '') } : line;
}
