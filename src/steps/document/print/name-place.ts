import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { heightOf } from '../visual/page-layout.ts';
import type { VisualField } from '../visual/visual-field.ts';
import { findDate, type DateSearch } from './find-date.ts';
import type { PrintedPage } from './print-search.ts';

/** What tells where a document prints its holder's names. */
export interface NamePlace {
  /** Fronts first. */
  pages: readonly PrintedPage[];
  visual: readonly VisualField[];
  /** Includes fields whose labels were not read. */
  all: readonly VisualField[];
  /**
   * Where the holder's birth is printed: the page, the upper edges of the first and the last line with it, and the height of the lower of
   * the two. Null: no line has it.
   */
  birth: { page: number; top: number; lastTop: number; left: number; height: number } | null;
  /**
   * The last line of each page with the date of expiry, where the kind prints it below the names on the same side: lower lines in its column
   * are no names. Empty for every other kind.
   */
  expiry: readonly PlacedLine[];
  kind: DocumentKind | null;
  /** The kind prints names before or after the birth, anywhere on its front. */
  isAnyOrder: boolean;
}

/** Finds the birth, in ISO 8601, page by page. */
export function findBirth(iso: string, pages: readonly PrintedPage[], dates: DateSearch): NamePlace['birth'] {
  for (const [page, { lines }] of pages.entries()) {
    const found = lines.filter((line) => findDate(iso, [line], dates) !== null);
    if (found.length === 0) continue;
    const tops = found.map(({ top }) => top);
    return {
      page,
      top: Math.min(...tops),
      lastTop: Math.max(...tops),
      left: Math.min(...found.map(({ left }) => left)),
      height: Math.min(...found.map((line) => heightOf(line))),
    };
  }
  return null;
}

/** Finds the last line of each page with the expiry, in ISO 8601, if the kind prints it below the names. */
export function findExpiry(
  iso: string,
  pages: readonly PrintedPage[],
  dates: DateSearch,
  kind: DocumentKind | null,
): PlacedLine[] {
  if (kind === null || !printsExpiryBelowNames(kind)) return [];
  return pages.flatMap(({ lines }) => {
    const found = lines.filter((line) => findDate(iso, [line], dates) !== null);
    return found.sort((one, other) => other.top - one.top).slice(0, 1);
  });
}

function printsExpiryBelowNames({ fields }: DocumentKind): boolean {
  const expiry = fields.findIndex(({ name }) => name === 'dateOfExpiry');
  const names = fields.flatMap((field, index) => (isName(field) ? [index] : []));
  const side = fields[expiry]?.side;
  return names.length > 0 && names.every((index) => index < expiry && fields[index]?.side === side);
}

/** Heights of a line between a name and the birth below it on the same page, at most. */
const farthestFromBirth = 30;

/**
 * Whether a line without a label may be a name. A kind with a zone prints the names before the birth: on an earlier page, above it, or to its
 * left. A place of birth, an office or an address comes after it. A card with a barcode prints them on its front. If the print shows no birth,
 * every line of a kind with a zone may be a name.
 */
export function mayHoldNames(line: PlacedLine, { pages, birth, isAnyOrder }: NamePlace): boolean {
  const page = pages.findIndex(({ lines }) => lines.includes(line));
  if (isAnyOrder) return pages[page]?.side !== 'back';
  if (birth === null) return true;
  if (page !== birth.page) return page < birth.page;
  const isOnRow = middleOf(line) < birth.top + birth.height && line.right <= birth.left;
  return isOnRow || middleOf(line) < birth.top;
}

/**
 * Whether a name is where the document prints it, labelled or not: above the birth or on its row, and no further from it than a card or
 * data page is high.
 */
export function isInPlace(line: PlacedLine, { pages, birth, isAnyOrder }: NamePlace): boolean {
  const page = pages.findIndex(({ lines }) => lines.includes(line));
  if (isAnyOrder && pages[page]?.side === 'back') return false;
  if (birth === null || page < birth.page) return true;
  const height = Math.min(birth.height, heightOf(line));
  const above = birth.top - middleOf(line);
  const isNear = Math.abs(above) < farthestFromBirth * height;
  return page === birth.page && isNear && (isAnyOrder || above > -height);
}

/** A name field that the zone and barcode have as well. */
export function isName({ name }: KindField): boolean {
  return name === 'familyNames' || name === 'givenNames' || name === 'fullName';
}

export function middleOf({ top, bottom }: PlacedLine): number {
  return (top + bottom) / 2;
}
