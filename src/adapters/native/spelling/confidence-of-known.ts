import { isKnownToFirst } from './letters.ts';

/** Fewer letters say nothing about how well the line could be read. */
const fewestKnown = 2;

/**
 * The first reader's mean probability over the characters that are in its alphabet, where a second reader agrees on the text: for a letter
 * that it lacks it reads the plain one, with a probability that says nothing (`ZIZEK` for ŽIŽEK). Undefined where too few are left.
 */
export function confidenceOfKnown(first: string, confidences: readonly number[], text: string): number | undefined {
  const letters = text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [];
  let index = 0;
  const known = Array.from(first).flatMap((character, at) => {
    const letter = /[\p{L}\p{N}]/u.test(character) ? letters[index++] : character;
    const confidence = confidences[at];
    return confidence === undefined || letter === undefined || !isKnownToFirst(letter) ? [] : [confidence];
  });
  if (known.length < fewestKnown || index !== letters.length) return undefined;
  return known.reduce((sum, confidence) => sum + confidence, 0) / known.length;
}

/**
 * The first reader's mean probability over a line without the words in a script that it does not know: over the digits and signs at the start
 * (a date before a place), and over what both readers read, from a place of the text on. Undefined where a letter comes before those words.
 */
export function confidenceAround(first: string, confidences: readonly number[], from: number): number | undefined {
  const before = first.slice(0, from);
  const signs = /^\P{L}*/u.exec(before)?.[0] ?? '';
  // A digit next to the first letter is a letter of that word, misread (`7A0OZ` for ΠΑΦΟΣ).
  const start = signs === before ? signs : (/^.*\s/su.exec(signs)?.[0] ?? signs);
  const [begin, end] = [start, before].map((text) => Array.from(text).length);
  const known = [...confidences.slice(0, begin), ...confidences.slice(end)];
  return known.length < fewestKnown ? undefined : known.reduce((sum, each) => sum + each, 0) / known.length;
}
