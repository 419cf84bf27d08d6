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
const sameLetter = 0.4;
/** The left half of such a letter or digit is read as a bracket; what follows the bracket's box is the whole of it. */
const roundOnTheLeft = /^[CGOQ0689]/i;
/** A second one of these would fit between the two boxes. */
const narrow = /[ijlt1|]/i;

/**
 * The text of the box before a value without what it took from the value's first letter or digit, if it reaches into that: the number of a
 * field (`4a. 2` before `27.04.2022`, `1.S` before `SZABO`, `5. (` before `GE1082215`), or nothing where it is half a letter alone. A letter
 * counts only if two readers read the value, the second one beyond the edge of its box. Null for any other box.
 */
export function numberReachingInto(before: ReadBox, line: ReadBox): string | null {
  const [, number, taken = ''] = /^(\s*(?:\d{1,2}[a-d]?\.)?)\s*([\p{L}\d(（]{1,2})\s*$/iu.exec(before.text) ?? [];
  return number !== undefined && isPartOf(taken, number.trim() !== '', before, line) ? number : null;
}

/**
 * The text of a value whose box reaches into the label before it, without the label's last letters (`e Calle Mayor 3` behind `Adresse`). Null
 * unless two readers read them as a word.
 */
export function valueBehindLabelEnd(
  before: ReadBox,
  line: ReadBox,
  isWholeLabel: (text: string) => boolean,
): string | null {
  const [, taken = '', value = ''] = /^(\p{Ll}{1,2})\s+(\S.*)$/u.exec(line.text) ?? [];
  if (taken === '' || line.agreed !== true) return null;
  return before.text.trimEnd().endsWith(taken) && isWholeLabel(before.text) ? value : null;
}

function isPartOf(taken: string, isNumbered: boolean, before: ReadBox, line: ReadBox): boolean {
  if (/^\d+$/.test(taken)) return isNumbered && line.text.startsWith(taken);
  if (line.agreed !== true) return false;
  const first = plainOf(line.text).charAt(0);
  if (/^[(（]$/.test(taken)) return roundOnTheLeft.test(first);
  const reach = (before.right - line.left) / Math.max(1, line.bottom - line.top);
  return isNumbered && plainOf(taken) === first && reach >= sameLetter && !narrow.test(first);
}

function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
