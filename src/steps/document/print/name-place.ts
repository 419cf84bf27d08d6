import type { DocumentSide, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { heightOf } from '../visual/page-layout.ts';
import type { VisualField } from '../visual/read-visual-fields.ts';
import { findDate, type DateSearch } from './find-date.ts';
import { printWordsOf } from './print-words.ts';

/** What tells where on a document its holder's names are. */
export interface NamePlace {
  /** Fronts first. */
  pages: readonly PrintedPage[];
  visual: readonly VisualField[];
  /** Where the holder's birth is printed: the page, and the upper edge and height of its first line. Null: nothing says it. */
  birth: { page: number; top: number; height: number } | null;
  /** The kind prints names before the birth or behind it, anywhere on its front. */
  isAnyOrder: boolean;
}

interface PrintedPage {
  lines: readonly PlacedLine[];
  side: DocumentSide | null;
}

/** Finds the birth, ISO 8601, in the lines page by page. */
export function findBirth(iso: string, pages: readonly PrintedPage[], dates: DateSearch): NamePlace['birth'] {
  for (const [page, { lines }] of pages.entries()) {
    const [first] = lines
      .filter((line) => findDate(iso, [line], dates) !== null)
      .sort((one, other) => one.top - other.top);
    if (first !== undefined) return { page, top: first.top, height: heightOf(first) };
  }
  return null;
}

/** A line this much lower than the names is their label, or small print. */
const heightOfNames = 0.8;
/** What is read less surely than this says nothing. */
const sureLine = 0.8;
const fewestLetters = 3;
/** Heights of a line between the rows of a form, labels included. */
const nextRow = 2.5;
/** Heights of a line between the first and the last line of the names: no kind prints them further apart. */
const farthestApart = 25;

/**
 * Whether a line without a label may be a name: a kind with a zone prints the names before the birth, on the same page or an earlier
 * one. A place of birth, an office or an address comes after it. A card with a barcode prints them on its front. True of each
 * line of a kind with a zone where the print shows no birth.
 */
export function mayHoldNames(line: PlacedLine, { pages, birth, isAnyOrder }: NamePlace): boolean {
  const page = pages.findIndex(({ lines }) => lines.includes(line));
  if (isAnyOrder) return pages[page]?.side !== 'back';
  if (birth === null) return true;
  return page < birth.page || (page === birth.page && middleOf(line) < birth.top);
}

/**
 * Whether the names that were found are not the only ones, so that somebody's real name may be among the others: a line as large as a
 * name, which nothing explains, is printed where names are; or anything is printed between them, which no kind does. Names are
 * between the first of those that were found and the birth, or right above the first. On a card that prints them in any order they may
 * be anywhere on the front.
 */
export function hasOtherNames(
  names: readonly PlacedLine[],
  explained: ReadonlySet<PlacedLine>,
  { pages, visual, birth, isAnyOrder }: NamePlace,
): boolean {
  if (names.length === 0) return false;
  const holding = pages.filter(({ lines }) => names.some((line) => lines.includes(line)));
  if (holding.length > 1) return true;
  const middles = names.map(middleOf);
  const [from, last] = [Math.min(...middles), Math.max(...middles)];
  if (last - from > farthestApart * Math.max(...names.map(heightOf))) return true;
  const claimed = new Set(visual.flatMap(({ field, lines }) => (isAnyOrder && isAnyText(field) ? [] : lines)));
  // A forger prints his own words as large as he likes, so that the true ones look like labels.
  const least = heightOfNames * Math.min(...names.map(heightOf), birth?.height ?? Infinity);
  const others = (isAnyOrder ? pages.filter(({ side }) => side !== 'back') : holding)
    .flatMap(({ lines }) => lines)
    .filter(
      (line) =>
        !names.includes(line) &&
        !claimed.has(line) &&
        !explained.has(line) &&
        heightOf(line) >= least &&
        line.confidence >= sureLine,
    );
  if (isAnyOrder) return others.some((line) => isNameLike(line.text));
  if (birth === null) return others.some((line) => isNameLike(line.text) && isNextToOneOf(names, line));
  const to = holding[0] === pages[birth.page] ? birth.top : Infinity;
  return others.some((line) => {
    const middle = middleOf(line);
    if (middle >= to) return false;
    if (middle <= from) return isNameLike(line.text) && isRightAboveOneOf(names, line);
    return isNameLike(line.text) || (middle < last && isBelowOneOf(names, line));
  });
}

/** A label in front of the true name makes it the value of a field that may be any text. */
function isAnyText({ form, name }: KindField): boolean {
  return form === 'text' || (form === 'name' && name !== 'familyNames' && name !== 'givenNames' && name !== 'fullName');
}

/** In the same column. */
function isBelowOneOf(names: readonly PlacedLine[], line: PlacedLine): boolean {
  return names.some(({ left, right, top }) => top < line.top && line.left < right && line.right > left);
}

const isNextToOneOf = (names: readonly PlacedLine[], line: PlacedLine): boolean =>
  names.some((name) => isRightAbove(line, name) || isRightAbove(name, line));

const isRightAboveOneOf = (names: readonly PlacedLine[], line: PlacedLine): boolean =>
  names.some((name) => isRightAbove(line, name));

/** In the same column, and no further away than the next row of a form. */
function isRightAbove(line: PlacedLine, name: PlacedLine): boolean {
  return (
    line.bottom <= middleOf(name) &&
    name.top - line.bottom < nextRow * heightOf(name) &&
    line.left < name.right &&
    line.right > name.left
  );
}

/** Capitals alone, as names are printed; labels have small letters, and numbers have digits. */
function isNameLike(text: string): boolean {
  if (/\d|\p{Ll}/u.test(text)) return false;
  return printWordsOf(text).some(({ spellings }) => (spellings[0]?.length ?? 0) >= fewestLetters);
}

function middleOf({ top, bottom }: PlacedLine): number {
  return (top + bottom) / 2;
}
