import { charactersOfShape, placesOfShape } from '../../../domain/document-kinds/number-shape.ts';
import type { PlacedLine } from './page-layout.ts';
import { squeezeText, startsWord, type SqueezedText } from './squeeze-text.ts';

/** Characters that look alike, for positions that only allow the other sort. No check digit is consulted. */
const digitsAlike: Readonly<Record<string, string>> = {
  O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', A: '4', S: '5', G: '6', T: '7', B: '8',
}; // prettier-ignore
const lettersAlike: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };

/** The characters at each sort of place. */
const allowedAt: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(charactersOfShape).map(([sort, characters]) => [sort, new RegExp(`^[${characters}]$`)]),
);

/** A text with more characters of the wrong sort is another text. */
const mostRepairs = 2;

export interface ShapeMatch {
  /** Capital letters and digits. */
  value: string;
  /** As printed. */
  printed: string;
  repairs: number;
}

/**
 * The number that two readings of one print have in common, which differ only in letters and digits that look alike (`GOP0E`, `GOPOE`): the
 * one that both are in this shape. `repairs` counts the characters that neither reading has as the shape wants them. Null where the shape
 * does not decide between them.
 */
export function matchBoth(one: string, other: string, shape: string): ShapeMatch | null {
  const first = matchShape(one, shape);
  const second = matchShape(other, shape);
  if (first === null || first.value !== second?.value) return null;
  const [read = '', seen = ''] = [first, second].map(({ printed }) => squeezeText(printed).text);
  const repairs = Array.from(first.value).filter((symbol, at) => symbol !== read[at] && symbol !== seen[at]).length;
  return { value: first.value, printed: first.repairs <= second.repairs ? first.printed : second.printed, repairs };
}

/** The same for a line: `text` may lack the label before the number, and `readOtherwise` has it. Null if there is no second reading. */
export function matchBothReadings(
  { text, readOtherwise }: Pick<PlacedLine, 'text' | 'readOtherwise'>,
  shape: string,
): ShapeMatch | null {
  if (readOtherwise === undefined) return null;
  const other = squeezeText(readOtherwise);
  const start = other.text.length - squeezeText(text).text.length;
  return start < 0 ? null : matchBoth(text, readOtherwise.slice(other.at[start]), shape);
}

/**
 * The part of a text that has a shape; marks between its places do not count: the part with the fewest characters of the wrong sort, then
 * the first. A character of the wrong sort is replaced by the one of the right sort that looks like it, and `repairs` counts these. Part of
 * a longer word does not match.
 */
export function matchShape(text: string, shape: string): ShapeMatch | null {
  const line = squeezeText(text);
  const wanted = placesOfShape(shape);
  let best: ShapeMatch | null = null;
  for (let start = 0; start + wanted.length <= line.text.length; start += 1) {
    const end = start + wanted.length;
    if (!standsApart(line, start) || !standsApart(line, end)) continue;
    const fitted = fit(line.text.slice(start, end), wanted);
    if (fitted === null || fitted.repairs >= (best?.repairs ?? Infinity)) continue;
    best = { ...fitted, printed: line.printed.slice(line.at[start], (line.at[end - 1] ?? 0) + 1) };
  }
  return best;
}

/** Where spaces are dropped, words still separate between a letter and a digit. */
function standsApart(line: SqueezedText, position: number): boolean {
  const isDigit = (index: number) => /\d/.test(line.text.charAt(index));
  return startsWord(line, position) || isDigit(position - 1) !== isDigit(position);
}

function fit(text: string, wanted: string): { value: string; repairs: number } | null {
  let repairs = 0;
  let value = '';
  // A number without a digit is a word.
  if (!/\d/.test(text)) return null;
  for (const [index, symbol] of Array.from(text).entries()) {
    const sort = wanted.charAt(index);
    const isRight = allowedAt[sort]?.test(symbol) === true;
    const taken = isRight ? symbol : (sort === '0' ? digitsAlike : lettersAlike)[symbol];
    if (taken === undefined) return null;
    if (!isRight) repairs += 1;
    if (repairs > mostRepairs) return null;
    value += taken;
  }
  return { value, repairs };
}
