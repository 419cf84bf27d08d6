import { documentKinds } from '../../../domain/document-kinds/index.ts';
import type { PageReading, Point, Quad, TextLine } from '../../../domain/ports/pages/page-reader.ts';
import { partOfQuad } from '../field-place.ts';
import { labelReachingInto, numberBehindEnd, numberReachingInto, valueBehindLabelEnd } from './label-seams.ts';
import { squeezeText, type SqueezedText } from './squeeze-text.ts';

/** A line of text with its place on the upright page, in pixels; x to the right, y down. */
export interface PlacedLine {
  squeezed: SqueezedText;
  text: string;
  confidence: number;
  /** Whether a second recogniser saw the same letters; absent if none was asked. */
  agreed: boolean | undefined;
  /** Where they agree on the end alone: its place in the text. */
  agreedFrom?: number | undefined;
  /** Or on its beginning alone: these words. */
  agreedStart?: string | undefined;
  /** As the second recogniser read it, where the two differ only between letters and digits. */
  readOtherwise?: string | undefined;
  /** As the second recogniser read it in the script of the document's country. */
  native?: string | undefined;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Index of its page among the pages of the document. */
  page: number;
  /** Where the reader saw it, in pixels of the picture; several for a line that was recognised in parts. */
  boxes: readonly Quad[];
}

/** No document has more lines worth reading; the rest is left out. */
const mostLines = 500;

/** In heights of the page's usual line: a smaller single letter is a speck between a label and its value. */
const smallestLetter = 0.3;

/** The parts of a date may be recognised as two texts: this far apart, in heights of a line. */
const widestGap = 1.5;

/** The lines of a page in reading order, turned so that text runs to the right. `page`: its index among the pages of the document. */
export function layOutPage({ lines }: Pick<PageReading, 'lines'>, page = 0): PlacedLine[] {
  const printed = lines.slice(0, mostLines).filter(({ text }) => text.trim() !== '');
  const usual = median(printed.map(boxHeight));
  const read = printed.filter((line) => line.text.trim().length > 1 || boxHeight(line) > smallestLetter * usual);
  const angle = textAngle(read);
  const placed = read.map((line) => placeLine(line, angle, page));
  return joinCutLines(placed).sort((one, other) => one.top - other.top || one.left - other.left);
}

function boxHeight({ box: [start, , , below] }: TextLine): number {
  return Math.hypot(below[0] - start[0], below[1] - start[1]);
}

/**
 * Overlapping boxes of one row have cut a line within a word: both have the letter at the seam, or half of it. The joined text is read with
 * certainty by neither, and if the two sides of the seam have no letter in common, neither part is certain. A seam next to a field's number
 * (`2.`) or after a whole label does not cut a word.
 */
function joinCutLines(lines: readonly PlacedLine[]): PlacedLine[] {
  const byLeft = [...lines].sort((one, other) => one.left - other.left);
  const joined: PlacedLine[] = [];
  for (const line of byLeft) {
    const at = joined.findLastIndex((before) => isCutFrom(before, line));
    const before = joined[at];
    if (before === undefined) {
      joined.push(line);
      continue;
    }
    if (isSpeckBefore(before, line)) {
      joined.splice(at, 1, line);
      continue;
    }
    const number = numberReachingInto(before, line) ?? labelReachingInto(before, line, isWholeLabel);
    if (number !== null) {
      const label = { ...before, text: number, squeezed: squeezeText(number), right: line.left, agreedFrom: undefined };
      joined.splice(at, 1, ...(number === '' ? [line] : [label, line]));
      continue;
    }
    const value = valueBehindLabelEnd(before, line, isWholeLabel) ?? numberBehindEnd(before, line);
    if (value !== null) {
      joined.push({ ...line, text: value, squeezed: squeezeText(value), left: before.right });
      continue;
    }
    const shared = sharedAtSeam(before, line);
    if (shared === 0) {
      if (!isDateBeforeWord(before, line)) joined[at] = withoutAgreement(before);
      joined.push(withoutAgreement(line));
      continue;
    }
    const kept = before.text.slice(0, before.squeezed.at[before.squeezed.text.length - shared]);
    const text = `${kept}${line.text}`;
    joined[at] = {
      squeezed: squeezeText(text),
      text,
      confidence: Math.min(before.confidence, line.confidence),
      agreed: false,
      left: before.left,
      right: line.right,
      top: Math.min(before.top, line.top),
      bottom: Math.max(before.bottom, line.bottom),
      page: line.page,
      boxes: [...before.boxes, ...line.boxes],
    };
  }
  return joined;
}

function withoutAgreement(line: PlacedLine): PlacedLine {
  return { ...line, agreed: false, agreedFrom: undefined, agreedStart: undefined };
}

/** With its marks: a number of eight digits may end with a letter that the seam cut off. */
const wholeDate = /^\s*\d{2}([./])\d{2}\1\d{4}\s*$/;

/** A whole date has no letter behind it, so the seam cuts only the word that follows. */
function isDateBeforeWord(before: PlacedLine, line: PlacedLine): boolean {
  return wholeDate.test(before.text) && /^\s*\p{L}/u.test(line.text);
}

