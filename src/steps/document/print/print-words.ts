import { hasUnreadScript, writesOtherScript } from '../../../domain/documents/native-scripts.ts';
import { transliterationsOf } from '../../../domain/mrz/transliterations.ts';
import type { PlacedLine } from '../visual/page-layout.ts';
import type { MachineWord } from './machine-word.ts';

/** A printed word in every spelling that the machine-readable zone may give it (ICAO 9303 part 3, section 6). */
export interface PrintWord {
  /** As printed. */
  text: string;
  spellings: readonly string[];
}

/** Three capitals in a row: fewer may be a title or an initial, and a forger may print a small letter next to a name. */
const capitals = /\p{Lu}[\p{Lu}\p{M}]{2}/u;

/** Whether a word is printed in capitals, or a part of it that is as long as a name. */
export function isInCapitals({ text }: PrintWord): boolean {
  return capitals.test(text);
}

/** The words of a printed text that have a Latin letter. Digits and marks separate them. */
export function printWordsOf(text: string): PrintWord[] {
  // Recognisers drop spaces, but a capital after a small letter begins a word: `SurnameNOVAK`.
  const spaced = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').normalize('NFC');
  return (spaced.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word): PrintWord[] => {
    const bare = word.toUpperCase().normalize('NFD');
    const spellings = [...new Set([bare, ...transliterationsOf(word)].map(lettersOf))].filter((each) => each !== '');
    return spellings.length === 0 ? [] : [{ text: word, spellings }];
  });
}

/** The adjoining words that, written together, are the wanted letters in one spelling. Null: there are none. */
export function findRun(words: readonly PrintWord[], wanted: string): readonly PrintWord[] | null {
  const ways = Math.max(0, ...words.map(({ spellings }) => spellings.length));
  for (const [first] of words.entries()) {
    for (let way = 0; way < ways; way += 1) {
      let joined = '';
      for (let end = first; end < words.length && joined.length < wanted.length; end += 1) {
        const { spellings = [] } = words[end] ?? {};
        joined += spellings[Math.min(way, spellings.length - 1)] ?? '';
        if (joined === wanted) return words.slice(first, end + 1);
      }
    }
  }
  return null;
}

function lettersOf(word: string): string {
  return word.replace(/[^A-Z]/g, '');
}

/** Whether a line may be in a script that the first reader takes for small letters and digits. */
export interface LineScript {
  mayBeInOtherScript: boolean;
}

export const inLatin: LineScript = { mayBeInOtherScript: false };

/** Shorter words with small letters or digits are codes, categories and labels. */
const fewestLettersOfSpelt = 4;

/** The name that a word spells with letters of both sizes (`OtienO`), or with digits in place of letters (`0T1EN0`). */
export function speltBy(word: string, { mayBeInOtherScript }: LineScript): string[] {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  const digits = word.match(/\d/g)?.length ?? 0;
  const isOfBothSizes = /\p{Ll}\p{M}*\p{Lu}|\p{Lu}\p{M}*\p{Lu}\p{M}*\p{Ll}/u.test(word);
  const isDisguised = isOfBothSizes || (digits > 0 && digits <= letters);
  return isDisguised && !mayBeInOtherScript && letters + digits >= fewestLettersOfSpelt ? [lettersFor(word)] : [];
}

/** The letters that digits resemble. */
const resembled: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  3: 'E',
  4: 'A',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
  9: 'G',
};

function lettersFor(word: string): string {
  return word.toUpperCase().replace(/\d/g, (digit) => resembled[digit] ?? digit);
}

/**
 * Both readers read Latin letters alike, and each takes the letters of another script for others. Of a script that neither knows, they may take
 * a word for the same.
 */
export function scriptOf({ agreed }: Pick<PlacedLine, 'agreed'>, words: readonly MachineWord[]): LineScript {
  const countries = words.flatMap(({ name, meaning }) =>
    name === 'issuingState' || name === 'nationality' ? [meaning] : [],
  );
  const isOther = countries.some(writesOtherScript) && agreed !== true;
  return { mayBeInOtherScript: isOther || countries.some(hasUnreadScript) };
}
