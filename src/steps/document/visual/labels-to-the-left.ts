import type { KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { LabelFinding } from './find-labels.ts';
import { findValueLines, isDateAlone } from './find-value-lines.ts';
import { goesOn, heightOf, type PlacedLine } from './page-layout.ts';
import { placeOf } from './read-at-label.ts';
import { squeezeText } from './squeeze-text.ts';

type Findings = ReadonlyMap<PlacedLine, readonly LabelFinding[]>;

/** In heights of a line: values of one column begin this near to each other. */
const widestIndent = 1;
/** In heights of a line: from the upper row of a value to the next number below it. */
const farthestAbove = 2.2;
/** In heights of a line: by so much the boxes of two neighbours may overlap. */
const mostOverlap = 0.7;
/** In heights of a line: no two words of a name are so far apart. */
const widthOfSpace = 1;
/** In heights of a line: between two names on one row there is room for the number of the second one. A space is narrower. */
const widthOfNumber = 2;
/** In heights of a line: no value begins nearer to the beginning of its number. */
const narrowestNumber = 0.5;
/** The number of a field is in smaller print than its value: lower than this share of it. An initial of a name is not. */
const highestNumber = 0.7;

/**
 * The lines that have a label to their left, with that label's fields. Numbers are often recognised apart from their values (`3.` and
 * `01.02.1990`), and a line below a name is not its second line if it has its own number.
 */
export function findLabelsToTheLeft(
  lines: readonly PlacedLine[],
  findings: Findings,
): ReadonlyMap<PlacedLine, readonly KindField[]> {
  const owners = new Map<PlacedLine, readonly KindField[]>();
  for (const line of lines) {
    const [label, ...others] = findings.get(line) ?? [];
    if (label === undefined || others.length > 0 || label.start > 0 || label.rest !== '') continue;
    if (label.fields.some(({ place }) => place !== 'right')) continue;
    const place = { line, left: line.left, right: line.right };
    const [value] = findValueLines(place, 'right', 1, lines, (other) =>
      (findings.get(other) ?? []).some(({ start }) => start === 0) ? 'other' : 'value',
    );
    if (value !== undefined) owners.set(value, label.fields);
  }
  return owners;
}

/**
 * The lines that continue a row behind its date, with the fields of the row's label. A date and a place that share a number
 * (`3. 04.06.1951 MERSCH`) are often recognised as two texts. The place is under the name of the row above and is not its second line.
 */
export function findTextsBehindDates(
  lines: readonly PlacedLine[],
  findings: Findings,
  labelledToTheLeft: ReadonlyMap<PlacedLine, readonly KindField[]>,
): ReadonlyMap<PlacedLine, readonly KindField[]> {
  const owners = new Map<PlacedLine, readonly KindField[]>();
  for (const line of lines) {
    const label = (findings.get(line) ?? []).find(({ start }) => start === 0);
    const fields = label?.fields ?? labelledToTheLeft.get(line) ?? [];
    const isShared = fields.some(({ form }) => form === 'date') && fields.some(({ form }) => form === 'text');
    if (!isShared || !isDateAlone(label?.rest ?? line.text)) continue;
    const behind = lines.filter((other) => other !== line && other.left > line.left && goesOn(line, other));
    const [next] = behind.sort((one, other) => one.left - other.left);
    if (next !== undefined && (findings.get(next) ?? []).length === 0) owners.set(next, fields);
  }
  return owners;
}

interface NumberedPage {
  lines: readonly PlacedLine[];
  findings: Findings;
  titles: ReadonlySet<PlacedLine>;
}

/**
 * The line of one of a card's two names, if its number was not recognised or was read as another one (`4. HORVATIĆ`). The first name is left
 * of the second number or on the row above it, beginning where other values begin. Null if there is no such line, or more than one.
 */
export function findUnnumberedLine(
  field: KindField,
  fields: readonly KindField[],
  page: NumberedPage,
): PlacedLine | null {
  const number = ['1.', '2.'].findIndex((label) => field.labels.includes(label));
  if (field.form !== 'name' || number < 0) return null;
  const [label, ...more] = numberedLines('2.', fields, page);
  if (label === undefined) return findNamesOfRow(fields, page)?.[number] ?? null;
  if (number > 0 || more.length > 0) return null;
  const { lines, findings, titles } = page;
  const owned = findLabelsToTheLeft(lines, findings);
  const found = lines.filter((line) => {
    if (titles.has(line) || owned.has(line) || labelOf(line, page) !== undefined) return false;
    if (!isName(line)) return false;
    const height = heightOf(line);
    // Boxes are wider than their ink, so that those of neighbours overlap.
    const isOnRow = Math.abs(line.top - label.top) < 0.7 * height && line.right < label.left + mostOverlap * height;
    const isAbove = label.top - line.top > 0 && label.top - line.bottom < farthestAbove * height;
    const isNear = isOnRow || (isAbove && line.left < label.right + 3 * height);
    return isNear && (isOtherNumber(line) || isInColumn(line, owned, page));
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return null;
  return !isOtherNumber(only) || isInColumnOfNumbers(only, page) ? only : null;
}

/**
 * Both names of a card that prints them on one row, if the second number was not recognised: the only lines above the third number, the
 * first one beginning where values begin or with its own number, the other so far behind it that its number fits between them.
 */
function findNamesOfRow(fields: readonly KindField[], page: NumberedPage): [PlacedLine, PlacedLine] | null {
  const { lines, findings, titles } = page;
  const [third, ...others] = numberedLines('3.', fields, page);
  if (third === undefined || others.length > 0) return null;
  const owned = findLabelsToTheLeft(lines, findings);
  const firsts = numberedLines('1.', fields, page);
  const above = lines.filter((line) => {
    const gap = third.top - line.bottom;
    const isNear = gap > -0.5 * heightOf(line) && gap < farthestAbove * heightOf(line) && line.top < third.top;
    return isNear && !titles.has(line);
  });
  const printed = above.filter(
    (line) =>
      (!firsts.includes(line) || labelOf(line, page)?.rest !== '') &&
      !isNumberAlone(line) &&
      !above.some((name) => isMisreadNumberOf(name, line)),
  );
  const [first, second, ...more] = printed.sort((one, other) => one.left - other.left);
  if (first === undefined || second === undefined || more.length > 0 || firsts.length > 1) return null;
  const hasOwnNumber = firsts.includes(first);
  const isFirst = hasOwnNumber
    ? isName(first)
    : isName(first) && labelOf(first, page) === undefined && !isOtherNumber(first) && isInColumn(first, owned, page);
  const isSecond = isName(second) && labelOf(second, page) === undefined && !owned.has(second);
  const isFree = !owned.has(first) || firsts.length === 1;
  const height = heightOf(first);
  // A number that was read as another one is part of the name's box.
  const gap = isOtherNumber(second) ? widthOfSpace : widthOfNumber;
  const isOneRow = Math.abs(first.top - second.top) < 0.7 * height && second.left - first.right > gap * height;
  return isFirst && isSecond && isFree && isOneRow ? [first, second] : null;
}

/** Letters alone, but for the number of a field before them. */
function isName({ text }: PlacedLine): boolean {
  const name = text.replace(numberBefore, '');
  return !/\d/.test(name) && squeezeText(name).text.length >= 2;
}

/** The number of a field with its full stop before a text, or what is left of it. */
const numberBefore = /^\s*(?:\d{1,2})?\.\s*(?=\p{L})/u;

/** Such as a field's number that was read as another one, apart from its value. */
function isNumberAlone({ text }: PlacedLine): boolean {
  return /^\s*\d{1,2}\.?\s*$/.test(text);
}

/** Whether a line is the number of a field in small print before this name, of which the reader made a letter (`M.` for `2.`). */
function isMisreadNumberOf(name: PlacedLine, line: PlacedLine): boolean {
  const isSmall = heightOf(line) < highestNumber * heightOf(name);
  if (!isSmall || !/^\s*\p{L}\.\s*$/u.test(line.text) || !isName(name)) return false;
  const middle = (line.top + line.bottom) / 2;
  const gap = name.left - line.right;
  return middle > name.top && middle < name.bottom && gap > -heightOf(line) && gap < widthOfNumber * heightOf(name);
}

/** Of a line without a label: no field of the kind has the number that was read. */
function isOtherNumber({ text }: PlacedLine): boolean {
  return numberBefore.test(text);
}

function numberedLines(number: string, fields: readonly KindField[], page: NumberedPage): PlacedLine[] {
  const field = fields.find(({ labels }) => labels.includes(number));
  return page.lines.filter((line) => field !== undefined && labelOf(line, page)?.fields.includes(field) === true);
}

function labelOf(line: PlacedLine, { findings }: Pick<NumberedPage, 'findings'>): LabelFinding | undefined {
  return (findings.get(line) ?? []).find(({ start }) => start === 0);
}

/** Whether a line begins where the values of other numbers do, which were recognised apart from their numbers or with them. */
function isInColumn(line: PlacedLine, owned: ReadonlyMap<PlacedLine, unknown>, page: NumberedPage): boolean {
  const isNear = (left: number) => Math.abs(left - line.left) < widestIndent * heightOf(line);
  if ([...owned.keys()].some(({ left }) => isNear(left))) return true;
  return page.lines.some((other) => {
    const label = labelOf(other, page);
    if (label === undefined || label.rest === '' || label.fields.some(({ place }) => place !== 'right')) return false;
    // A title begins where the numbers do.
    const isBehindNumber = line.left - other.left > narrowestNumber * heightOf(line);
    // A number and its full stop are as wide as one letter in some typefaces, and as two or three in others.
    const behindAll = other.left + ((other.right - other.left) * label.restAt) / Math.max(1, other.text.length);
    return isBehindNumber && (isNear(placeOf(other, label).right) || isNear(behindAll));
  });
}

/** Whether a line begins where two other numbers of fields do. */
function isInColumnOfNumbers(line: PlacedLine, page: NumberedPage): boolean {
  const below = page.lines.filter(
    (other) =>
      other !== line &&
      labelOf(other, page)?.fields.every(({ place }) => place === 'right') === true &&
      Math.abs(other.left - line.left) < widestIndent * heightOf(line),
  );
  return below.length >= 2;
}
