import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import { heightOf } from '../visual/page-layout.ts';
import type { VisualField } from '../visual/visual-field.ts';
import { findDate, type DateSearch } from './find-date.ts';
import type { PrintedPage } from './print-search.ts';
import { printWordsOf } from './print-words.ts';

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

/** A line that is smaller by this factor is a label of the names or small print: by its height, and by the width of a letter. */
const sizeOfNames = 0.8;
/**
 * In widths of a letter of the zone (2.54 mm): data pages print values in wider letters (0.5 to 1.2 on 8 pages) and labels in narrower
 * ones.
 */
const pitchOfValues = 0.45;
/** In the same unit: the lines of names are 0.8 to 1.8 high on 20 pages. */
const heightOfValues = 0.6;
/** As a factor of the size of a name, on a page without a zone. */
const sizeOfSmallest = 0.2;
/** A line read with less confidence is ignored. */
const sureLine = 0.8;
const fewestLetters = 3;
/** Heights of a line between the rows of a form, labels included. */
const nextRow = 2.5;
/** Heights of a line between the first and the last line of the names at most: no kind prints them further apart. */
const farthestApart = 25;
/** Heights of a line between a name and the birth below it on the same page, at most. */
const farthestFromBirth = 30;

/**
 * Whether a line without a label may be a name. A kind with a zone prints the names before the birth, on the same page or an earlier one; a
 * place of birth, an office or an address comes after it. A card with a barcode prints them on its front. If the print shows no birth,
 * every line of a kind with a zone may be a name.
 */
export function mayHoldNames(line: PlacedLine, { pages, birth, isAnyOrder }: NamePlace): boolean {
  const page = pages.findIndex(({ lines }) => lines.includes(line));
  if (isAnyOrder) return pages[page]?.side !== 'back';
  if (birth === null) return true;
  return page < birth.page || (page === birth.page && middleOf(line) < birth.top);
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

/**
 * Whether other names may be printed, one of which may be the true name: an unexplained line as large as a name is printed where names are,
 * or anything is printed between the names, which no kind does. Names are above the birth, and above the last line with it where it is
 * printed twice. A card that prints names in any order may have them anywhere on its front.
 */
export function hasOtherNames(
  names: readonly PlacedLine[],
  explained: ReadonlySet<PlacedLine>,
  place: NamePlace,
): boolean {
  const { pages, visual, birth, isAnyOrder } = place;
  if (names.length === 0) return false;
  const holding = pages.filter(({ lines }) => names.some((line) => lines.includes(line)));
  if (holding.length > 1) return true;
  const middles = names.map(middleOf);
  const [from, last] = [Math.min(...middles), Math.max(...middles)];
  if (last - from > farthestApart * Math.min(...names.map(heightOf))) return true;
  const claimed = new Set(visual.flatMap((value) => (mayHideNames(value, place) ? [] : value.lines)));
  const isAsLarge = sizeOfNamesOn(pages, names, birth);
  const others = (isAnyOrder ? pages.filter(({ side }) => side !== 'back') : holding)
    .flatMap(({ lines }) => lines)
    .filter(
      (line) =>
        !names.includes(line) &&
        !claimed.has(line) &&
        !explained.has(line) &&
        isAsLarge(line) &&
        line.confidence >= sureLine,
    );
  if (isAnyOrder) return others.some((line) => isNameLike(line.text));
  if (birth === null) return others.some((line) => isNameLike(line.text) && isNextToOneOf(names, line));
  const isBeforeBirth = (line: PlacedLine) => {
    const isOnRow = middleOf(line) < birth.lastTop + birth.height && line.right <= birth.left;
    return holding[0] !== pages[birth.page] || isOnRow || middleOf(line) < birth.lastTop;
  };
  return others.some((line) => {
    const middle = middleOf(line);
    if (!isBeforeBirth(line)) return false;
    return isNameLike(line.text) || (middle > from && middle < last && isBelowOneOf(names, line));
  });
}

/**
 * Tells which lines are as large as a name. A forger prints his own words as large as he likes, and as many of them, so that the true
 * ones look like labels: neither his words nor the usual size of the page tell how large a name is. On a page with a zone, the letters of
 * the zone do. Elsewhere only very small lines are left out.
 */
function sizeOfNamesOn(
  pages: readonly PrintedPage[],
  names: readonly PlacedLine[],
  birth: NamePlace['birth'],
): (line: PlacedLine) => boolean {
  const height = Math.min(...names.map(heightOf), birth?.height ?? Infinity);
  const pitch = Math.min(...names.map(pitchOf));
  return (line) => {
    const frame = pages.find(({ lines }) => lines.includes(line))?.frame ?? null;
    const [leastHeight, leastPitch] =
      frame === null
        ? [sizeOfSmallest * height, sizeOfSmallest * pitch]
        : [heightOfValues * frame.pitch, pitchOfValues * frame.pitch];
    return (
      heightOf(line) >= Math.min(sizeOfNames * height, leastHeight) &&
      pitchOf(line) >= Math.min(sizeOfNames * pitch, leastPitch)
    );
  };
}

/** A name field that the zone and barcode have as well. */
export function isName({ name }: KindField): boolean {
  return name === 'familyNames' || name === 'givenNames' || name === 'fullName';
}

/**
 * Whether a forger may have put the label of this field in front of the true name: the value may be any text, and it is not printed before
 * and after the fields that the kind prints around it. Lines of an address follow a line with a number.
 */
function mayHideNames(value: VisualField, { isAnyOrder, kind, all, pages }: NamePlace): boolean {
  const { field, lines } = value;
  if (field.form === 'address') return !isAnyOrder && lines[0] !== undefined && !/\d/.test(lines[0].text);
  const isAnyText = field.form === 'text' || (field.form === 'name' && !isName(field));
  if (!isAnyText || isAnyOrder || kind === null) return isAnyText;
  const place = kind.fields.indexOf(field);
  const own = pages.find((page) => lines.some((line) => page.lines.includes(line)));
  if (own?.side != null && own.side !== field.side) return true;
  return all.some((other) => {
    if (other.field.side !== field.side || other.field === field) return false;
    const isBehind = kind.fields.indexOf(other.field) < place;
    return other.lines.some(
      (line) =>
        own?.lines.includes(line) === true &&
        lines.some((each) => (isBehind ? each.bottom <= line.top : each.top >= line.bottom)),
    );
  });
}

/** In the same column. */
function isBelowOneOf(names: readonly PlacedLine[], line: PlacedLine): boolean {
  return names.some(({ left, right, top }) => top < line.top && line.left < right && line.right > left);
}

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

/** Only capitals, as names are printed; labels have small letters, and numbers have digits. */
function isNameLike(text: string): boolean {
  if (/\d|\p{Ll}/u.test(text)) return false;
  return printWordsOf(text).some(({ spellings }) => (spellings[0]?.length ?? 0) >= fewestLetters);
}

function pitchOf({ left, right, text }: PlacedLine): number {
  return (right - left) / Math.max(1, text.length);
}

function middleOf({ top, bottom }: PlacedLine): number {
  return (top + bottom) / 2;
}
