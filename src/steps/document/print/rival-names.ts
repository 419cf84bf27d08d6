import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { hasUnreadScript } from '../../../domain/documents/native-scripts.ts';
import { heightOf, type PlacedLine } from '../visual/page-layout.ts';
import { isInOwnScript, saysNameInOwnScript } from '../visual/native-names.ts';
import type { VisualField } from '../visual/visual-field.ts';
import { isExplained, isWholeTitle, resemblesCountry, type Explanation } from './explain-lines.ts';
import { languagesOf } from './find-country.ts';
import type { MachineWord } from './machine-word.ts';
import { scriptOf } from './print-words.ts';
import { isName, middleOf, type NamePlace } from './name-place.ts';
import type { PrintSearch } from './print-search.ts';
import { isOnDocument } from './print-place.ts';
import { isWrittenName, possibleNamesIn, writtenNamesIn, type KnownWords } from './possible-names.ts';
import { isProven } from './rival-values.ts';
import { partsOfTitles } from './state-titles.ts';

/** What a printed line is next to the names of the zone or barcode. Only the last one may be the true name. */
export type LineRole =
  | 'name'
  | 'name in the script of the country'
  | 'value of another field'
  | 'title, label or country'
  | 'smaller than names'
  | 'uncertain'
  | 'printed where no names are'
  | 'no words in capitals'
  | 'perhaps a name';

/** A line and what it is: all lines of a document are judged once, by the same rules. */
export interface JudgedLine {
  line: PlacedLine;
  role: LineRole;
}

/**
 * In widths of a letter of the zone (2.54 mm): data pages print values in wider letters (0.5 to 1.2 on 8 pages) and labels in narrower
 * ones.
 */
const pitchOfValues = 0.45;
/** In the same unit: the lines of names are 0.8 to 1.8 high on 20 pages. */
const heightOfValues = 0.6;
/** A line that is smaller by this factor is a label of the names or small print: by its height, and by the width of a letter. */
const sizeOfNames = 0.8;
/** As a factor of the size of a name, on a page without a zone. */
const sizeOfSmallest = 0.2;
/**
 * A line read with less confidence is ignored. A forger may smear a true name: at this limit, no honest document of 987 (drawn ones and 17
 * specimens) is doubted because of a line that is less sure than 0.8; at 0.5, two specimens are.
 */
const sureLine = 0.65;
/** The same for a line without words in capitals between the names: labels of a few pixels are misread. */
const sureText = 0.8;
const fewestLetters = 3;
/** Heights of a line between the rows of a form, labels included. */
const nextRow = 2.5;
/** Heights of a line between the first and the last line of the names at most: no kind prints them further apart. */
const farthestApart = 25;

/** Whether these names may be another person's: they are too far apart for one name, or another line may be the true name. */
export function hasOtherNames(
  names: readonly PlacedLine[],
  words: readonly MachineWord[],
  search: PrintSearch,
  place: NamePlace,
): boolean {
  if (names.length === 0) return false;
  if (pagesOf(names, place).length > 1) return true;
  const middles = names.map(middleOf);
  const span = Math.max(...middles) - Math.min(...middles);
  if (span > farthestApart * Math.min(...names.map(heightOf))) return true;
  return judgeLines(names, words, search, place).some(({ role }) => role === 'perhaps a name');
}

