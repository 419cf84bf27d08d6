import { checkDigitRules, verifyCheckDigits, type CheckDigitRule, type MrzSpan } from './check-digits.ts';
import { mrzAlphabets } from './alphabet.ts';
import type { MrzFormat } from './format.ts';
import { mrzSymbols } from './symbols.ts';

/** Characters of OCR-B that recognisers take for one another. */
const lookAlikes = ['0ODQ', '1IT', '2Z', '5S', '6CGQ', '38BS', '<K', 'EFP', 'PR', 'HMNW', 'UVY', 'KX', '4A'];
const weights = [7, 3, 1];

/** A character on which two readings differ. */
interface Difference {
  line: number;
  column: number;
  /** By how much the second reading's character changes the sum of the digit, modulo 10. */
  change: number;
}

/**
 * Whether the digit over the whole zone decides a field on which two readings differ: it is valid with the first one's lines, and no other
 * zone that they leave open has a valid one. These zones take each character from one of the two readings, in and outside the field: two
 * characters can change the sum by amounts that cancel out. Characters whose values are equal modulo 10 (0, A, K, U and the filler; 6, G and
 * Q; 8, I and S) have the same digit, so it never decides between them, not even if one of them was seen by neither reader and only looks
 * like what they saw.
 */
export function compositeDecides(
  format: MrzFormat,
  first: readonly string[],
  second: readonly string[],
  spans: readonly MrzSpan[],
): boolean {
  const rule = checkDigitRules[format].find(({ name }) => name === 'composite');
  const isComparable = first.every((line, index) => line.length === second[index]?.length);
  const different = countDifferent(first, second, spans);
  // Most fields: nothing is left to decide.
  if (rule === undefined || !isComparable || different === 0 || !isCompositeValid(format, first)) return false;
  const isInField = ({ line, column }: { line: number; column: number }) =>
    spans.some((span) => span.line === line && span.start <= column && column < span.end);
  const differences = differencesOf(rule, first, second);
  const inField = differences.filter(isInField);
  if (inField.length < different) return false;
  if (inField.some((place) => hasTwin(format, first, second, place))) return false;
  const elsewhere = sumsOf(differences.filter((place) => !isInField(place)));
  // Every choice that takes at least one character of the field from the second reading.
  const changed = inField.map((place, index) => {
    const others = sumsOf(inField.slice(index + 1));
    return others.map((sum) => (sum + place.change) % 10);
  });
  return !changed.flat().some((sum) => elsewhere.includes((10 - sum) % 10));
}

function isCompositeValid(format: MrzFormat, lines: readonly string[]): boolean {
  return verifyCheckDigits(format, lines).some(({ name, valid }) => name === 'composite' && valid);
}

/** Where the readings differ in what the digit covers, or in the digit itself. */
function differencesOf({ covers, at }: CheckDigitRule, first: readonly string[], second: readonly string[]) {
  const columns = covers.flatMap(({ line, start, end }) =>
    Array.from({ length: end - start }, (_, index) => ({ line, column: start + index })),
  );
  const places = columns.map((place, index) => ({ ...place, weight: weights[index % 3] ?? 0 }));
  return [...places, { ...at, weight: -1 }].flatMap(({ line, column, weight }): Difference[] => {
    const [one, other] = [first[line]?.charAt(column) ?? '', second[line]?.charAt(column) ?? ''];
    if (one === other) return [];
    return [{ line, column, change: modulo10((valueOf(other) - valueOf(one)) * weight) }];
  });
}

/** The sums of every choice of these differences, modulo 10. */
function sumsOf(differences: readonly Difference[]): number[] {
  return differences.reduce<number[]>(
    (sums, { change }) => [...new Set([...sums, ...sums.map((sum) => (sum + change) % 10)])],
    [0],
  );
}

function countDifferent(first: readonly string[], second: readonly string[], spans: readonly MrzSpan[]): number {
  return spans.reduce((count, { line, start, end }) => {
    const other = second[line]?.slice(start, end) ?? '';
    return count + Array.from(first[line]?.slice(start, end) ?? '').filter((one, at) => one !== other[at]).length;
  }, 0);
}

/** Whether a third character that the format allows here has the first one's value and looks like either of the two. */
function hasTwin(
  format: MrzFormat,
  first: readonly string[],
  second: readonly string[],
  { line, column }: { line: number; column: number },
): boolean {
  const seen = [first[line]?.charAt(column) ?? '', second[line]?.charAt(column) ?? ''] as const;
  const allowed = mrzAlphabets[format][line]?.[column] ?? mrzSymbols;
  return Array.from(allowed).some(
    (third) =>
      !seen.includes(third) &&
      modulo10(valueOf(third) - valueOf(seen[0])) === 0 &&
      lookAlikes.some((group) => group.includes(third) && seen.some((symbol) => group.includes(symbol))),
  );
}

/** ICAO 9303 part 3, section 4.9: the filler counts as 0. */
function valueOf(symbol: string): number {
  return Math.max(0, mrzSymbols.indexOf(symbol) - 1);
}

function modulo10(value: number): number {
  return ((value % 10) + 10) % 10;
}
