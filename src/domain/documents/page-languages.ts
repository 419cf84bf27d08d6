import type { MrzZone, PageReading } from '../ports/pages/page-reader.ts';
import { countryOfMrzCode } from './issuing-state.ts';
import { usualReadLanguages, writtenLanguagesOf, type ReadLanguage } from './written-languages.ts';

/** The languages of the second recogniser: those of the issuer that the zone names, otherwise those of the country that the caller named. */
export function languagesOfPage(zone: Pick<MrzZone, 'first'> | null, country: string | null): readonly ReadLanguage[] {
  const issuer = zone?.first.lines[0]?.slice(2, 5).replaceAll('<', '') ?? '';
  return writtenLanguagesOf(countryOfMrzCode(issuer)) ?? writtenLanguagesOf(country) ?? usualReadLanguages;
}

/** Whether a page was read in the languages in which it would be read for this country. */
export function isReadFor({ mrz, spelledIn }: Pick<PageReading, 'mrz' | 'spelledIn'>, country: string | null): boolean {
  return areSame(languagesOfPage(mrz, country), spelledIn);
}

/** Whether a page without a zone is read in the same languages for both countries. */
export function haveSameLanguages(country: string | null, other: string | null): boolean {
  return areSame(languagesOfPage(null, country), languagesOfPage(null, other));
}

function areSame(some: readonly ReadLanguage[], others: readonly ReadLanguage[]): boolean {
  return some.join() === others.join();
}
