import {
  countriesCalled,
  countriesWithin,
  countryOfCode,
  languageOfCountry,
  lettersOfCountry,
} from '../../../domain/country-words/find-countries.ts';
import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { squeezeText } from '../visual/squeeze-text.ts';

/** A three-letter code may also be a word in some language. It counts only on lines with this few words. */
const mostWordsBesideCode = 5;

/** The country to look for. */
export interface WantedCountry {
  /** As ISO 3166-1 alpha-2, or the code of the zone for an issuer that is no country. */
  country: string;
  /** As in the zone. */
  code: string;
  /** The languages of the document, in addition to English, French and Spanish. */
  languages: readonly string[];
}

/**
 * Whether a line names this country: in full anywhere in the line, as its adjective where the line or a part of it says nothing else, or by
 * its code.
 */
export function namesCountry(text: string, { country, code, languages }: WantedCountry): boolean {
  if (countriesWithin(text, languages).has(country)) return true;
  if (partsOf(text).some((part) => saysAlone(part, country, languages))) return true;
  const words = text.split(/[^\p{L}\d]+/u).filter((word) => word !== '');
  return words.length <= mostWordsBesideCode && words.some((word) => isCode(word, country, code));
}

/** Whether a text says this country, in one language or several, and nothing else. */
export function namesNothingElse(text: string, { country, code, languages }: WantedCountry): boolean {
  const parts = partsOf(text);
  return parts.length > 0 && parts.every((part) => isCode(part, country, code) || saysAlone(part, country, languages));
}

/** Whether a text says this country by its names, adjectives or codes, to the letter. A person's name may begin like a country's: `FRANCIS`. */
export function namesExactly(text: string, { country, code, languages }: WantedCountry): boolean {
  const names = lettersOfCountry(country, languages);
  const parts = partsOf(text);
  return (
    parts.length > 0 && parts.every((part) => isCode(part, country, code) || names.includes(squeezeText(part).text))
  );
}

/** Documents print country codes with three letters, whatever the zone has. Marks are ignored: the reader may take a line of the background for one. */
function isCode(word: string, country: string, code: string): boolean {
  const letters = word.normalize('NFD').replace(/\p{M}/gu, '');
  return countryOfCode(letters) === country || (letters === code && letters.length === 3);
}

/** The languages in which a document of a kind names this country: the kind's and the country's own. */
export function languagesOf(country: string, kind: Pick<DocumentKind, 'languages'> | null): string[] {
  const own = languageOfCountry(country);
  return [...(kind?.languages ?? []), ...(own === null ? [] : [own])];
}

function saysAlone(part: string, country: string, languages: readonly string[]): boolean {
  return countriesCalled(part, languages).has(country);
}

/** One language after the other: `POLSKIE / POLISH`, `Brasileiro(a)`. */
function partsOf(text: string): string[] {
  return text
    .replace(/\(\p{L}{1,2}\)/gu, '')
    .split(/[/,()|·•:;]|\s[–—-]\s|\s{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
