import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { getNationalRule, type NationalRuleName } from '../../../domain/national-numbers/index.ts';

/** A shorter number occurs elsewhere by chance. */
const fewestCharacters = 5;

/**
 * Whether a number is printed as a whole on one of these lines, with any marks and spaces between its parts. Letters of a label may be
 * glued to its beginning. The printed alphabet is unknown, so O and 0 are the same here, and so are I and 1.
 */
export function isNumberPrinted(number: string, lines: readonly string[], kind: Ruled | null): boolean {
  const wanted = fold(number);
  if (wanted.length < fewestCharacters) return false;
  return lines.some((line) => {
    const words = fold(line.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '), ' ').split(' ');
    return words.some((_, first) => beginsHere(words.slice(first), wanted, kind));
  });
}

function beginsHere([first = '', ...more]: readonly string[], wanted: string, kind: Ruled | null): boolean {
  let joined = withoutLabel(first, wanted);
  for (const word of more) {
    if (joined.length >= wanted.length) break;
    joined += word;
  }
  return joined === wanted || hasCheckCharacter(joined, wanted, kind);
}

type Ruled = Pick<DocumentKind, 'fields'>;

/** Numbers with a check character that is printed, and that the zone leaves out. */
const rulesOfPrint: readonly NationalRuleName[] = ['pe-dni'];

/**
 * Whether the printed number is the zone's and its check character. Only a kind with such a number prints one: elsewhere a zone that leaves
 * out a character has another number, by which nobody would find the document again.
 */
export function hasCheckCharacter(printed: string, number: string, kind: Ruled | null): boolean {
  const rule = rulesOfPrint.find((name) => kind?.fields.some((field) => field.rule === name));
  if (rule === undefined || printed.length !== number.length + 1 || !printed.startsWith(number)) return false;
  // An I was folded into a 1.
  const spellings = [printed, printed.replace(/1$/, 'I')];
  return spellings.some((spelling) => getNationalRule(rule).isValid(spelling));
}

/** A word that ends with the number and has only letters before it. */
function withoutLabel(word: string, wanted: string): string {
  const before = word.slice(0, -wanted.length);
  return word.endsWith(wanted) && /^[A-Z]+$/.test(before.replaceAll('0', 'O').replaceAll('1', 'I')) ? wanted : word;
}

export function fold(text: string, between = ''): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, between)
    .replaceAll('O', '0')
    .replaceAll('I', '1');
}
