/** Longer lines are cut: labels, marks and values are never so far to the right. */
const longestLine = 400;

/** The letters and digits of a printed text, and where each of them is in the text. */
export interface SqueezedText {
  text: string;
  /** Index in the printed text of each squeezed character. */
  at: readonly number[];
  printed: string;
}

/**
 * Recognisers drop spaces, accents and marks, so texts are compared without them: as capitals of base letters and digits. Each printed
 * character gives one squeezed character or none; `ß` gives `S`.
 */
export function squeezeText(printed: string): SqueezedText {
  const cut = printed.slice(0, longestLine);
  let text = '';
  const at: number[] = [];
  for (let index = 0; index < cut.length; index += 1) {
    const plain = plainLetterOf(cut.charCodeAt(index));
    if (plain === '') continue;
    text += plain;
    at.push(index);
  }
  return { text, at, printed: cut };
}

/** The base letter or digit of a UTF-16 unit as a capital; empty for everything else. */
function plainLetterOf(unit: number): string {
  const known = plainLetters[unit];
  if (known !== undefined) return known;
  const base = String.fromCharCode(unit).normalize('NFD').charAt(0).toUpperCase().charAt(0);
  const plain = alike[base] ?? base;
  // Thai vowels and tone marks make the word.
  const isKept = /[\p{L}\p{N}\u0e31-\u0e4e]/u.test(plain) && plain !== 'º' && plain !== 'ª';
  const letter = isKept ? plain : '';
  plainLetters[unit] = letter;
  return letter;
}

/** A document is compared with a thousand or more labels and marks: each character is decomposed once in a process. */
const plainLetters: (string | undefined)[] = [];

/** Letters that do not decompose into a base letter and a mark, by the letter that they look like. */
const alike: Readonly<Record<string, string>> = { Ł: 'L', Đ: 'D', Ð: 'D', Ø: 'O', ı: 'I', Ħ: 'H', Æ: 'A', Œ: 'O' };

/**
 * Whether a new word begins at this squeezed position: at the start, after a character that was left out, or at a capital after a small
 * letter, where the space between two words was dropped (`paysPassport`).
 */
export function startsWord({ at, printed }: SqueezedText, position: number): boolean {
  if (position === 0 || position >= at.length) return true;
  const [before, here] = [at[position - 1] ?? 0, at[position] ?? 0];
  return here - before > 1 || (isSmall(printed.charCodeAt(before)) && isCapital(printed.charCodeAt(here)));
}

/** A page asks about the same places many times, and most letters are ASCII. */
function isSmall(unit: number): boolean {
  return unit < 128 ? unit >= 97 && unit <= 122 : /\p{Ll}/u.test(String.fromCharCode(unit));
}

function isCapital(unit: number): boolean {
  return unit < 128 ? unit >= 65 && unit <= 90 : /\p{Lu}/u.test(String.fromCharCode(unit));
}

/**
 * The smallest number of letters to change, insert or drop (Levenshtein distance), or more than `most` if it exceeds that. Only cells
 * within `most` of the diagonal are filled: a path through any other costs more.
 */
export function editDistance(one: string, other: string, most: number): number {
  const tooMany = most + 1;
  if (Math.abs(one.length - other.length) > most) return tooMany;
  // Letters at which both begin or end cost nothing.
  const shorter = Math.min(one.length, other.length);
  let from = 0;
  while (from < shorter && one.charCodeAt(from) === other.charCodeAt(from)) from += 1;
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > from && otherEnd > from && one.charCodeAt(oneEnd - 1) === other.charCodeAt(otherEnd - 1)) {
    oneEnd -= 1;
    otherEnd -= 1;
  }
  const [rows, columns] = [oneEnd - from, otherEnd - from];
  if (rows === 0 || columns === 0) return Math.max(rows, columns);
  if (most === 0) return tooMany;
  let [row, next] = rowsFor(columns + 1);
  for (let index = 0; index <= columns; index += 1) row[index] = Math.min(index, tooMany);
  for (let i = 1; i <= rows; i += 1) {
    const letter = one.charCodeAt(from + i - 1);
    const [first, last] = [Math.max(1, i - most), Math.min(columns, i + most)];
    let left = first === 1 ? i : tooMany;
    let least = left;
    next[first - 1] = left;
    for (let j = first; j <= last; j += 1) {
      const changed = (row[j - 1] ?? tooMany) + (letter === other.charCodeAt(from + j - 1) ? 0 : 1);
      left = Math.min(changed, (row[j] ?? tooMany) + 1, left + 1);
      next[j] = left;
      least = Math.min(least, left);
    }
    if (last < columns) next[last + 1] = tooMany;
    if (least > most) return tooMany;
    [row, next] = [next, row];
  }
  return Math.min(row[columns] ?? tooMany, tooMany);
}

/** Two rows of cells that every comparison reuses: a page is compared with a thousand or more labels at each of its letters. */
let cells: [Int32Array, Int32Array] = [new Int32Array(64), new Int32Array(64)];

function rowsFor(length: number): [Int32Array, Int32Array] {
  if (length > cells[0].length) cells = [new Int32Array(2 * length), new Int32Array(2 * length)];
  return cells;
}

/** How many letters of a label or mark of this length a recogniser may get wrong. Short words must be exact. */
export function toleratedErrors(length: number): number {
  return Math.min(3, Math.floor(length / 6));
}

/**
 * Whether no `letters` letters of `wanted` in a row have more than `most` errors in `read`. Of several ways to change one text into the other
 * with the fewest errors (Levenshtein), one is judged.
 */
export function areErrorsSpread(
  wanted: string,
  read: string,
  { letters, most }: { letters: number; most: number },
): boolean {
  const errors = errorsIn(wanted, read);
  return errors.every((at, index) => (errors[index + most] ?? Infinity) - at >= letters);
}

/** The places in `wanted` at which a letter is changed, dropped or added, in order. */
function errorsIn(wanted: string, read: string): number[] {
  const costs = costsOf(wanted, read);
  const costAt = (i: number, j: number) => costs[i]?.[j] ?? Infinity;
  const errors: number[] = [];
  let [i, j] = [wanted.length, read.length];
  while (i > 0 || j > 0) {
    const isSame = i > 0 && j > 0 && wanted[i - 1] === read[j - 1];
    if (isSame && costAt(i, j) === costAt(i - 1, j - 1)) {
      [i, j] = [i - 1, j - 1];
      continue;
    }
    errors.push(i);
    if (i > 0 && j > 0 && costAt(i, j) === costAt(i - 1, j - 1) + 1) [i, j] = [i - 1, j - 1];
    else if (i > 0 && costAt(i, j) === costAt(i - 1, j) + 1) i -= 1;
    else j -= 1;
  }
  return errors.reverse();
}

function costsOf(wanted: string, read: string): number[][] {
  const costs = [Array.from({ length: read.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= wanted.length; i += 1) {
    const above = costs[i - 1] ?? [];
    const row = [i];
    for (let j = 1; j <= read.length; j += 1) {
      const changed = (above[j - 1] ?? 0) + (wanted[i - 1] === read[j - 1] ? 0 : 1);
      row.push(Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    costs.push(row);
  }
  return costs;
}
