import { monthOfNumber, prolongedTo } from '../../../domain/document-kinds/expiry-by-number.ts';
import { localDays } from '../../../domain/documents/local-days.ts';
import { findDateContradiction } from './contradictory-dates.ts';
import { dateOf, isSure, valueOf, type DocumentCheck, type DocumentEvidence } from '../document-evidence.ts';

type ExpiryCheck = Extract<DocumentCheck, { id: 'document-expiry' }>;

const msPerDay = 86_400_000;

/**
 * Is the document still valid, or the proof recent enough? A document is valid to the end of its last day (UTC). While that day lasts
 * somewhere west of Greenwich, an expired document is a doubt and no refusal: there the person is right. A flow without this requirement
 * accepts any date, and a kind without an expiry date never expires. A law that prolonged a document without a new print makes it a doubt: the
 * record has the printed day. No flow accepts dates that contradict each other without a doubt: one of
 * them was misread or changed. The doubt stands next to what the dates say of the expiry.
 */
export function checkDocumentExpiry(evidence: DocumentEvidence): ExpiryCheck[] {
  const { config, kind, at } = evidence;
  const dateOfExpiry = dateOf(evidence, 'dateOfExpiry');
  const dateOfIssue = dateOf(evidence, 'dateOfIssue');
  const days = localDays(at);
  const checkedOn = days.utc;
  const isProof = kind?.type === 'proof-of-residency';
  const check = {
    id: 'document-expiry' as const,
    durationMs: 0,
    data: {
      dateOfExpiry,
      dateOfIssue,
      checkedOn,
      maxAgeDays: isProof ? config.maxAgeOfProofDays : null,
      contradiction: findDateContradiction(
        {
          dateOfBirth: dateOf(evidence, 'dateOfBirth'),
          dateOfIssue,
          dateOfExpiry,
          numberedIn: monthOfNumber(kind, valueOf(evidence, 'documentNumber')),
        },
        { type: kind?.type ?? null, days },
      ),
    },
  };
  if (isProof) return [{ ...check, ...judgeProof(dateOfIssue, days, evidence) }];
  const answer: ExpiryCheck = { ...check, ...judgeExpiry(dateOfExpiry, days, evidence) };
  if (check.data.contradiction === null) return [answer];
  const doubt: ExpiryCheck = { ...check, outcome: 'warning', code: 'document.dates_contradict' };
  if (answer.outcome === 'passed') return [doubt];
  return answer.outcome === 'failed' ? [answer, doubt] : [doubt, answer];
}

type ExpiryAnswer =
  | { outcome: 'passed'; code: null }
  | {
      outcome: 'warning' | 'failed' | 'error';
      code: 'document.expiry_unknown' | 'document.expired' | 'document.prolonged_by_law';
    };

function judgeExpiry(
  dateOfExpiry: string | null,
  days: ReturnType<typeof localDays>,
  evidence: DocumentEvidence,
): ExpiryAnswer {
  const { config, kind, mrz } = evidence;
  if (!config.requireUnexpired) return { outcome: 'passed', code: null };
  if (dateOfExpiry === null) {
    if (kind !== null && !kind.expires) return { outcome: 'passed', code: null };
    const isRead = mrz !== null || (kind !== null && kind.mrz === null);
    return { outcome: isRead ? 'warning' : 'error', code: 'document.expiry_unknown' };
  }
  if (dateOfExpiry >= days.utc) {
    if (isSure(evidence, 'dateOfExpiry')) return { outcome: 'passed', code: null };
    return { outcome: 'warning', code: 'document.expiry_unknown' };
  }
  const lastDay = lastDayByLaw(dateOfExpiry, days, evidence) ?? dateOfExpiry;
  if (lastDay >= days.utc) {
    // A policy that accepts the prolongation accepts no date that may be another one.
    const areRead = isSure(evidence, 'dateOfExpiry') && isSure(evidence, 'dateOfBirth');
    return { outcome: 'warning', code: areRead ? 'document.prolonged_by_law' : 'document.expiry_unknown' };
  }
  return { outcome: lastDay < days.earliest ? 'failed' : 'warning', code: 'document.expired' };
}

/** The last day of a document that a law prolonged without a new print; null for any other document. */
function lastDayByLaw(
  dateOfExpiry: string,
  { latest }: ReturnType<typeof localDays>,
  evidence: DocumentEvidence,
): string | null {
  const dateOfBirth = dateOf(evidence, 'dateOfBirth');
  if (evidence.kind === null || dateOfBirth === null) return null;
  return prolongedTo(evidence.kind, {
    dateOfBirth,
    dateOfIssue: dateOf(evidence, 'dateOfIssue'),
    dateOfExpiry,
    documentNumber: valueOf(evidence, 'documentNumber'),
    today: latest,
  });
}

type ProofAnswer =
  | { outcome: 'passed'; code: null }
  | { outcome: 'warning' | 'failed'; code: 'document.issue_date_unknown' | 'document.proof_too_old' };

/** A proof from the future has no plausible date. Where the day began first, people have proofs of today before it begins in Greenwich. */
function judgeProof(
  dateOfIssue: string | null,
  days: ReturnType<typeof localDays>,
  evidence: DocumentEvidence,
): ProofAnswer {
  if (dateOfIssue === null || dateOfIssue > days.latest)
    return { outcome: 'warning', code: 'document.issue_date_unknown' };
  const { maxAgeOfProofDays } = evidence.config;
  const isTooOld = (day: string) => (Date.parse(day) - Date.parse(dateOfIssue)) / msPerDay > maxAgeOfProofDays;
  if (!isTooOld(days.utc)) {
    if (isSure(evidence, 'dateOfIssue')) return { outcome: 'passed', code: null };
    return { outcome: 'warning', code: 'document.issue_date_unknown' };
  }
  return { outcome: isTooOld(days.earliest) ? 'failed' : 'warning', code: 'document.proof_too_old' };
}
