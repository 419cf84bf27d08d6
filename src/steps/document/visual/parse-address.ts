/** An address in parts, as far as its text tells. */
export interface AddressParts {
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
}

/**
 * Postal codes by country, most telling first (Universal Postal Union, postal addressing systems). Where the country is not
 * known, all are tried in this order.
 */
const postalCodes: readonly { countries: readonly string[]; pattern: RegExp; standsBeforeCity: boolean }[] = [
  { countries: ['GB'], pattern: /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/, standsBeforeCity: false },
  { countries: ['BR'], pattern: /\b\d{5}-\d{3}\b/, standsBeforeCity: false },
  { countries: ['PT'], pattern: /\b\d{4}-\d{3}\b/, standsBeforeCity: true },
  { countries: ['PL'], pattern: /\b\d{2}-\d{3}\b/, standsBeforeCity: true },
  { countries: ['US'], pattern: /\b\d{5}(?:-\d{4})?$/, standsBeforeCity: false },
  { countries: ['ES', 'FR', 'DE', 'IT', 'TR', 'MX'], pattern: /\b\d{5}\b(?= ?\p{L})/u, standsBeforeCity: true },
  { countries: ['AR'], pattern: /\b[A-Z]\d{4}[A-Z]{3}\b/, standsBeforeCity: true },
];

/** Splits an address whose lines are parted by commas. What cannot be told is left out. */
export function parseAddress(address: string, country: string | null): AddressParts {
  const cut = address.slice(0, 500);
  const ofCountry = postalCodes.filter(({ countries }) => country !== null && countries.includes(country));
  for (const { pattern, standsBeforeCity } of ofCountry.length > 0 ? ofCountry : postalCodes) {
    const match = pattern.exec(cut);
    if (match === null) continue;
    const before = partsOf(cut.slice(0, match.index));
    const after = partsOf(cut.slice(match.index + match[0].length));
    const place = standsBeforeCity ? after[0] : (before[before.length - 1] ?? after[0]);
    const street = standsBeforeCity ? before.join(', ') : before.slice(0, -1).join(', ');
    const [city, region] = splitRegion(place);
    return {
      postalCode: match[0],
      ...(street !== '' && { street }),
      ...(city !== undefined && { city }),
      ...(region !== undefined && { region }),
    };
  }
  const [street] = partsOf(cut);
  return street === undefined ? {} : { street };
}

function partsOf(text: string): string[] {
  return text
    .split(/,|\n/)
    .map((part) => part.replace(/^(CEP|ZIP)\b:?/i, '').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** `São Paulo - SP`, `Springfield IL`: two capitals at the end are a state. */
function splitRegion(place: string | undefined): [string | undefined, string | undefined] {
  const match = /^(.*\p{L})\s*[-–/ ]\s*([A-Z]{2})\s*-?$/u.exec(place ?? '');
  return match === null ? [place, undefined] : [match[1]?.trim(), match[2]];
}
