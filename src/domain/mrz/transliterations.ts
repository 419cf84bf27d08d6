/**
 * Letters for which ICAO 9303 part 3, section 6, uses other letters in the machine-readable zone. Some have two customary spellings. All
 * other letters lose their marks by decomposition.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Đ: ['D'],
  Ð: ['D'],
  Ħ: ['H'],
  İ: ['I'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ü: ['UE', 'UXX', 'U'],
};

/** Every spelling that a machine-readable zone may use for a printed text. Each letter is spelled the same way throughout the text. */
export function transliterationsOf(printed: string): string[] {
  const letters = Array.from(printed.normalize('NFC').toUpperCase().replaceAll('ß', 'ẞ'));
  const choices = Math.max(1, ...letters.map((letter) => spellings[letter]?.length ?? 1));
  return Array.from({ length: choices }, (_, choice) => letters.map((letter) => spell(letter, choice)).join(''));
}

/** A text in capitals without marks, with one letter for each where that is customary. */
export function withoutMarks(text: string): string {
  if (isAscii.test(text)) return text.toUpperCase();
  return Array.from(text.normalize('NFC').toUpperCase().replaceAll('ß', 'ẞ'), bareOf).join('');
}

function bareOf(letter: string): string {
  const written = spellings[letter]?.filter((spelling) => !spelling.endsWith('XX')).at(-1);
  return written ?? withoutMark(letter);
}

function spell(letter: string, choice: number): string {
  const written = spellings[letter];
  if (written === undefined) return withoutMark(letter);
  return written[Math.min(choice, written.length - 1)] ?? letter;
}

function withoutMark(letter: string): string {
  return isAscii.test(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Such a text has no marks, and most texts are of this kind: a document asks for thousands of them. */
const isAscii = /^\p{ASCII}*$/u;
