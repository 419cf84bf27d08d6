import countries from 'i18n-iso-countries';
import { officialTitles } from './official-titles.ts';
import { specialWords, sharedWords } from './special-words.ts';

/** An adjective begins like its country's name, with at least this many common letters and at most this many letters after them. */
const fewestLettersOfStem = 4;
const mostLettersOfEnding = 5;
/**
 * At most this many letters of the name may be missing: `ITALI|A`, `PORTUG|AL`. Short beginnings allow fewer, because other words begin
 * like them by chance.
 */
const mostLettersLost = 2;
const lettersWithoutLoss = 3;
/** A name that follows an article or a title counts as part of its line. A shorter one occurs inside other words by chance. */
const fewestLettersOfPart = 4;
/** The languages in which documents of ICAO 9303 name their state, in addition to the state's own. */
const international = ['en', 'fr', 'es'] as const;

/**
 * The countries that a printed text may name, as ISO 3166-1 alpha-2 codes or, for issuers that are not countries, as codes of the
 * machine-readable zone. Recognises names and adjectives in English, French, Spanish and the given languages, and codes of three letters.
 * Empty: it names no known one. More than one: it may mean any of them.
 */
export function countriesCalled(text: string, languages: readonly string[] = []): ReadonlySet<string> {
  const wanted = lettersOf(text);
  const code = countryOfCode(text.trim().toUpperCase());
  if (code !== null) return new Set([code]);
  const names = namesIn(languages);
  const exact = names.byLetters.get(wanted);
  if (exact !== undefined) return exact;
  const shared = sharedWords[wanted];
  if (shared !== undefined) return new Set(shared);
  return stemOf(wanted, names);
}

/**
 * The countries that a line names anywhere, by their full name. A name inside a longer one does not count: not the `KOREA` in `DEMOCRATIC
 * PEOPLE'S REPUBLIC OF KOREA`.
 */
export function countriesWithin(text: string, languages: readonly string[] = []): ReadonlySet<string> {
  const words = text
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
    .map(lettersOf);
  const names = namesIn(languages);
  const found: { start: number; end: number; called: ReadonlySet<string> }[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + 9); end > start; end -= 1) {
      const joined = words.slice(start, end).join('');
      const called = joined.length >= fewestLettersOfPart ? names.byLetters.get(joined) : undefined;
      if (called !== undefined) found.push({ start, end, called });
    }
  }
  const whole = found.filter(
    ({ start, end }) =>
      !found.some((other) => other.start <= start && other.end >= end && other.end - other.start > end - start),
  );
  return new Set(whole.flatMap(({ called }) => [...called]));
}

/** The names, adjectives and titles of a country in the same languages, as capitals without marks and spaces. */
export function lettersOfCountry(country: string, languages: readonly string[] = []): readonly string[] {
  const key = `${country} ${languages.join()}`;
  const before = lettersBefore.get(key);
  if (before !== undefined) return before;
  const letters = [...namesIn(languages).byLetters].flatMap(([name, called]) => (called.has(country) ? [name] : []));
  lettersBefore.set(key, letters);
  return letters;
}

const lettersBefore = new Map<string, readonly string[]>();

/** The three-letter code of a country, or of an issuer that is not a country. */
export function countryOfCode(code: string): string | null {
  if (!/^[A-Z]{3}$/.test(code)) return null;
  return countries.alpha3ToAlpha2(code) ?? (code in specialWords ? code : null);
}

const languages = new Map<string, string>();

/** The language that most people of a country write, as ISO 639-1. */
export function languageOfCountry(country: string): string | null {
  if (!/^[A-Z]{2}$/.test(country)) return null;
  const known = languages.get(country);
  if (known !== undefined) return known;
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  languages.set(country, language);
  return language;
}

interface Names {
  byLetters: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names in the same order, by the letters with which all their stems begin. */
  byBeginning: ReadonlyMap<string, readonly (readonly [name: string, called: ReadonlySet<string>])[]>;
}

const known = new Map<string, Names>();

/** All names by their letters, in the international languages and the given ones. */
function namesIn(languages: readonly string[]): Names {
  const wanted = [...new Set<string>([...international, ...languages])].sort();
  const key = wanted.join();
  const before = known.get(key);
  if (before !== undefined) return before;
  const byLetters = new Map<string, Set<string>>();
  for (const [letters, country] of [...wanted.flatMap(namesInLanguage), ...specialNames]) {
    byLetters.set(letters, (byLetters.get(letters) ?? new Set()).add(country));
  }
  const byBeginning = new Map<string, [string, ReadonlySet<string>][]>();
  for (const [name, called] of byLetters) {
    const alike = byBeginning.get(beginningOf(name)) ?? [];
    byBeginning.set(beginningOf(name), [...alike, [name, called]]);
  }
  const names = { byLetters, byBeginning };
  known.set(key, names);
  return names;
}

type Name = readonly [letters: string, country: string];
const hasLetters = ([letters]: Name) => letters !== '';

const specialNames = [...Object.entries(specialWords), ...Object.entries(officialTitles)]
  .flatMap(([country, words]) => words.map((word): Name => [lettersOf(word), country]))
  .filter(hasLetters);

const namesByLanguage = new Map<string, readonly Name[]>();

/** Cached by language: kinds of documents share most languages, and composing the names of one takes milliseconds. */
function namesInLanguage(language: string): readonly Name[] {
  const before = namesByLanguage.get(language);
  if (before !== undefined) return before;
  const named = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const names = Object.keys(countries.getAlpha2Codes())
    .flatMap((code) =>
      [named.of(code) ?? '', ...(countries.getName(code, language, { select: 'all' }) ?? [])].map((name): Name => [
        lettersOf(name),
        code,
      ]),
    )
    .filter(hasLetters);
  namesByLanguage.set(language, names);
  return names;
}

/** The country whose name shares the longest beginning with the word. None when two share equally long ones. */
function stemOf(wanted: string, names: Names): ReadonlySet<string> {
  let longest = Math.max(fewestLettersOfStem, wanted.length - mostLettersOfEnding, Math.ceil(wanted.length / 2));
  let called = new Set<string>();
  for (const [name, ofName] of names.byBeginning.get(beginningOf(wanted)) ?? []) {
    const shared = sharedBeginning(wanted, name);
    if (name.length - shared > Math.min(mostLettersLost, shared - lettersWithoutLoss) || shared < longest) continue;
    if (shared > longest) called = new Set();
    longest = shared;
    for (const country of ofName) called.add(country);
  }
  return called.size === 1 ? called : new Set();
}

function beginningOf(letters: string): string {
  return letters.slice(0, fewestLettersOfStem);
}

function sharedBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1;
  return length;
}

/** Capital letters without marks. */
function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase()
    .replaceAll('Ł', 'L')
    .replaceAll('Đ', 'D')
    .replaceAll('Ø', 'O')
    .replaceAll('ẞ', 'SS')
    .replaceAll('İ', 'I');
}
