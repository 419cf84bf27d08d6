import { isNativeWord, isNearlySpelledLatin, isSpelledLatin } from '../../../domain/documents/native-scripts.ts';
import type { PlacedLine } from './page-layout.ts';
import { squeezeText } from './squeeze-text.ts';

/**
 * The Latin lines of a name that a document prints in its own script and then in Latin letters (`ИВАНОВА IVANOVA`). The name is in doubt if
 * the two are not the same, or if the readers do not agree on the Latin one. In the other script, which one reader alone can read, one
 * letter may be misread if both have the same number of words. A name in the other script alone stays as the second reader read it, in
 * doubt as well: the first reader cannot read it.
 */
export function latinLinesOf(lines: readonly PlacedLine[]): readonly PlacedLine[] {
  const words = lines.flatMap((line) => wordsOf(line).map((text) => ({ line, text })));
  if (lines.every(({ native }) => native === undefined)) return lines;
  const at = startOfLatin(words.map(({ text }) => text));
  const latin = words.slice(at);
  if (at > 0) return lines.flatMap((line) => endOf(line, latin.filter((word) => word.line === line).length) ?? []);
  if (!words.some(({ text }) => isNativeWord(text))) return lines;
  // Words of another name must stay words: the other script's count for nothing next to Latin ones.
  const isNativeAlone = words.every(({ text }) => isNativeWord(text));
  return lines.map((line) => ({
    ...line,
    text: isNativeAlone ? (line.native ?? line.text) : line.text,
    agreed: false,
  }));
}

/** The Latin words of a line that spell the name before them in the country's script. Null: the line has no such words. */
export function latinSpellingOn(line: PlacedLine): string | null {
  const words = line.native === undefined ? [] : wordsOf(line);
  const at = startOfLatin(words);
  return at > 0 ? words.slice(at).join(' ') : null;
}

/**
 * Whether a line has nothing but this name in the country's script. `name`: in Latin letters, as in the zone. A patronymic may follow, which
 * countries do not write in Latin letters.
 */
export function saysNameInOwnScript(line: PlacedLine, name: string): boolean {
  return isInOwnScript(line) && isSpelledBy(wordsOf(line), name.split(/\s+/));
}

/** Whether a line has a word in the country's script. */
export function hasOwnScript(line: PlacedLine): boolean {
  return line.native !== undefined && wordsOf(line).some(isNativeWord);
}

/** Whether all words of a line are in the country's script. */
export function isInOwnScript(line: PlacedLine): boolean {
  const words = line.native === undefined ? [] : wordsOf(line);
  return words.length > 0 && words.every(isNativeWord);
}

/** Where the Latin words begin that spell all words before them. At most 0: there are none. */
function startOfLatin(words: readonly string[]): number {
  return words.findIndex((_, from) => {
    const [native, latin] = [words.slice(0, from), words.slice(from)];
    return !latin.some(isNativeWord) && isSpelledBy(native, latin);
  });
}

/** With a patronymic or without; one letter of the other script may be misread if both have the same number of words. */
function isSpelledBy(native: readonly string[], latin: readonly string[]): boolean {
  const names = [native, ...(isPatronymic(native) ? [native.slice(0, -1)] : [])];
  return names.some((name) => {
    const isNearly = name.length === latin.length && name.every(isNativeWord);
    return (
      isSpelledLatin(name.join(''), latin.join('')) || (isNearly && isNearlySpelledLatin(name.join(''), latin.join('')))
    );
  });
}

/** Russia and its neighbours print the father's name behind the given names, in their own script alone (`ЕЛЕНА СЕРГЕЕВНА`, `ELENA`). */
const patronymic = /(?:ИЧ|ВНА|ЧНА|ЎНА|ОГЛЫ|КЫЗЫ|УЛЫ)$/u;

function isPatronymic(native: readonly string[]): boolean {
  return native.length > 1 && patronymic.test(native.at(-1)?.toUpperCase() ?? '');
}

/** The words of a line with letters, without the letter of a field's number. */
function wordsOf({ native, text }: PlacedLine): string[] {
  return (native ?? text).split(/[^\p{L}\p{M}\p{N}'’.-]+/u).filter((word) => /\p{L}/u.test(word) && !/\d/.test(word));
}

/** The last words of a line, as both readers agreed on them. Null for none. */
function endOf(line: PlacedLine, count: number): PlacedLine | null {
  const words = wordsOf(line);
  if (count === 0) return null;
  if (count === words.length) return line;
  const end =
    line.agreed === true
      ? line.text.split(/\s+/).slice(-count).join(' ')
      : line.text.slice(line.agreedFrom ?? line.text.length);
  const isAgreed = squeezeText(end).text === squeezeText(words.slice(-count).join('')).text;
  return isAgreed ? { ...line, text: end, agreed: true } : { ...line, agreed: false };
}
