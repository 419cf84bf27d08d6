/** Letters that do not come apart into a plain letter and its marks. */
const plainLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  İ: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** A marked letter of the second reading counts when that reading is at least this sure of its line, 0..1. */
const sureOfMarks = 0.8;

/**
 * One spelling from two readings of a line. The first knows letters best and loses marks and spaces, the second has both: where
 * they are the same but for marks, spaces and case, the second's marks and spaces are taken, otherwise the first stays as it is.
 */
export function agreeOnSpelling(
  first: string,
  second: { text: string; confidence: number },
): { text: string; agreed: boolean } {
  const bare = Array.from(first.replace(/\s/g, '').normalize('NFC'));
  const marked = Array.from(second.text.trim().normalize('NFC'));
  const letters = marked.filter((letter) => !/\s/.test(letter));
  if (letters.length !== bare.length) return { text: first, agreed: false };
  if (bare.some((letter, i) => fold(letter) !== fold(letters[i] ?? ''))) return { text: first, agreed: false };
  const takesMarks = second.confidence >= sureOfMarks;
  let position = 0;
  const agreed = marked.map((letter) => {
    if (/\s/.test(letter)) return ' ';
    const own = bare[position++] ?? '';
    return takesMarks && own === plainOf(own) ? inCaseOf(own, letter) : own;
  });
  return { text: agreed.join('').replace(/ +/g, ' '), agreed: true };
}

function inCaseOf(own: string, letter: string): string {
  if (own === own.toUpperCase() && own !== own.toLowerCase()) return letter.toLocaleUpperCase('en');
  return own === own.toLowerCase() && own !== own.toUpperCase() ? letter.toLocaleLowerCase('en') : letter;
}

function plainOf(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '');
}

function fold(letter: string): string {
  const plain = plainOf(letter);
  return plainLetters[plain] ?? plain.toLowerCase();
}
