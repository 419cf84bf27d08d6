import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import { oncePer } from '../../../domain/once-per.ts';
import type { DocumentEvidence } from '../document-evidence.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import type { DateSearch } from './find-date.ts';
import type { Frame } from './page-frame.ts';

export interface PrintSearch extends Pick<DocumentEvidence, 'visual' | 'kind' | 'country' | 'isToldByPrint' | 'at'> {
  lines: readonly PlacedLine[];
  /** The same lines, page by page. */
  pages: readonly PrintedPage[];
  /** The zone's names fill their field and may be cut. */
  areNamesCut: boolean;
}

export interface PrintedPage {
  lines: readonly PlacedLine[];
  /** Other lines that confirm nothing, but may be the true value of a field. */
  withFillers?: readonly PlacedLine[] | undefined;
  side: DocumentSide | null;
  /** The data page, if the zone is on it. */
  frame?: Frame | null;
}

/** The parts of a person's name: a line labelled as one of them may have any of them. */
export const nameParts: readonly DocumentFieldName[] = ['familyNames', 'givenNames', 'fullName', 'birthName'];

/** How the issuer prints dates; only the United States print the month first. */
export function dateSearchOf({ kind, country }: Pick<PrintSearch, 'kind' | 'country'>): DateSearch {
  return { country, isMonthFirst: kind?.dates.pattern.startsWith('mm') === true || country === 'US' };
}

/**
 * The lines that can say a field: not those of a page that shows a side without it. Otherwise a forger could leave the true front empty, and
 * print their own values next to the zone of a back.
 */
export function linesOfSide(name: DocumentFieldName, { pages, lines, kind }: PrintSearch): readonly PlacedLine[] {
  const own = kind?.country == null ? [] : kind.fields.filter((field) => isSameField(name, field.name));
  if (own.length === 0 || pages.length < 2) return lines;
  return pages
    .filter(({ side }) => side === null || own.some((field) => field.side === side))
    .flatMap((page) => page.lines);
}

/** Whether a field can say another one: a line with one name may have any of them. */
export function isSameField(name: DocumentFieldName, other: DocumentFieldName): boolean {
  return other === name || (nameParts.includes(name) && nameParts.includes(other));
}

/** The lines of its side that no label assigns to another field. */
export function linesFor(name: DocumentFieldName, search: PrintSearch): PlacedLine[] {
  const claimed = new Set(
    search.visual.flatMap(({ field, lines: own, ambiguous, isFoundByZone }) =>
      isSameField(name, field.name) || ambiguous || isFoundByZone === true ? [] : own,
    ),
  );
  return linesOfSide(name, search).filter((line) => !claimed.has(line));
}

/** The search in all lines that may be the true value of a field, among them those that confirm nothing. */
export const amongAllLines = oncePer((search: PrintSearch): PrintSearch => {
  if (search.pages.every(({ withFillers = [] }) => withFillers.length === 0)) return search;
  const pages = search.pages.map((page) => ({ ...page, lines: [...page.lines, ...(page.withFillers ?? [])] }));
  return { ...search, pages, lines: [...search.lines, ...pages.flatMap(({ withFillers = [] }) => withFillers)] };
});
