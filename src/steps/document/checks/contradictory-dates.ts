import type { DocumentType } from '../../../domain/documents/document-type.ts';
import type { localDays } from '../../../domain/documents/local-days.ts';

/** What the dates of a document can say that no honest document says. */
export const dateContradictions = [
  'bornLater',
  'bornTooEarly',
  'issuedLater',
  'issuedBeforeBirth',
  'expiresBeforeBirth',
  'expiresBeforeIssue',
  'validTooLong',
  'issuedInOtherMonth',
] as const;
export type DateContradiction = (typeof dateContradictions)[number];

/** Dates of a document, as ISO dates; null: not read. */
interface DocumentDates {
  dateOfBirth: string | null;
  dateOfIssue: string | null;
  dateOfExpiry: string | null;
  /** The month in which the document got its number, as `YYMM`, if the number says it. */
  numberedIn: string | null;
}

/** The longest documented life is 122 years. */
const mostYearsOfLife = 150;
/**
 * The longest validity. Passports: ten years, and British ones up to nine months more. Other documents: Latvian identity cards of the old are
 * valid for fifty years, and driving licences of Arizona to the age of 65.
 */
const mostYearsValid = { passport: 11, other: 60 };
/** Documents that never expire have an expiry date of this year or later. */
const endlessFrom = '9000';

/**
 * The first contradiction among the dates of a document, and between them and today; null when there is none. Dates that were not read
 * contradict nothing. Where the day begins first, people have documents of today before it begins in Greenwich.
 */
export function findDateContradiction(
  { dateOfBirth, dateOfIssue, dateOfExpiry, numberedIn }: DocumentDates,
  { type, days }: { type: DocumentType | null; days: ReturnType<typeof localDays> },
): DateContradiction | null {
  const isEndless = dateOfExpiry !== null && dateOfExpiry >= endlessFrom;
  const mostYears = type === 'passport' ? mostYearsValid.passport : mostYearsValid.other;
  // Without its date, the document was issued today at the latest.
  const issued = dateOfIssue ?? days.latest;
  const found: Readonly<Record<DateContradiction, boolean>> = {
    bornLater: isBefore(days.latest, dateOfBirth),
    bornTooEarly: dateOfBirth !== null && isBefore(yearsAfter(dateOfBirth, mostYearsOfLife), days.earliest),
    issuedLater: isBefore(days.latest, dateOfIssue),
    issuedBeforeBirth: isBefore(dateOfIssue, dateOfBirth),
    expiresBeforeBirth: isBefore(dateOfExpiry, dateOfBirth),
    expiresBeforeIssue: isBefore(dateOfExpiry, dateOfIssue),
    validTooLong: !isEndless && isBefore(yearsAfter(issued, mostYears), dateOfExpiry),
    issuedInOtherMonth: dateOfIssue !== null && numberedIn !== null && !isIssuedSoon(dateOfIssue, numberedIn),
  };
  return dateContradictions.find((contradiction) => found[contradiction]) ?? null;
}

/** Whether the document was issued in the month of its number, or in the next one. */
function isIssuedSoon(dateOfIssue: string, numberedIn: string): boolean {
  const monthsOf = (year: string, month: string) => Number(year) * 12 + Number(month);
  const issued = monthsOf(dateOfIssue.slice(2, 4), dateOfIssue.slice(5, 7));
  const later = issued - monthsOf(numberedIn.slice(0, 2), numberedIn.slice(2));
  const monthsOfCentury = 1200;
  return [0, 1].includes((later + monthsOfCentury) % monthsOfCentury);
}

function isBefore(day: string | null, other: string | null): boolean {
  return day !== null && other !== null && day < other;
}

function yearsAfter(day: string, years: number): string {
  return String(Number(day.slice(0, 4)) + years).padStart(4, '0') + day.slice(4);
}
