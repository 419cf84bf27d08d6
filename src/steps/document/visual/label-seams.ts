/** A text and its box on the upright page. */
interface ReadBox {
  text: string;
  /** Whether a second reader saw the same letters. */
  agreed: boolean | undefined;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** In heights of the value's line: a box that reaches this far into it holds most of a letter, so that the letter is the same in both. */
const sameLetter = 0.3;
/** The left half of such a letter or digit is read as a bracket; what follows the bracket's box is the whole of it. */
const roundOnTheLeft = /^[CGOQ0689]/i;
/** The left half of one of these, cut through its bows, is read as another one. */
const uprightOnTheLeft = /^[bdefhklmnpr]$/;
/** A second one of these would fit between the two boxes. */
const narrow = /[ijlt1|]/i;
/** Letters that a digit is read for where their right half is cut off. */
const halfReadAs: Readonly<Record<string, RegExp>> = {
  '5': /^s/,
  '8': /^[bøs]/,
  '0': /^[cgoqdø]/,
  '6': /^g/,
  '2': /^z/,
};
/** No date has three digits for a day or month, or five for a year. */
const digitMore = /^\d((?:\d{2}([./-])\d{2}\2\d{4}|\d{4}([./-])\d{2}\3\d{2})(?:\s.*)?)$/u;
const startsWithDate = /^\d{2}([./-])\d{2}\1\d{4}(?!\d)/;
/** What the left half of a round digit is read as. */
const readAsRound = /^[CGO(（]$/i;

/**
 * The text of the box before a value without what it took from the value's first letter or digit, if it reaches into that: the number of a
 * field (`4a. 2` before `27.04.2022`, `1.S` before `SZABO`, `5.E` before `BM9939757`, `5. (` before `GE1082215`), or nothing where it is half
 * a letter alone. A letter counts only if two readers read the value, the second one beyond the edge of its box. Null for any other box.
 */
export function numberReachingInto(before: ReadBox, line: ReadBox): string | null {
  const [, number, taken = ''] = /^(\s*(?:\d{1,2}[a-d]?\.)?)\s*([\p{L}\d(（]{1,2})\s*$/iu.exec(before.text) ?? [];
  return number !== undefined && isPartOf(taken, number.trim() !== '', before, line) ? number : null;
}

/**
 * The label in the box before a value without the value's first letter or digit, if the box reaches over most of it (`Last name S` before
 * `SRISAWAT`): it is the same ink. A letter counts only if two readers read the value. Null for any other box, and for values with small
 * letters, which may be a part of the same text.
 */
export function labelReachingInto(
  before: ReadBox,
  line: ReadBox,
  isWholeLabel: (text: string) => boolean,
): string | null {
  const [, label = '', taken = ''] = /^(.*\S)\s+([\p{L}\d])\s*$/u.exec(before.text) ?? [];
  if (label === '' || !isWholeLabel(label) || narrow.test(taken) || reachOf(before, line) < sameLetter) return null;
  const isRead = (line.agreed === true || /\d/.test(taken)) && !/\p{Ll}/u.test(line.text);
  return isRead && plainOf(line.text).startsWith(plainOf(taken)) ? label : null;
}

/**
 * The text of a value whose box reaches into the label before it, without what it took from the label: a digit more than a date has
 * (`307/22/1987` behind `DOB`), or the label's last letters (`e Calle Mayor 3` behind `Adresse`). Null for any other text, and for letters
 * that two readers did not read as a word.
 */
export function valueBehindLabelEnd(
  before: ReadBox,
  line: ReadBox,
  isWholeLabel: (text: string) => boolean,
): string | null {
  const date = digitMore.exec(line.text)?.[1];
  if (date !== undefined && (/\p{L}\s*$/u.test(before.text) || isNumberOf(before.text, line.text))) return date;
  const [, taken = '', value = ''] = /^(\p{Ll}{1,2})\s+(\S.*)$/u.exec(line.text) ?? [];
  if (taken === '' || line.agreed !== true) return null;
  return before.text.trimEnd().endsWith(taken) && isWholeLabel(before.text) ? value : null;
}

/** The number of the next field with its value, without the last letter of the value before it: `R 2. SØREN` behind `1. KJÆR`. */
export function numberBehindEnd(before: ReadBox, line: ReadBox): string | null {
  const [, taken = '', next = ''] = /^(\p{L})\s+(\d{1,2}[a-d]?\.\s*\S.*)$/u.exec(line.text) ?? [];
  return taken !== '' && plainOf(before.text.trimEnd()).endsWith(plainOf(taken)) ? next : null;
}

/** Whether a text is the number of a field, and the value begins with its digit: the box of the value reaches over it. */
function isNumberOf(number: string, value: string): boolean {
  const digit = /^\s*(\d)\.\s*$/.exec(number)?.[1];
  return digit !== undefined && value.startsWith(digit);
}

function isPartOf(taken: string, isNumbered: boolean, before: ReadBox, line: ReadBox): boolean {
  if (/^\d+$/.test(taken) && isNumbered && line.text.startsWith(taken)) return true;
  // A whole date lacks no digit, even if the readers differ behind it.
  if (isNumbered && readAsRound.test(taken) && startsWithDate.test(line.text)) return roundOnTheLeft.test(line.text);
  if (line.agreed !== true) return false;
  const first = plainOf(line.text).charAt(0);
  if (/^[(（]$/.test(taken)) return roundOnTheLeft.test(first);
  const isSame = plainOf(taken) === first;
  const isDigit = halfReadAs[taken]?.test(first) === true;
  const isHalf = !/\p{Ll}/u.test(taken) && uprightOnTheLeft.test(first) && uprightOnTheLeft.test(plainOf(taken));
  return isNumbered && (isSame || isHalf || isDigit) && reachOf(before, line) >= sameLetter && !narrow.test(first);
}

function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** In heights of the value's line. */
function reachOf(before: ReadBox, line: ReadBox): number {
  return (before.right - line.left) / Math.max(1, line.bottom - line.top);
}
