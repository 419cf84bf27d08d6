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
  const trimmed = typed.trim();
  return trimmed.startsWith('+') || trimmed.startsWith('00')
    ? trimmed.replace(/^00/, '+')
    : `${diallingCode} ${trimmed}`;
}

/** The digits of the text that was typed or pasted into the field of a code. */
export const digitsOf = (text: string, most: number): string => text.replace(/\D/g, '').slice(0, most);

/** Whole seconds until a moment; a deadline, so that a tab that slept shows the right number. */
export function secondsUntil(at: string | null, now: number): number {
  return at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
}
