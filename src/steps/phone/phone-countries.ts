import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { isCountryCode } from '../../domain/documents/country-code.ts';

/** Every country with its dialling code, by country code. */
export const phoneCountries: readonly { country: string; diallingCode: string }[] = getCountries()
  .filter(isCountryCode)
  .map((country) => ({ country, diallingCode: `+${getCountryCallingCode(country)}` }))
  .sort((a, b) => (a.country < b.country ? -1 : 1));