const fieldNumber = /^\s*\d{1,2}[a-d]?\.\s*$/i;
/** Without its full stop it may be half a letter, which is as high as its line. */
const smallNumber = /^\s*\d{1,2}[a-d]?\s*$/i;
const smallPrint = 0.75;
/** In heights of its line. */
const widestLetter = 1.5;
const singleSex = /^\s*[FMX]\s*$/;
const singleLetter = /^\s*\p{L}\s*$/u;
const startsWithNumber = /^\s*\d{1,2}[a-d]?\.\s*\p{L}/iu;
/** A shorter label could be the beginning of a name in small letters: `Name` of `Namensen`. */
const fewestLettersOfLabel = 8;
/** The shortest one of which a box may have a letter too many. */
const fewestLettersOfSeam = 4;
const wholeLabels: ReadonlySet<string> = new Set(
  documentKinds
    .flatMap(({ fields }) => fields.flatMap(({ labels }) => labels.map((label) => squeezeText(label).text)))
    .filter((label) => label.length >= fewestLettersOfSeam),
);

/** In small letters, as names on documents are not. */
function isWholeLabel(text: string): boolean {
  return wholeLabels.has(squeezeText(text).text) && /\p{Ll}/u.test(text);
}

/** Whether the first text is a label in any letters and the second a number, so that the two are no name (`NUIP` and `DL8081748`). */
function areLabelAndNumber(before: PlacedLine, line: PlacedLine): boolean {
  return wholeLabels.has(before.squeezed.text) && /\d{3}/.test(line.text) && !/\p{Ll}/u.test(line.text);
}

/** The places decide most pairs, so the texts of the others alone are looked at: a page has thousands of pairs. */
function isCutFrom(before: PlacedLine, line: PlacedLine): boolean {
  const height = Math.min(heightOf(before), heightOf(line));
  const overlap = Math.min(before.bottom, line.bottom) - Math.max(before.top, line.top);
  const shared = before.right - line.left;
  const isSeam = overlap > 0.6 * height && shared > 0.1 * height && shared < 1.5 * height && line.right > before.right;
  if (!isSeam || startsWithNumber.test(line.text)) return false;
  if (fieldNumber.test(before.text)) return valueBehindLabelEnd(before, line, isWholeLabel) !== null;
  // The box of a sex that is wider than it is high ends in a space, not within a word.
  const isWide = before.right - before.left > widestLetter * heightOf(before);
  if (singleSex.test(before.text) && isWide && heightOf(before) >= smallPrint * heightOf(line)) return false;
  if (smallNumber.test(before.text) && heightOf(before) < smallPrint * heightOf(line)) return false;
  // No word changes from small letters to capitals (`Número` and `ZK0906096`).
  const isOtherWord = before.squeezed.text.length >= fewestLettersOfLabel || !/\p{Ll}/u.test(line.text);
  const isLabel = (isOtherWord && isWholeLabel(before.text)) || areLabelAndNumber(before, line);
  return !isLabel || valueBehindLabelEnd(before, line, isWholeLabel) !== null;
}

/** A low letter before capitals or digits is a speck or a number of a field, misread. Small letters may be as low as half their line. */
function isSpeckBefore(before: PlacedLine, line: PlacedLine): boolean {
  const isLow = heightOf(before) < smallPrint * heightOf(line);
  return isLow && singleLetter.test(before.text) && !/\p{Ll}/u.test(line.text);
}

/** How many letters both end the first and begin the second; at most as many as the widest seam holds. */
function sharedAtSeam(before: PlacedLine, line: PlacedLine): number {
  for (let length = 3; length > 0; length -= 1) {
    const end = before.squeezed.text.slice(-length);
    if (end.length === length && line.squeezed.text.startsWith(end)) return length;
  }
  return 0;
}

export function heightOf({ top, bottom }: Pick<PlacedLine, 'top' | 'bottom'>): number {
  return Math.max(1, bottom - top);
}

/** Whether the other line continues this one: on its row, at most this many heights of a line to the right. */
export function goesOn(line: PlacedLine, other: PlacedLine): boolean {
  const height = Math.min(heightOf(line), heightOf(other));
  const overlap = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top);
  const gap = other.left - line.right;
  return overlap >= 0.4 * height && gap > -height && gap < widestGap * heightOf(line);
}

/** The direction in which the text runs, in radians: the median over the lines, which a few stray ones cannot move. */
export function textAngle(lines: readonly TextLine[]): number {
  const directions = lines.map(({ box: [start, end] }) => ({ x: end[0] - start[0], y: end[1] - start[1] }));
  const x = median(directions.map((direction) => direction.x));
  const y = median(directions.map((direction) => direction.y));
  return x === 0 && y === 0 ? 0 : Math.atan2(y, x);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A line on the upright page, whose text runs at this angle. */
export function placeLine(
  { text, confidence, box, agreed, agreedFrom, agreedStart, readOtherwise, native }: TextLine,
  angle: number,
  page: number,
): PlacedLine {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const turned = box.map(([x, y]: Point) => ({ x: x * cos + y * sin, y: y * cos - x * sin }));
  const xs = turned.map(({ x }) => x);
  // A line that is still aslant is as high as its own side, not as the box around it.
  const [start, end, endBelow, startBelow] = turned;
  const top = ((start?.y ?? 0) + (end?.y ?? 0)) / 2;
  const bottom = ((startBelow?.y ?? 0) + (endBelow?.y ?? 0)) / 2;
  return {
    squeezed: squeezeText(text),
    text,
    confidence,
    agreed,
    agreedFrom,
    agreedStart,
    readOtherwise,
    native,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(top, bottom),
    bottom: Math.max(top, bottom),
    page,
    boxes: [box],
  };
}

/** The boxes of the part of a line between two shares of its length, or of the whole line if it was recognised in parts. */
export function partOfBoxes({ boxes }: PlacedLine, from: number, to: number): readonly Quad[] {
  const [only, ...others] = boxes;
  return only === undefined || others.length > 0 ? boxes : [partOfQuad(only, from, to)];
}
