import type { TextLine } from '../../domain/ports/page-reader.ts';

/**
 * Letters that ICAO 9303 part 3, section 6, writes with other letters in the machine-readable zone. Some have two customary
 * spellings; all others lose their marks by decomposition.
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

/** A shorter value occurs inside other words by chance, so it must stand by itself. */
const tellingInsideWords = 5;

/** Whether the words of a value of the machine-readable zone stand together on one line of the visual zone. */
export function isPrintedOn(lines: readonly TextLine[], value: string): boolean {
  const wanted = wordsOf(value).join('');
  if (wanted.length < 2) return false;
  return lines.some((line) =>
    transliterationsOf(line.text).some((text) => {
      const words = wordsOf(text);
      // Recognisers drop the spaces between words, so that a long value also counts inside what looks like one word.
      return standsAmong(words, wanted) || (wanted.length >= tellingInsideWords && words.join('').includes(wanted));
    }),
  );
}

/** Whether neighbouring words, written together, are the wanted letters. */
function standsAmong(words: readonly string[], wanted: string): boolean {
  return words.some((_, first) => {
    let joined = '';
    for (const word of words.slice(first)) {
      joined += word;
      if (joined.length >= wanted.length) break;
    }
    return joined === wanted;
  });
}

function wordsOf(text: string): string[] {
  return text.split(/[^A-Z0-9]+/).filter((word) => word !== '');
}

/** Every spelling that the machine-readable zone may give the printed text; one choice a letter for the whole line. */
function transliterationsOf(text: string): string[] {
  const letters = Array.from(text.normalize('NFC').toUpperCase().replaceAll('ß', 'ẞ'));
  const choices = Math.max(1, ...letters.map((letter) => spellings[letter]?.length ?? 1));
  return Array.from({ length: choices }, (_, choice) => letters.map((letter) => spell(letter, choice)).join(''));
}

function spell(letter: string, choice: number): string {
  const written = spellings[letter];
  if (written === undefined) return letter.normalize('NFD').replace(/\p{M}/gu, '');
  return written[Math.min(choice, written.length - 1)] ?? letter;
}
