import { feature } from '@rapideditor/country-coder';
import { isCountryCode } from '../domain/documents/country-code.ts';

/**
 * The state that a territory with its own code belongs to (`PR` → `US`): documents, numbers and networks of one place name either of them.
 * Both ISO 3166-1 alpha-2.
 */
export function sovereignCountryOf(country: string): string {
  const sovereign = feature(country)?.properties.country;
  return sovereign !== undefined && isCountryCode(sovereign) ? sovereign : country;
}

export function isSameCountry(one: string, other: string): boolean {
  return one === other || sovereignCountryOf(one) === sovereignCountryOf(other);
}

/** Whether a list of countries contains this one, or the state that it belongs to. */
export function isCountryAmong(countries: readonly string[], country: string): boolean {
  return countries.includes(country) || countries.includes(sovereignCountryOf(country));
}
