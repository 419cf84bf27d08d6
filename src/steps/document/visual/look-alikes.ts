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
