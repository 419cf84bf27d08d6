import { isNativeWord, isNearlySpelledLatin, isSpelledLatin } from '../../../domain/documents/native-scripts.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { PlacedLine } from './page-layout.ts';
import { squeezeText } from './squeeze-text.ts';

/**
 * The Latin lines of a name that a document prints in its own script and then in Latin letters (`ИВАНОВА IVANOVA`). The name is in doubt if
 * the two are not the same, or if the readers do not agree on the Latin one. In the other script, which one reader alone can read, one
 * letter may be misread if both have the same number of words. A name in the other script alone stays as the second reader read it, in
 * doubt as well: the first reader cannot read it. `areGivenNames`: a patronymic may follow them in the country's script.
 */
export function latinLinesOf(lines: readonly PlacedLine[], areGivenNames = false): readonly PlacedLine[] {
  const words = lines.flatMap((line) => wordsOf(line).map((text) => ({ line, text })));
  if (lines.every(({ native }) => native === undefined)) return lines;
  const at = startOfLatin(
    words.map(({ text }) => text),
    () => areGivenNames,
  );
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

/**
 * The Latin words of a line that spell the name before them in the country's script. Null: the line has no such words. `givenNames`: as in the
 * zone; only these may have a patronymic.
 */
export function latinSpellingOn(line: PlacedLine, givenNames: string): string | null {
  const words = line.native === undefined ? [] : wordsOf(line);
  const at = startOfLatin(words, (latin) => squeezeText(latin.join('')).text === squeezeText(givenNames).text);
  return at > 0 ? words.slice(at).join(' ') : null;
}

/** Whether a line has nothing but this name of the zone in the country's script, and a patronymic behind given names. */
export function saysNameInOwnScript(
  line: PlacedLine,
  { name, value }: { name: DocumentFieldName; value: string },
): boolean {
  return isInOwnScript(line) && isSpelledBy(wordsOf(line), value.split(/\s+/), name === 'givenNames');
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
function startOfLatin(words: readonly string[], areGivenNames: (latin: readonly string[]) => boolean): number {
  return words.findIndex((_, from) => {
    const [native, latin] = [words.slice(0, from), words.slice(from)];
    return !latin.some(isNativeWord) && isSpelledBy(native, latin, areGivenNames(latin));
  });
}

/**
 * One letter of the other script may be misread if both have the same number of words. Russia and its neighbours print the father's name behind
 * the given names in their own script alone (`ЕЛЕНА СЕРГЕЕВНА`, `ELENA`). A family name may end like a father's name, so it has no such word.
 */
function isSpelledBy(native: readonly string[], latin: readonly string[], areGivenNames: boolean): boolean {
  const hasPatronymic = areGivenNames && native.length > 1 && patronymic.test(native.at(-1)?.toUpperCase() ?? '');
  const names = hasPatronymic ? [native, native.slice(0, -1)] : [native];
  return names.some((name) => {
    const [own, wanted] = [name.join(''), latin.join('')];
    const isNearly = name.length === latin.length && name.every(isNativeWord);
    return isSpelledLatin(own, wanted) || (isNearly && isNearlySpelledLatin(own, wanted));
  });
}

const patronymic = /(?:ИЧ|ВНА|ЧНА|ЎНА|ОГЛЫ|КЫЗЫ|УЛЫ)$/u;

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