/** Says of each line on the pages with these names what it is. The first rule that applies decides. */
export function judgeLines(
  names: readonly PlacedLine[],
  words: readonly MachineWord[],
  search: PrintSearch,
  place: NamePlace,
): JudgedLine[] {
  const { pages, visual, isAnyOrder } = place;
  const claimed = new Set(visual.flatMap((value) => (mayHideNames(value, place) ? [] : value.lines)));
  const isAsLarge = sizeOfNamesOn(names, place);
  const said = words.filter(({ name }) => name === 'familyNames' || name === 'givenNames');
  const searched = isAnyOrder ? pages.filter(({ side }) => side !== 'back') : pagesOf(names, place);
  const countries = words.flatMap(({ name, meaning }) => (isCountry(name) ? [meaning] : []));
  const own = { countries, languages: countries.flatMap((country) => languagesOf(country, search.kind)) };
  // Letters of such a script are read as words in small letters (`Sgwglo`), by each reader as others.
  const isInUnreadScript = countries.some(hasUnreadScript);
  const proven = visual.filter((value) => isProven(value, own));
  const numbers = proven
    .filter(({ field, value }) => field.form === 'categories' || /\d/.test(value))
    .map(({ value }) => value);
  const explanation = { ...search, words, values: numbers };
  /** Some issuers print names in small letters. */
  const wordsLeftOn = (line: PlacedLine, known: KnownWords): string[] => {
    const isMisread = isInUnreadScript && line.agreed === false;
    const script = scriptOf(line, words);
    const isWritten = line.confidence >= sureText && !isMisread && isWrittenName(line.text, script);
    const written = isWritten ? writtenNamesIn(line.text, known, script) : [];
    return [...written, ...possibleNamesIn(line.text, known, script)];
  };
  /** A value that is not any text (a date, a number) leaves room for a true name on its line. */
  const hasNameBesideValue = (line: PlacedLine) => {
    const values = visual.filter(({ lines }) => lines.includes(line));
    if (values.some(({ field }) => isAnyText(field) || field.form === 'address')) return false;
    const known = [...numbers, ...values.filter((value) => proven.includes(value)).map(({ value }) => value)];
    return wordsLeftOn(line, { ...explanation, values: known }).length > 0;
  };
  const roleOf = (line: PlacedLine): LineRole => {
    if (names.includes(line)) return 'name';
    if (claimed.has(line) && !hasNameBesideValue(line)) return 'value of another field';
    // The first reader is unsure of letters that it does not know.
    if (line.confidence < sureLine && !isInOwnScript(line)) return 'uncertain';
    if (!isAsLarge(line)) return 'smaller than names';
    if (!isWhereNamesAre(line, names, place)) return 'printed where no names are';
    if (said.some((name) => saysNameInOwnScript(line, name))) return 'name in the script of the country';
    if (isInOwnScript(line)) {
      if (!isInCapitals(line.native ?? '') && !isBetween(line, names, place)) return 'no words in capitals';
      return isExplained(line, explanation) ? 'title, label or country' : 'perhaps a name';
    }
    const isMixed = /\d|\p{Ll}/u.test(line.text);
    // A text around the document. A forger prints his own names as small and as far from the true one as he likes.
    if (isMixed && !isOnDocument(line, [], search)) return 'printed where no names are';
    if (!hasLetters(line)) return 'no words in capitals';
    const left = wordsLeftOn(line, explanation);
    if (left.length === 0 && !(line.confidence >= sureText && isBetween(line, names, place))) {
      return isMixed ? 'no words in capitals' : 'title, label or country';
    }
    return isExplained(line, explanation) ? 'title, label or country' : 'perhaps a name';
  };
  return searched.flatMap(({ lines }) => {
    const judged = lines.map((line) => ({ line, role: roleOf(line) }));
    if (judged.every(({ role }) => role !== 'perhaps a name')) return judged;
    const titles = partsOfTitles(lines, (text) => isWholeTitle(text, explanation));
    const nationality = nationalityIn(judged, { explanation, proven });
    return judged.map((each) =>
      each.role === 'perhaps a name' && (titles.has(each.line) || each.line === nationality)
        ? { ...each, role: 'title, label or country' }
        : each,
    );
  });
}

/**
 * The only line that begins like the name of the country, where the kind prints the nationality and no other line says it: not all adjectives
 * are known. Of two such lines, one may be the true name (`FRANCIS`).
 */
function nationalityIn(
  judged: readonly JudgedLine[],
  { explanation, proven }: { explanation: Explanation; proven: readonly VisualField[] },
): PlacedLine | null {
  const { kind } = explanation;
  const isPrinted = kind?.country == null || kind.fields.some(({ name }) => name === 'nationality');
  if (!isPrinted || proven.some(({ field }) => field.name === 'nationality')) return null;
  const [only, ...others] = judged.filter(
    ({ role, line }) => role === 'perhaps a name' && resemblesCountry(line.text, explanation),
  );
  return only === undefined || others.length > 0 ? null : only.line;
}

function pagesOf(names: readonly PlacedLine[], { pages }: NamePlace) {
  return pages.filter(({ lines }) => names.some((line) => lines.includes(line)));
}

/**
 * Whether the true name may be on this line by its place. A kind with a zone prints names above the birth, and above the last line with it
 * where it is printed twice; where it prints the expiry below the names, names are above that, too. If no birth is in print, names are next
 * to one another. A card that prints names in any order may have them anywhere on its front.
 */
