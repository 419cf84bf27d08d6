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

/** Issuers that are no countries: the unions and organisations of ICAO 9303 part 3, section 5. */
const organisations: ReadonlySet<string> = new Set(
  'EUE IAO UNA UNK UNO XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO'.split(' '),
);
/** Utopia, the state that ICAO 9303 reserves for specimens. */
const specimens = 'UTO';

/**
 * Whether anybody issues documents under this code of a zone. Anyone can print the passport of a state that does not exist, and no check
 * digit covers the code.
 */
export function isIssuer(code: string, options: { specimens: boolean }): boolean {
  return countryOfMrzCode(code) !== null || organisations.has(code) || (options.specimens && code === specimens);
}
