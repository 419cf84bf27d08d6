import { matchShape } from './match-shape.ts';

/** An address in parts, as far as its text tells. */
export interface AddressParts {
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
}

interface PostalCode {
  countries: readonly string[];
  pattern: RegExp;
  standsBeforeCity: boolean;
  /** Whether the pattern is specific to its country, so that it identifies the country where that is not known. */
  tells?: true;
  /** Whether cards print it with every address. Its letters and digits look alike: where none is read, one of them was misread. */
  isOnEveryCard?: true;
}

/**
 * Postal codes by country (Universal Postal Union, postal addressing systems). A code of digits only counts at the start of a further line,
 * where these countries have no house number.
 */
const postalCodes: readonly PostalCode[] = [
  {
    countries: ['GB'],
    pattern: /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/,
    standsBeforeCity: false,
    tells: true,
    isOnEveryCard: true,
  },
  { countries: ['BR'], pattern: /\b\d{5}-\d{3}\b/, standsBeforeCity: false, tells: true },
  { countries: ['PT'], pattern: /\b\d{4}-\d{3}\b/, standsBeforeCity: true, tells: true },
  { countries: ['PL'], pattern: /\b\d{2}-\d{3}\b/, standsBeforeCity: true, tells: true },
  { countries: ['US', 'PR'], pattern: /\b\d{5}(?:-\d{4})?$/, standsBeforeCity: false },
  { countries: ['AR'], pattern: /\b[A-Z]\d{4}[A-Z]{3}\b/, standsBeforeCity: true, tells: true },
  // The province or state comes before the code and is not a US state.
  {
    countries: ['CA'],
    pattern: /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/,
    standsBeforeCity: false,
    tells: true,
    isOnEveryCard: true,
  },
  { countries: ['AU'], pattern: /(?<=\b(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA) )\d{4}$/, standsBeforeCity: false },
  { countries: ['IE'], pattern: /\b[A-Z]\d[\dW] ?[A-Z\d]{4}$/, standsBeforeCity: false },
  { countries: ['MT'], pattern: /\b[A-Z]{3} ?\d{4}$/, standsBeforeCity: false },
  { countries: ['NL'], pattern: /(?<=, )\d{4} ?[A-Z]{2}(?= )/, standsBeforeCity: true },
  { countries: ['SE', 'CZ', 'SK', 'GR'], pattern: /(?<=, )\d{3} ?\d{2}(?= ?\p{L})/u, standsBeforeCity: true },
  {
    countries: ['DE', 'EE', 'ES', 'FI', 'FR', 'HR', 'IT', 'LT', 'MC', 'MX', 'PE', 'TH', 'TR'],
    pattern: /(?<=, )\d{5}(?= ?\p{L})/u,
    standsBeforeCity: true,
    tells: true,
  },
  {
    countries: ['AT', 'BE', 'BG', 'CH', 'CY', 'DK', 'HU', 'LU', 'LV', 'NO', 'SI'],
    pattern: /(?<=, )\d{4}(?= ?\p{L})/u,
    standsBeforeCity: true,
  },
  { countries: ['CO', 'EC', 'RO'], pattern: /(?<=, )\d{6}(?= ?\p{L})/u, standsBeforeCity: true },
  { countries: ['CL'], pattern: /(?<=, )\d{7}(?= ?\p{L})/u, standsBeforeCity: true },
];

/** Whether an address of this country is known to be printed with its postal code: in a letter, and on a card of some countries. */
export function printsPostalCode(country: string | null, { inLetter }: { inLetter: boolean }): boolean {
  return postalCodes.some(
    ({ countries, isOnEveryCard }) =>
      country !== null && countries.includes(country) && (inLetter || isOnEveryCard === true),
  );
}