function isWhereNamesAre(line: PlacedLine, names: readonly PlacedLine[], place: NamePlace): boolean {
  const { pages, birth, expiry, isAnyOrder } = place;
  if (isAnyOrder) return true;
  if (expiry.some((last) => isBelow(line, last))) return false;
  if (birth === null) return names.some((name) => isRightAbove(line, name) || isRightAbove(name, line));
  if (pages[birth.page]?.lines.includes(line) !== true) return true;
  const isOnRow = middleOf(line) < birth.lastTop + birth.height && line.right <= birth.left;
  return isOnRow || middleOf(line) < birth.lastTop;
}

/** In the same column of the same page. */
function isBelow(line: PlacedLine, other: PlacedLine): boolean {
  const isInColumn = line.left < other.right && line.right > other.left;
  return line.page === other.page && isInColumn && line.top >= middleOf(other);
}

/** Anything that is printed between the names, below one of them: no kind does this. */
function isBetween(line: PlacedLine, names: readonly PlacedLine[], { birth, isAnyOrder }: NamePlace): boolean {
  if (isAnyOrder || birth === null) return false;
  const middles = names.map(middleOf);
  const middle = middleOf(line);
  const isInBetween = middle > Math.min(...middles) && middle < Math.max(...middles);
  return isInBetween && names.some(({ left, right, top }) => top < line.top && line.left < right && line.right > left);
}

/**
 * Tells which lines are as large as a name. A forger prints his own words as large as he likes, and as many of them, so that the true
 * ones look like labels: neither his words nor the usual size of the page tell how large a name is. On a page with a zone, the letters of
 * the zone do. Elsewhere only very small lines are left out.
 */
function sizeOfNamesOn(names: readonly PlacedLine[], { pages, birth }: NamePlace): (line: PlacedLine) => boolean {
  const height = Math.min(...names.map(heightOf), birth?.height ?? Infinity);
  // A forger can stretch his own names, but letters of a document are no wider than high.
  const pitch = Math.min(...names.map(pitchOf), height);
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

/**
 * Whether a forger may have put the label of this field in front of the true name: the value may be any text, and it is not printed before
 * and after the fields that the kind prints around it. Lines of an address follow a line with a number.
 */
function mayHideNames(value: VisualField, { isAnyOrder, kind, all, pages }: NamePlace): boolean {
  const { field, lines } = value;
  // A card's barcode has its address.
  if (field.form === 'address') return isAnyOrder || (lines[0] !== undefined && !/\d/.test(lines[0].text));
  const mayBeAny = isAnyText(field) && !isName(field);
  if (!mayBeAny || isAnyOrder || kind === null) return mayBeAny;
  const own = pages.find((page) => lines.some((line) => page.lines.includes(line)));
  if (own?.side != null && own.side !== field.side) return true;
  return all.some(
    (other) =>
      other.field.side === field.side &&
      other.field !== field &&
      other.lines.some((line) => own?.lines.includes(line) === true && isOutOfOrder(value, other, line, kind)),
  );
}

function isAnyText(field: KindField): boolean {
  return field.form === 'text' || field.form === 'name';
}

/** A number that the kind prints in several places has no place among the fields. */
function isOutOfOrder(
  { field, lines }: VisualField,
  other: VisualField,
  line: PlacedLine,
  { fields }: DocumentKind,
): boolean {
  if (other.field.isOneOfSeveral) return false;
  const isBehind = fields.indexOf(other.field) < fields.indexOf(field);
  return lines.some((each) => (isBehind ? each.bottom <= line.top : each.top >= line.bottom));
}

/** In the same column, and no further away than the next row of a form. */
function isRightAbove(line: PlacedLine, name: PlacedLine): boolean {
  return (
    line.bottom <= middleOf(name) &&
    name.top - line.bottom < nextRow * heightOf(name) &&
    line.left < name.right &&
    line.right > name.left
  );
}

function isCountry(name: DocumentFieldName): boolean {
  return name === 'issuingState' || name === 'nationality';
}

function hasLetters({ text }: PlacedLine): boolean {
  return /\p{L}/u.test(text);
}

/** Most capitals of other scripts differ from their small letters in size alone, so some are read as small. */
function isInCapitals(native: string): boolean {
  const letters = native.match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => /\p{Lu}/u.test(letter));
  return letters.length >= fewestLetters && capitals.length > letters.length / 2;
}

function pitchOf({ left, right, text }: PlacedLine): number {
  return (right - left) / Math.max(1, text.length);
}
