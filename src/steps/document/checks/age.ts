import { localDays } from '../../../domain/documents/local-days.ts';
import { dateOf, isSure, type DocumentCheck, type DocumentEvidence } from '../document-evidence.ts';

type AgeCheck = Extract<DocumentCheck, { id: 'age' }>;

/**
 * Is the person as old as the flow requires? Null when the flow requires no age, and for a step that asks for a letter alone, which has no
 * birth date. Where a letter is one choice of several, the person may not choose the question away. While the birthday has begun in some
 * time zones only, the check warns, and so it does if the date may be another.
 */
export function checkAge(evidence: DocumentEvidence): AgeCheck | null {
  const { config, kind, mrz, at } = evidence;
  const { minimumAge } = config;
  const isLetter = kind?.type === 'proof-of-residency';
  if (minimumAge === null || (isLetter && config.accept.every(({ type }) => type === kind.type))) return null;
  const dateOfBirth = dateOf(evidence, 'dateOfBirth');
  const days = localDays(at);
  const ageOn = (day: string) => (dateOfBirth === null ? null : ageOf(dateOfBirth, day));
  const ageYears = ageOn(days.utc);
  const check = { id: 'age' as const, durationMs: 0, data: { ageYears, minimumAgeYears: minimumAge } };
  if (ageYears === null)
    return { ...check, outcome: mrz === null && kind === null ? 'error' : 'warning', code: 'document.age_unknown' };
  // Nobody is born after today, or was born more than a century and a half ago.
  if (ageYears < 0 || ageYears > 150) {
    return { ...check, data: { ...check.data, ageYears: null }, outcome: 'warning', code: 'document.age_unknown' };
  }
  const isOldEnough = (day: string) => (ageOn(day) ?? 0) >= minimumAge;
  if (isOldEnough(days.earliest)) {
    if (isSure(evidence, 'dateOfBirth')) return { ...check, outcome: 'passed', code: null };
    return { ...check, outcome: 'warning', code: 'document.age_unknown' };
  }
  return { ...check, outcome: isOldEnough(days.latest) ? 'warning' : 'failed', code: 'document.under_age' };
}

/** Whole years from one ISO date to another. A person born on 29 February becomes older on 1 March in other years. */
function ageOf(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