/** A province of Canada and what may be its postal code, at the end of an address. */
const endOfCanadian = /(?<=\b(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT) )[A-Z\d]{3} ?[A-Z\d]{3}$/;
/** What may be an Irish code behind its town, perhaps without the space before it: seven characters, the second and third of them digits. */
const endOfIrish = /(?<=\p{L}[\p{L}'’.]*) ?([A-Z])([\dOI]{2}) ?([A-Z\d]{4})$/u;

/**
 * The same address with its postal code in its own form, if letters and digits that look alike or a lost space keep it from that (`C0F 8K5`,
 * read as `COF 8K5`; `S00 SL65`, read as `ATHLONES0OSL65`). Only for codes whose form says of each of their places what it is, and how many
 * there are. `isSame`: no character was changed or given to another word. Null if there is nothing to repair.
 */
export function repairPostalCode(address: string, country: string | null): { value: string; isSame: boolean } | null {
  if (country === 'CA') return repairCanadian(address);
  if (country === 'IE') return repairIrish(address);
  return country === null ? null : repairGlued(address, country);
}

/** A code of digits from which both readers lost the space to its town (`83025A CORUÑA`). */
function repairGlued(address: string, country: string): { value: string; isSame: boolean } | null {
  const { postalCode = '' } = parseAddress(address, country);
  const before = address.indexOf(`, ${postalCode}`);
  const end = before + 2 + postalCode.length;
  if (before < 0 || !/^\d[\d ]+$/.test(postalCode) || !/^\p{L}/u.test(address.slice(end))) return null;
  return { value: `${address.slice(0, end)} ${address.slice(end)}`, isSame: true };
}

function repairCanadian(address: string): { value: string; isSame: boolean } | null {
  const printed = endOfCanadian.exec(address)?.[0];
  const match = printed === undefined ? null : matchShape(printed, 'A0A0A0');
  if (printed === undefined || match === null) return null;
  const value = `${address.slice(0, -printed.length)}${match.value.slice(0, 3)} ${match.value.slice(3)}`;
  return value === address ? null : { value, isSame: match.repairs === 0 };
}

function repairIrish(address: string): { value: string; isSame: boolean } | null {
  const [printed, letter = '', digits = '', rest = ''] = endOfIrish.exec(address) ?? [];
  if (printed === undefined || !/\d/.test(digits + rest)) return null;
  const code = `${letter}${digits.replaceAll('O', '0').replaceAll('I', '1')} ${rest}`;
  const value = `${address.slice(0, -printed.length)} ${code}`;
  return value === address ? null : { value, isSame: value.replace(/ (?=[^ ]*$)/, '') === address };
}

/** Splits an address whose lines are separated by commas. Parts that cannot be identified are left out. */
export function parseAddress(address: string, country: string | null): AddressParts {
  const cut = address.slice(0, 500);
  // A country whose codes are not known here has other codes: no other country's pattern tells where its town begins.
  const possible = postalCodes.filter(({ countries, tells }) =>
    country === null ? tells === true : countries.includes(country),
  );
  for (const code of possible) {
    const match = code.pattern.exec(cut);
    if (match !== null) return splitAt(cut, match.index, match[0], code.standsBeforeCity);
  }
  return country === 'AR' ? beforeLostEnd(cut) : {};
}

/** The street alone, before a code of which a letter was lost together with the space behind it: where the town begins is not known. */
function beforeLostEnd(address: string): AddressParts {
  const at = address.search(/(?<=, )[A-Z]\d{4}[A-Z]/);
  const street = at < 0 ? '' : partsOf(address.slice(0, at)).join(', ');
  return street === '' ? {} : { street };
}

/** Whether a line is a postal code of the country with its town, and nothing else. */
export function isTownLine(text: string, country: string): boolean {
  const { postalCode, city, street } = parseAddress(`, ${text}`, country);
  if (postalCode === undefined || city === undefined || street !== undefined || /\d/.test(city)) return false;
  return text.trimStart().startsWith(postalCode) || text.trimEnd().endsWith(postalCode);
}

/**
 * Which of two readings of an address line has a postal code, where they differ between letters and digits that look alike or in a space
 * (`ABERDEENHS9OVW`, `ABERDEEN HS9 0VW`): the form of the code decides.
 */
export function withPostalCode(
  { text, readOtherwise }: { text: string; readOtherwise?: string | undefined },
  country: string | null,
): string {
  if (readOtherwise?.replace(/\s/g, '').length !== text.replace(/\s/g, '').length) return text;
  const hasCode = (line: string) => parseAddress(`, ${line}`, country).postalCode !== undefined;
  return hasCode(readOtherwise) && !hasCode(text) ? readOtherwise : text;
}

/**
 * Whether an address is its postal code and town alone: the line with the street was not read. A German card prints the street after the
 * town (`51147 KÖLN, HEIDESTRASSE 17`), so a further number is a house's.
 */
export function lacksStreet(address: string, country: string | null): boolean {
  // Most codes are recognised at the start of a further line alone.
  const { postalCode } = parseAddress(`, ${address}`, country);
  const trimmed = address.trimStart();
  return postalCode !== undefined && trimmed.startsWith(postalCode) && !/\d/.test(trimmed.slice(postalCode.length));
}

function splitAt(address: string, at: number, postalCode: string, standsBeforeCity: boolean): AddressParts {
  const before = partsOf(address.slice(0, at));
  const after = partsOf(address.slice(at + postalCode.length));
  // `Springfield, IL 12345`: the state is a separate part.
  const ownRegion = standsBeforeCity || !/^[A-Z]{2}$/.test(before.at(-1) ?? '') ? undefined : before.pop();
  const place = standsBeforeCity ? after[0] : (before.pop() ?? after[0]);
  const street = before.join(', ');
  const [city, region = ownRegion] = standsBeforeCity ? [place] : splitRegion(place);
  return {
    postalCode,
    ...(street !== '' && { street }),
    ...(city !== undefined && { city }),
    ...(region !== undefined && { region }),
  };
}

function partsOf(text: string): string[] {
  return text
    .split(/,|\n/)
    .map((part) => part.replace(/^(CEP|ZIP)\b:?/i, '').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** `São Paulo - SP`, `Springfield IL`: two capitals at the end are a state; in Australia, three. */
function splitRegion(place: string | undefined): [string | undefined, string | undefined] {
  const match = /^(.*\p{L})\s*[-–/ ]\s*([A-Z]{2}|NSW|QLD|TAS|VIC|ACT)\s*-?$/u.exec(place ?? '');
  return match === null ? [place, undefined] : [match[1]?.trim(), match[2]];
}
