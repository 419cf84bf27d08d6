import { stateTitleWords, titleWords } from '../../../domain/documents/title-words.ts';
import { heightOf, type PlacedLine } from '../visual/page-layout.ts';
import { squeezeText } from '../visual/squeeze-text.ts';
import { middleOf } from './name-place.ts';

const fewestLetters = 10;
/** A shorter name is part of other words by chance. */
const fewestLettersOfName = 4;
/** At least one word is longer: `THE` and `DES` say nothing. */
const lettersOfTitleWord = 5;

/** By their first letters: each place of a text is compared with the words that can begin there. */
const words = new Map<string, string[]>();
for (const word of [...titleWords, ...stateTitleWords]) {
  if (word.length < 2) continue;
  const first = word.charAt(0);
  words.set(first, [...(words.get(first) ?? []), word]);
}

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
  const own = names.filter((name) => name.length >= fewestLettersOfName && letters.includes(name));
  if (own.length === 0) return false;
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
    for (const word of words.get(letters.charAt(at)) ?? []) {
      if (word.length === 2) add(word, has.shortWordLast);
      else add(word, word.length >= lettersOfTitleWord ? has.titleWord : 0);
    }
  }
  return until.get(letters.length)?.has(has.titleWord | has.name) === true;
}

/** No title has more parts: `UNITED KINGDOM OF | GREAT | BRITAIN | AND NORTHERN IRELAND`. */
const mostParts = 4;
/** In heights of a line: between two parts on one row, and between two rows of a title. */
const widestGap = 3;
const farthestRow = 1.2;

/**
 * The lines that are a title together, although a part of it (`GREAT`, `AND NEVIS`) could be a name: the reader saw a row in several parts, or
 * the title has several rows. `isTitle`: whether a text is a title and nothing else.
 */
export function partsOfTitles(lines: readonly PlacedLine[], isTitle: (text: string) => boolean): Set<PlacedLine> {
  const found = new Set<PlacedLine>();
  const follow = (parts: readonly PlacedLine[]) => {
    if (parts.length > 1 && isTitle(parts.map(({ text }) => text).join(' '))) {
      for (const part of parts) found.add(part);
    }
    const last = parts.at(-1);
    if (last === undefined || parts.length === mostParts) return;
    for (const next of [nextOnRow(last, lines), nextRow(parts, lines)]) {
      if (next !== null && !parts.includes(next)) follow([...parts, next]);
    }
  };
  for (const line of lines) {
    if (mayBePart(line)) follow([line]);
  }
  return found;
}

/** Titles have no digits. */
function mayBePart({ text }: PlacedLine): boolean {
  return squeezeText(text).text.length > 1 && !/\d/.test(text);
}

function nextOnRow(line: PlacedLine, lines: readonly PlacedLine[]): PlacedLine | null {
  return nearest(
    lines.filter((other) => {
      const height = Math.max(heightOf(line), heightOf(other));
      const gap = other.left - line.right;
      const isOnRow = middleOf(other) > line.top && middleOf(other) < line.bottom;
      return other !== line && mayBePart(other) && isOnRow && gap > -height && gap < widestGap * height;
    }),
    ({ left }) => left,
  );
}

/** The first line of the row below a part of the title. */
function nextRow(parts: readonly PlacedLine[], lines: readonly PlacedLine[]): PlacedLine | null {
  const [left, right] = [Math.min(...parts.map((part) => part.left)), Math.max(...parts.map((part) => part.right))];
  const last = parts.at(-1) ?? parts[0];
  if (last === undefined) return null;
  return nearest(
    lines.filter((other) => {
      const height = Math.max(heightOf(last), heightOf(other));
      const gap = other.top - last.bottom;
      const isInColumn = other.left < right && other.right > left;
      return mayBePart(other) && isInColumn && middleOf(other) > last.bottom && gap < farthestRow * height;
    }),
    (other) => other.top * 2 + other.left,
  );
}

function nearest(lines: readonly PlacedLine[], distance: (line: PlacedLine) => number): PlacedLine | null {
  const [first] = [...lines].sort((one, other) => distance(one) - distance(other));
  return first ?? null;
}
