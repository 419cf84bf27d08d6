import type { Random } from '../drawing/create-random.ts';

/** A made-up person with a made-up document. */
export interface SpecimenHolder {
  surname: string;
  givenNames: string;
  /** ISO yyyy-mm-dd. */
  dateOfBirth: string;
  issueDate: string;
  expirationDate: string;
  sex: 'F' | 'M' | 'X';
  /** Codes of at most three letters, as printed. */
  issuer: string;
  nationality: string;
  documentNumber: string;
  personalNumber: string | null;
  placeOfBirth: string;
}

const surnames = [
  'Ferreira Gonçalves', 'Muñoz', 'Łukasiewicz', 'Sørensen', 'Müller', 'Çelik', 'Dvořák', "O'Brien", 'Nyström',
  'Fontaine-Roux', 'Kowalska', 'Bianchi', 'Horváth', 'Jovanović', 'Ramírez Peña', 'Whitfield',
] as const; // prettier-ignore
const givenNames = [
  'Zoë Amélie', 'Inês', 'Håkan', 'José María', 'Elżbieta', 'Dilara', 'Giulia', 'Štěpán', 'Anna Maria', 'Oliver James',
  'Françoise', 'Mátyás', 'Björn', 'Nikola', 'Rhys', 'Lucía',
] as const; // prettier-ignore
const places = ['Zenith', 'São Lourenço', 'Nordvik', 'Bellavista', 'Ostrów', 'Karşı'] as const;

/** Utopia, the state that ICAO 9303 reserves for specimens. */
const utopia = 'UTO';

/** A person drawn by the seed; the values of `fixed` are taken as they are. The document is valid for ten years. */
export function drawHolder(random: Random, fixed: Partial<SpecimenHolder> = {}): SpecimenHolder {
  const drawnYear = random.integer(2020, 2025);
  const drawnDay = isoMonthAndDay(random);
  const expirationDate = fixed.expirationDate ?? `${drawnYear + 10}-${drawnDay}`;
  const issueYear = Number(expirationDate.slice(0, 4)) - 10;
  const issuer = fixed.issuer ?? utopia;
  return {
    surname: random.pick(surnames),
    givenNames: random.pick(givenNames),
    dateOfBirth: `${random.integer(1940, 2005)}-${isoMonthAndDay(random)}`,
    issueDate: `${issueYear}${expirationDate.slice(4)}`,
    expirationDate,
    sex: random.pick(['F', 'M', 'F', 'M', 'X']),
    nationality: issuer,
    documentNumber: random.text('ABCDEFGHJKLMNPRSTUVWXYZ', random.integer(0, 2)) + random.text('0123456789', 7),
    personalNumber: random.integer(0, 1) === 0 ? null : random.text('0123456789ABCDEFGHJKLMNPRSTUVWXYZ', 9),
    placeOfBirth: random.pick(places),
    ...fixed,
    issuer,
  };
}

function isoMonthAndDay(random: Random): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(random.integer(1, 12))}-${twoDigits(random.integer(1, 28))}`;
}
