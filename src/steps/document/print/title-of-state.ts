import { stateTitleWords, titleWords } from '../../../domain/documents/title-words.ts';

const fewestLetters = 10;
/** A shorter name is part of other words by chance. */
const fewestLettersOfName = 4;
/** At least one word is longer: `THE` and `DES` say nothing. */
const lettersOfTitleWord = 5;

const words = [...titleWords, ...stateTitleWords].filter((word) => word.length > 1);

/** What the words up to a place contain, as bits. */
const has = { titleWord: 1, name: 2, shortWordLast: 4 } as const;

/**
 * Whether letters (capitals without marks and spaces) are a title of a state: one of its names that is as long as a title, or words of titles and
 * its name (`FEDERALDEMOCRATICREPUBLICOFETHIOPIA`). Recognisers drop spaces, and languages have their own order. Two words of two letters in a
 * row could be a person's name (`DELA`).
 */
export function isTitleOfState(letters: string, names: readonly string[]): boolean {
  if (letters.length < fewestLetters) return false;
  if (names.includes(letters)) return true;
  const own = names.filter((name) => name.length >= fewestLettersOfName);
  const until = new Map<number, Set<number>>([[0, new Set([0])]]);
  for (let at = 0; at < letters.length; at += 1) {
    const before = until.get(at);
    if (before === undefined) continue;
    const add = (word: string, holds: number) => {
      if (!letters.startsWith(word, at)) return;
      const there = until.get(at + word.length) ?? new Set();
      for (const each of before) {
        if ((each & holds & has.shortWordLast) === 0) there.add((each & ~has.shortWordLast) | holds);
      }
      until.set(at + word.length, there);
    };
    for (const name of own) add(name, has.name);
    for (const word of words) {
      if (word.length === 2) add(word, has.shortWordLast);
      else add(word, word.length >= lettersOfTitleWord ? has.titleWord : 0);
    }
  }
  return until.get(letters.length)?.has(has.titleWord | has.name) === true;
}
