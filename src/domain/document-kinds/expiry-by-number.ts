import type { DocumentKind } from './document-kind.ts';

const adultAt = 18;

/**
 * The first and the last day on which a document can expire, as ISO dates, if its number tells the month of its issue and the law the years of
 * its validity. Null: nothing tells. The issuer may hand out a document in the month after the one in its number.
 */
export function expiryByNumber(
  kind: DocumentKind,
  documentNumber: string,
  { dateOfBirth, today }: { dateOfBirth: string; today: string },
): { first: string; last: string } | null {
  const numberedIn = monthOfNumber(kind, documentNumber);
  if (numberedIn === null) return null;
  const month = fullMonth(numberedIn, today);
  const years = yearsValidFrom(kind, `${month}-01`, dateOfBirth);
  if (years === null) return null;
  const [year = 0, ofYear = 0] = month.split('-').map(Number);
  const dayBefore = (months: number) =>
    new Date(Date.UTC(year + years, ofYear - 1 + months, 0)).toISOString().slice(0, 10);
  return { first: dayBefore(0), last: dayBefore(2) };
}

/** For how many years a document that is issued on this day is valid by the issuer's law. Null: no rule is known. */
export function yearsValidFrom(kind: DocumentKind, dateOfIssue: string, dateOfBirth: string): number | null {
  const validity = kind.yearsValid.find(({ issuedFrom }) => issuedFrom <= dateOfIssue);
  if (validity === undefined) return null;
  const isAdult = addYears(dateOfBirth, adultAt) <= dateOfIssue;
  return isAdult ? validity.adults : validity.minors;
}

/**
 * The last day of a document that the issuer's law prolonged without a new print, as an ISO date. Null: no law is known, or the document is
 * none of those: its holder was a minor, it was issued on another day, or its number tells another expiry than the printed one.
 */
export function prolongedTo(
  kind: DocumentKind,
  {
    dateOfBirth,
    dateOfIssue,
    dateOfExpiry,
    documentNumber,
    today,
  }: {
    dateOfBirth: string;
    /** Null: not read; then the printed expiry tells it. */
    dateOfIssue: string | null;
    dateOfExpiry: string;
    documentNumber: string | null;
    today: string;
  },
): string | null {
  const told = documentNumber === null ? null : expiryByNumber(kind, documentNumber, { dateOfBirth, today });
  if (told !== null && (dateOfExpiry < told.first || dateOfExpiry > told.last)) return null;
  const dayAfter = addDays(dateOfExpiry, 1);
  for (const { issuedFrom, issuedTo, years } of kind.prolonged) {
    const validFor = yearsValidFrom(kind, issuedFrom, dateOfBirth);
    if (validFor === null) continue;
    // A document expires on the eve of the day of its issue, or on that day.
    const ends = [dayAfter, dateOfExpiry];
    const issued = dateOfIssue ?? addYears(dayAfter, -validFor);
    const isWhole = ends.some((end) => addYears(issued, validFor) === end);
    const isAdult = addYears(dateOfBirth, adultAt) <= issued;
    if (isWhole && isAdult && issued >= issuedFrom && issued <= issuedTo) return addDays(addYears(dayAfter, years), -1);
  }
  return null;
}

/** The month in which the document got its number, as `YYMM`. Null for a kind without it, and for a number that begins with no month. */
export function monthOfNumber(kind: DocumentKind | null, documentNumber: string | null): string | null {
  if (kind?.fields.some(({ beginsWithMonth }) => beginsWithMonth) !== true) return null;
  return /^\d{2}(?:0[1-9]|1[0-2])/.exec(documentNumber ?? '')?.[0] ?? null;
}

/** The last such month that is not in the future. */
function fullMonth(numberedIn: string, today: string): string {
  const [year, month] = [numberedIn.slice(0, 2), numberedIn.slice(2)];
  const recent = `20${year}-${month}`;
  return recent <= today.slice(0, 7) ? recent : `19${year}-${month}`;
}

function addYears(day: string, years: number): string {
  return String(Number(day.slice(0, 4)) + years).padStart(4, '0') + day.slice(4);
}

function addDays(day: string, days: number): string {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, ofMonth + days)).toISOString().slice(0, 10);
}
