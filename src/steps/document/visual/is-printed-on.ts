import type { TextLine } from '../../../domain/ports/pages/page-reader.ts';
import { transliterationsOf } from '../../../domain/mrz/transliterations.ts';

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
export function standsAmong(words: readonly string[], wanted: string): boolean {
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
