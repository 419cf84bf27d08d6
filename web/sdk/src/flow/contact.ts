import type { PhoneCountry, StepOf } from '../api/contract.ts';

/** Countries whose numbers a phone step accepts. */
export function offeredCountries(
  { allowedCountries, deniedCountries }: Pick<StepOf<'phone'>['config'], 'allowedCountries' | 'deniedCountries'>,
  all: readonly PhoneCountry[],
): readonly PhoneCountry[] {
  return all.filter(
    ({ country }) => (allowedCountries?.includes(country) ?? true) && !deniedCountries.includes(country),
  );
}

/** The number as the server accepts it: with the country's code, unless the person typed one. */
export function internationalNumber(typed: string, diallingCode: string): string {
  const trimmed = plain(typed).trim();
  return trimmed.startsWith('+') || trimmed.startsWith('00')
    ? trimmed.replace(/^00/, '+')
    : `${diallingCode} ${trimmed}`;
}

/** The digits of the text that was typed or pasted into the field of a code. */
export const digitsOf = (text: string, most: number): string => plain(text).replace(/\D/g, '').slice(0, most);

/**
 * The text with ASCII digits and without invisible characters. Some keyboards type digits of another script, and copied numbers contain marks for
 * the direction of text.
 */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** In Unicode, the ten digits of a script follow each other, from zero. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return value;
}

/** Whole seconds until a moment; a deadline, so that a tab that slept shows the right number. */
export function secondsUntil(at: string | null, now: number): number {
  return at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
}
