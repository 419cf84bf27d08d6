import { computeCheckDigit } from '../../src/domain/mrz/check-digits.ts';
import { mrzShapes } from '../../src/domain/mrz/format.ts';
import type { SpecimenHolder } from './draw-holder.ts';
import { transliterate } from './transliterate.ts';

/** The machine-readable zones that a specimen can carry. */
export const specimenFormats = ['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B', 'FR-ID', 'CH-DL'] as const;
export type SpecimenFormat = (typeof specimenFormats)[number];

/** The holder's data in a zone. */
export type MrzHolder = Omit<SpecimenHolder, 'placeOfBirth' | 'issueDate'>;

/**
 * The lines for a holder, with right check digits (ICAO 9303 parts 4 to 7, section 4.2.2). `code` is the document code;
 * a number of more than nine characters continues in the optional data of a card (part 5, section 4.2.2, note j).
 */
export function composeMrz(format: SpecimenFormat, holder: MrzHolder, code = format === 'TD3' ? 'P' : 'I'): string[] {
  const documentCode = fill(code, 2);
  const issuer = fill(holder.issuer, 3);
  const nationality = fill(holder.nationality, 3);
  const isLong = holder.documentNumber.length > 9 && (format === 'TD1' || format === 'TD2');
  const number = isLong ? `${holder.documentNumber.slice(0, 9)}<` : withDigit(fill(holder.documentNumber, 9));
  const birth = withDigit(yymmdd(holder.dateOfBirth));
  const expiration = withDigit(yymmdd(holder.expirationDate));
  const sex = holder.sex === 'X' ? '<' : holder.sex;
  const names = `${transliterate(holder.surname)}<<${transliterate(holder.givenNames)}`;
  const ownOptional = holder.personalNumber ?? '';
  const rest = `${holder.documentNumber.slice(9)}${computeCheckDigit(holder.documentNumber)}<`;
  const optional = isLong ? rest + ownOptional : ownOptional;

  if (format === 'FR-ID') return composeFrenchCard(holder);
  if (format === 'CH-DL') {
    const licence = `FACHE${holder.documentNumber.slice(0, 12).padEnd(12, '0')}<<${yymmdd(holder.dateOfBirth)}`;
    return [fill(licence, 30), fill(names, 30)];
  }
  if (format === 'MRV-A' || format === 'MRV-B') {
    const { characters } = mrzShapes[format];
    return [
      fill(`${documentCode}${issuer}${names}`, characters),
      fill(`${number}${nationality}${birth}${sex}${expiration}`, characters),
    ];
  }
  if (format === 'TD3') {
    const personal = fill(optional, 14);
    const personalDigit = optional === '' ? '<' : computeCheckDigit(personal);
    const composite = computeCheckDigit(`${number}${birth}${expiration}${personal}${personalDigit}`);
    return [
      fill(`${documentCode}${issuer}${names}`, 44),
      `${number}${nationality}${birth}${sex}${expiration}${personal}${personalDigit}${composite}`,
    ];
  }
  if (format === 'TD2') {
    const lastPart = fill(optional, 7);
    const composite = computeCheckDigit(`${number}${birth}${expiration}${lastPart}`);
    return [
      fill(`${documentCode}${issuer}${names}`, 36),
      `${number}${nationality}${birth}${sex}${expiration}${lastPart}${composite}`,
    ];
  }
  const upperRest = fill(optional, 15);
  const lowerRest = fill('', 11);
  const composite = computeCheckDigit(`${number}${upperRest}${birth}${expiration}${lowerRest}`);
  return [
    `${documentCode}${issuer}${number}${upperRest}`,
    `${birth}${sex}${expiration}${nationality}${lowerRest}${composite}`,
    fill(names, 30),
  ];
}

/** The card until 2021, from the number that it prints: year and month of issue, department, order. */
function composeFrenchCard({ surname, givenNames, documentNumber, dateOfBirth, sex }: MrzHolder): string[] {
  const given = fill(transliterate(givenNames).replaceAll('<', '<<'), 14);
  const upper = `${fill(`IDFRA${transliterate(surname)}`, 30)}${documentNumber.slice(4, 7)}<<<`;
  const lower = `${withDigit(fill(documentNumber, 12))}${given}${withDigit(yymmdd(dateOfBirth))}${sex}`;
  return [upper, withDigit(upper + lower).slice(upper.length)];
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
