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
  const textOf = (some: typeof words) => some.map(({ text }) => text).join('');
  const at = words.findIndex((_, from) => {
    const [native, latin] = [words.slice(0, from), words.slice(from)];
    if (latin.some(({ text }) => isNativeWord(text))) return false;
    const isNearly = native.length === latin.length && native.every(({ text }) => isNativeWord(text));
    return (isNearly ? isNearlySpelledLatin : isSpelledLatin)(textOf(native), textOf(latin));
  });
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
