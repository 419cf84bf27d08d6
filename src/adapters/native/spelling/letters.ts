/** Letters that do not decompose into a plain letter and its marks. */
const plainLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
};

/** Marked letters of Europe in the first reader's alphabet. For every other one it reads one of these or a plain letter. */
export const knownToFirst: ReadonlySet<string> = new Set('ËÜÉÓàáäèéìíòóúü');

/** Whether the first reader has this letter in its alphabet. */
export function isKnownToFirst(letter: string): boolean {
  return !isMarked(letter) || !/\p{L}/u.test(letter) || knownToFirst.has(letter);
}

/** Marks, in the first reading, a character that the reader saw and could not name. No document has this letter. */
export const unnamed = '\ua7f7';

/** What the first reader reads in place of a letter of similar shape, marked or not (`S0NDERBORG` for SØNDERBORG). */
const lettersLike: Readonly<Record<string, string>> = { '0': 'o', '1': 'il' };
/** And in place of a letter with a mark alone. */
const markedLettersLike: Readonly<Record<string, string>> = { '6': 'o', B: 'ss' };
/** And in place of one letter alone: the stroke of an Ł looks like the middle bar of an E. */
const lettersFor: Readonly<Record<string, string>> = { E: 'Ł' };

/** Small letters that the first reader sees in capitals that it lacks. */
const smallLettersLike: Readonly<Record<string, string>> = { t: 'Ł', f: 'Í' };

export function isSmallFor(own: string, seen: string): boolean {
  return smallLettersLike[own] === seen;
}

/** A digit or a sign of another script: within a Latin word it is a letter that the first reader misread. */
function isSign(own: string): boolean {
  return /[\p{N}\p{Script=Han}]/u.test(own);
}

/**
 * Whether the first reading (`own`) of a character within a word does not contradict a letter that the second reader saw: it looks the same,
 * or the first reader has no such letter and named none.
 */
export function isTakenFor(own: string, seen: string): boolean {
  if (!/\p{Script=Latin}/u.test(seen)) return false;
  if (lettersLike[own]?.includes(fold(seen)) === true) return true;
  if (isMarked(seen) && markedLettersLike[own]?.includes(fold(seen)) === true) return true;
  if (lettersFor[own] === seen) return true;
  return !isKnownToFirst(seen) && (own === unnamed || isSign(own));
}

/** Whether the first reading has no letter here and the second one has. */
export function isNoLetter(own: string, seen: string): boolean {
  return own === unnamed || (isSign(own) && /\p{L}/u.test(seen));
}

export function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

/** An ß among capitals stays one: its other capital form is two letters. */
export function toCapital(letter: string): string {
  return letter === 'ß' ? letter : letter.toLocaleUpperCase('en');
}

export function toSmall(letter: string): string {
  return letter === 'İ' ? 'i' : letter.toLocaleLowerCase('en');
}

/** One letter that folds into two. */
export function isLigature(letter: string): boolean {
  return fold(letter).length > 1;
}

export function isMarked(letter: string): boolean {
  return /[^\p{ASCII}]/u.test(letter);
}

export function fold(letter: string): string {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plainLetters[plain] ?? plain;
}
