import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { checkDigitFieldOf } from '../mrz-reading.ts';

type CheckDigitsCheck = Extract<DocumentCheck, { id: 'mrz-check-digits' }>;

/**
 * Are all check digits right (ICAO 9303 part 3, section 4.9)? Wrong digits over letters that both readers read alike are evidence against
 * the document; where the readers differ, the reading may be wrong. Null for kinds without a zone, or with a zone without check digits.
 */
export function checkMrzCheckDigits({ mrz, kind }: DocumentEvidence): CheckDigitsCheck | null {
  const id = 'mrz-check-digits' as const;
  if (mrz === null) {
    if (kind !== null && kind.mrz === null) return null;
    return {
      id,
      durationMs: 0,
      outcome: 'error',
      code: 'document.mrz_not_found',
      data: { format: null, checkDigits: [] },
    };
  }
  const digits = mrz.parsed.checkDigits;
  if (digits.length === 0) return null;
  const data = {
    format: mrz.parsed.format,
    checkDigits: digits.map(({ name, valid }) => ({ name: checkDigitFieldOf(name), valid })),
  };
  if (digits.every((digit) => digit.valid)) return { id, durationMs: 0, outcome: 'passed', code: null, data };
  const outcome = mrz.readersAgree === true ? 'failed' : 'warning';
  return { id, durationMs: 0, outcome, code: 'document.mrz_check_digit_wrong', data };
}
