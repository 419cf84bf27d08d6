import { isTransliteration } from '../names-agree.ts';
import { findName, isTitle, nameWordsOf } from './find-name.ts';
import { isInCapitals, printWordsOf, type PrintWord } from './print-words.ts';

/**
 * `same`: the print has the name. `part`: it has a part of the name and nothing else, so the rest may be on another line. `mixed`: it also
 * has another person's words where the name should be. `different`: it has no word of the name.
 */
export type NameAgreement = 'same' | 'part' | 'mixed' | 'different';

/** Short words before a family name, which some zones leave out. */
const particles: ReadonlySet<string> = new Set(
  ['AL', 'BIN', 'BINT', 'DA', 'DAS', 'DE', 'DEL', 'DELLA', 'DEN', 'DER', 'DI', 'DO', 'DOS', 'DU', 'EL', 'LA', 'LE', 'TEN', 'TER', 'VAN', 'VOM', 'VON', 'ZU', 'ZUM', 'ZUR'], // prettier-ignore
);

/**
 * Compares a labelled text with the name of a zone or barcode. Words after the name (a birth name, a second surname, a patronymic) do not
 * contradict it. A word before it, or one printed in the place of the name, counts as another person's name until a person has looked:
 * otherwise a forger would only have to add his line to the true one. `whole`: all names of the holder.
 */
export function compareLabelledName(
  name: string,
  printed: string,
  { isCut, whole }: { isCut: boolean; whole: readonly string[] },
): NameAgreement {
  if (isTransliteration(name, printed, isCut)) return 'same';
  const line = printWordsOf(printed);
  const { missing, used } = findName(name, { lines: [line], isCut });
  if (missing.length >= nameWordsOf(name).length) return 'different';
  const own = new Set<PrintWord>(whole.flatMap((each) => findName(each, { lines: [line], isCut }).used).concat(used));
  const end = missing.length === 0 ? Math.max(...used.map((word) => line.indexOf(word))) : line.length;
  if (line.slice(0, end).some((word) => !own.has(word) && !saysNoName(word))) return 'mixed';
  if (!isCut && line.slice(end).some((word) => !own.has(word) && !saysNoName(word) && isInCapitals(word)))
    return 'mixed';
  return missing.length === 0 ? 'same' : 'part';
}

/** A particle or a form of address. */
export function saysNoName({ spellings }: PrintWord): boolean {
  return spellings.some((spelling) => particles.has(spelling) || isTitle(spelling));
}
