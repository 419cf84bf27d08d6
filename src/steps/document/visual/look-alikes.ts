import type { FieldForm } from '../../../domain/document-kinds/document-kind.ts';

/** Digits that are taken for letters, and letters that are taken for digits. */
const digitsLikeLetters = '01568';
const lettersLikeDigits = 'OQDILZSGBoil';

/** A digit right before or behind a letter. */
const digitAtLetter = new RegExp(`\\p{L}[${digitsLikeLetters}]|[${digitsLikeLetters}]\\p{L}`, 'u');
/** A digit within a word: `BALB0A`. Ordinals begin with theirs (`5TH`), and house numbers end with a letter (`12B`). */
const digitInWord = new RegExp(`\\p{L}{2}[${digitsLikeLetters}]\\p{L}`, 'u');
/** A letter within a number (`1O5`), or one of the roundest and thinnest at its end (`1O`), which is no letter of a house. */
const letterInNumber = new RegExp(`\\d[${lettersLikeDigits}]\\d|\\d[OIol](?![\\p{L}\\d])`, 'u');

/**
 * Whether a letter may be a digit, or the other way round, in the name of a place or an authority. Both recognisers read the same pixels, and
 * may take both `O` and `0` for the same one; nothing but the words around it says which of the two is printed.
 */
export function hasLookAlikeInName(text: string): boolean {
  return digitAtLetter.test(text);
}

/** The same in an address, whose postal code has its own form. */
export function hasLookAlikeInAddress(address: string, postalCode: string | undefined): boolean {
  const rest = postalCode === undefined ? address : address.replace(postalCode, ' ');
  return digitInWord.test(rest) || letterInNumber.test(rest);
}

/** What no name has besides letters, spaces, apostrophes, hyphens, full stops, commas, slashes, middle dots and parentheses. */
const strangeInName = /[^\p{L}\p{M}\p{N}\s'’‘ʼ`´.,\-‐‑–/·()]/u;

/**
 * Whether a text has a sign that is probably a misread letter or a spot: `)ZOÉ`. Both recognisers may see it, and their agreement is on
 * letters.
 */
export function hasStraySign(text: string, form: FieldForm): boolean {
  return (form === 'name' && strangeInName.test(text)) || hasUnpairedParenthesis(text);
}

function hasUnpairedParenthesis(text: string): boolean {
  let open = 0;
  for (const sign of text) {
    if (sign === '(') open += 1;
    if (sign === ')' && (open -= 1) < 0) return true;
  }
  return open > 0;
}
