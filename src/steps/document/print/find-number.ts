/** A shorter number occurs elsewhere by chance. */
const fewestCharacters = 5;

/**
 * Whether a number is printed as a whole on one of these lines, with any marks and spaces between its parts. Letters of a label may be
 * glued to its beginning. The printed alphabet is unknown, so O and 0 are the same here, and so are I and 1. Some cards print a check
 * character that the zone leaves out.
 */
export function isNumberPrinted(number: string, lines: readonly string[]): boolean {
  const wanted = fold(number);
  if (wanted.length < fewestCharacters) return false;
  return lines.some((line) => {
    const words = fold(line.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '), ' ').split(' ');
    return words.some((_, first) => beginsHere(words.slice(first), wanted));
  });
}

function beginsHere([first = '', ...more]: readonly string[], wanted: string): boolean {
  let joined = withoutLabel(first, wanted);
  for (const word of more) {
    if (joined.length >= wanted.length) break;
    joined += word;
  }
  const leftOver = joined.length - wanted.length;
  if (leftOver < 0 || !joined.startsWith(wanted)) return false;
  if (leftOver === 0) return true;
  return leftOver === 1 && wanted.length >= 8;
}

/** A word that ends with the number and has only letters before it. */
function withoutLabel(word: string, wanted: string): string {
  const before = word.slice(0, -wanted.length);
  return word.endsWith(wanted) && /^[A-Z]+$/.test(before.replaceAll('0', 'O').replaceAll('1', 'I')) ? wanted : word;
}

export function fold(text: string, between = ''): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, between)
    .replaceAll('O', '0')
    .replaceAll('I', '1');
}
