import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type AgeCheck = Extract<DocumentCheck, { id: 'age' }>;

/** Is the person as old as the flow asks? Null when the flow does not ask. */
export function checkAge({ config, mrz, at }: DocumentEvidence): AgeCheck | null {
  const { minimumAge } = config;
  if (minimumAge === null) return null;
  const dateOfBirth = mrz?.parsed.fields.dateOfBirth?.value ?? null;
  const ageYears = dateOfBirth === null ? null : ageOn(at, dateOfBirth);
  const check = { id: 'age' as const, durationMs: 0, data: { ageYears, minimumAgeYears: minimumAge } };
  if (ageYears === null) return { ...check, outcome: mrz === null ? 'error' : 'warning', code: 'document.age_unknown' };
  return ageYears < minimumAge
    ? { ...check, outcome: 'failed', code: 'document.under_age' }
    : { ...check, outcome: 'passed', code: null };
}

/** Whole years from an ISO date to the day of `at` (UTC); who is born on 29 February ages on 1 March in other years. */
function ageOn(at: Date, dateOfBirth: string): number {
  const today = at.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
