import countries from 'i18n-iso-countries';

/** Codes of ICAO 9303 part 3, section 5, that ISO 3166-1 does not have but that belong to a country. */
const extensions: Readonly<Record<string, string>> = {
  D: 'DE',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
  RKS: 'XK',
};

/**
 * The ISO 3166-1 alpha-2 code of an issuer or nationality in a machine-readable zone, without fillers. Null for codes that are not
 * countries: organisations, stateless persons, specimens (UTO).
 */
export function countryOfMrzCode(code: string): string | null {
  return extensions[code] ?? countries.alpha3ToAlpha2(code) ?? null;
}
