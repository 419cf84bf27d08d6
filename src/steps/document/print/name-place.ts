import type { PlacedLine } from '../visual/page-layout.ts';
import { heightOf } from '../visual/page-layout.ts';
import type { VisualField } from '../visual/read-visual-fields.ts';
import { findDate, type DateSearch } from './find-date.ts';
import { printWordsOf } from './print-words.ts';

/** What tells where on a document its holder's names are. */
export interface NamePlace {
  /** The lines page by page, fronts first. */
  pages: readonly (readonly PlacedLine[])[];
  visual: readonly VisualField[];
  /** Where the holder's birth is printed: the page, and the upper edge of its first line. Null: nothing says it, or the kind prints names in any order. */
  birth: { page: number; top: number } | null;
}

/** Finds the birth, ISO 8601, in the lines page by page. */
export function findBirth(
  iso: string,
  pages: readonly (readonly PlacedLine[])[],
  dates: DateSearch,
): NamePlace['birth'] {
  for (const [page, lines] of pages.entries()) {
    const tops = lines.filter((line) => findDate(iso, [line], dates) !== null).map(({ top }) => top);
    if (tops.length > 0) return { page, top: Math.min(...tops) };
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
 * Whether a line without a label may be a name: every kind prints the names before the birth, on the same page or an earlier one. A place of
 * birth, an office or an address comes after it. True of each line where the print shows no birth.
 */
export function precedesBirth(line: PlacedLine, { pages, birth }: NamePlace): boolean {
  if (birth === null) return true;
  const page = pages.findIndex((lines) => lines.includes(line));
  return page < birth.page || (page === birth.page && middleOf(line) < birth.top);
}

/**
 * Whether the names that were found are not the only ones, so that somebody's real name may be among the others: a line as large as a name,
 * which no field claims, is printed between the first of them and the birth, or right above the first; or anything is printed between
 * them, which no kind does.
 */
export function hasOtherNames(
  names: readonly PlacedLine[],
  explained: ReadonlySet<PlacedLine>,
  { pages, visual, birth }: NamePlace,
): boolean {
  if (names.length === 0) return false;
  const claimed = new Set(visual.flatMap(({ lines }) => lines));
  const holding = pages.filter((lines) => names.some((line) => lines.includes(line)));
  const [lines = []] = holding;
  if (holding.length > 1) return true;
  const middles = names.map(middleOf);
  const [from, last] = [Math.min(...middles), Math.max(...middles)];
  if (last - from > farthestApart * Math.max(...names.map(heightOf))) return true;
  const least = heightOfNames * Math.min(...names.map(heightOf));
  const others = lines.filter(
    (line) =>
      !names.includes(line) &&
      !claimed.has(line) &&
      !explained.has(line) &&
      heightOf(line) >= least &&
      line.confidence >= sureLine,
  );
  // Cards that print names in any order print them next to each other.
  if (birth === null) return others.some((line) => isNameLike(line.text) && isNextToOneOf(names, line));
  const to = pages.indexOf(lines) === birth.page ? birth.top : Infinity;
  return others.some((line) => {
    const middle = middleOf(line);
    if (middle >= to) return false;
    if (middle <= from) return isNameLike(line.text) && isRightAboveOneOf(names, line);
    return isNameLike(line.text) || (middle < last && isBelowOneOf(names, line));
  });
}

/** In the same column. */
function isBelowOneOf(names: readonly PlacedLine[], line: PlacedLine): boolean {
  return names.some(({ left, right, top }) => top < line.top && line.left < right && line.right > left);
}

const isRightAboveOneOf = (names: readonly PlacedLine[], line: PlacedLine): boolean =>
  names.some((name) => isRightAbove(line, name));

const isNextToOneOf = (names: readonly PlacedLine[], line: PlacedLine): boolean =>
  names.some((name) => isRightAbove(line, name) || isRightAbove(name, line));

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
