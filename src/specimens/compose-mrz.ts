import { computeCheckDigit } from '../domain/mrz/check-digits.ts';
import type { SpecimenHolder } from './draw-holder.ts';
import { transliterate } from './transliterate.ts';

/** The machine-readable zones that a specimen can carry. */
export type SpecimenFormat = 'TD1' | 'TD2' | 'TD3';

/** The lines for a holder, with right check digits (ICAO 9303 parts 4 to 6, section 4.2.2). */
export function composeMrz(format: SpecimenFormat, holder: SpecimenHolder): string[] {
  const issuer = fill(holder.issuer, 3);
  const nationality = fill(holder.nationality, 3);
  const number = withDigit(fill(holder.documentNumber, 9));
  const birth = withDigit(yymmdd(holder.dateOfBirth));
  const expiration = withDigit(yymmdd(holder.expirationDate));
  const sex = holder.sex === 'X' ? '<' : holder.sex;
  const names = `${transliterate(holder.surname)}<<${transliterate(holder.givenNames)}`;
  const optional = holder.personalNumber ?? '';

  if (format === 'TD3') {
    const personal = fill(optional, 14);
    const personalDigit = optional === '' ? '<' : computeCheckDigit(personal);
    const composite = computeCheckDigit(`${number}${birth}${expiration}${personal}${personalDigit}`);
    return [
      fill(`P<${issuer}${names}`, 44),
      `${number}${nationality}${birth}${sex}${expiration}${personal}${personalDigit}${composite}`,
    ];
  }
  if (format === 'TD2') {
    const rest = fill(optional, 7);
    const composite = computeCheckDigit(`${number}${birth}${expiration}${rest}`);
    return [fill(`I<${issuer}${names}`, 36), `${number}${nationality}${birth}${sex}${expiration}${rest}${composite}`];
  }
  const upperRest = fill(optional, 15);
  const lowerRest = fill('', 11);
  const composite = computeCheckDigit(`${number}${upperRest}${birth}${expiration}${lowerRest}`);
  return [
    `I<${issuer}${number}${upperRest}`,
    `${birth}${sex}${expiration}${nationality}${lowerRest}${composite}`,
    fill(names, 30),
  ];
}

function withDigit(text: string): string {
  return text + computeCheckDigit(text);
}

function fill(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, '<');
}

function yymmdd(isoDate: string): string {
  return isoDate.slice(2).replaceAll('-', '');
}
