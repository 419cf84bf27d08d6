import { dateOf, type DocumentCheck, type DocumentEvidence } from '../document-evidence.ts';

type ExpiryCheck = Extract<DocumentCheck, { id: 'document-expiry' }>;

const msPerDay = 86_400_000;

/**
 * Is the document still valid, or the proof recent enough? A document is valid to the end of its last day (UTC). A flow without this
 * requirement accepts any date, and a kind without an expiry date never expires.
 */
export function checkDocumentExpiry(evidence: DocumentEvidence): ExpiryCheck {
  const { config, kind, mrz, at } = evidence;
  const dateOfExpiry = dateOf(evidence, 'dateOfExpiry');
  const dateOfIssue = dateOf(evidence, 'dateOfIssue');
  const checkedOn = at.toISOString().slice(0, 10);
  const isProof = kind?.type === 'proof-of-residency';
  const check = {
    id: 'document-expiry' as const,
    durationMs: 0,
    data: { dateOfExpiry, dateOfIssue, checkedOn, maxAgeDays: isProof ? config.maxAgeOfProofDays : null },
  };
  if (isProof) return { ...check, ...judgeProof(dateOfIssue, checkedOn, config.maxAgeOfProofDays) };
  if (!config.requireUnexpired) return { ...check, outcome: 'passed', code: null };
  if (dateOfExpiry === null) {
    if (kind !== null && !kind.expires) return { ...check, outcome: 'passed', code: null };
    const isRead = mrz !== null || (kind !== null && kind.mrz === null);
    return { ...check, outcome: isRead ? 'warning' : 'error', code: 'document.expiry_unknown' };
  }
  return dateOfExpiry < checkedOn
    ? { ...check, outcome: 'failed', code: 'document.expired' }
    : { ...check, outcome: 'passed', code: null };
}

type ProofAnswer =
  | { outcome: 'passed'; code: null }
  | { outcome: 'warning' | 'failed'; code: 'document.issue_date_unknown' | 'document.proof_too_old' };

/** A proof from the future has no plausible date. */
function judgeProof(dateOfIssue: string | null, checkedOn: string, maxAgeDays: number): ProofAnswer {
  if (dateOfIssue === null || dateOfIssue > checkedOn)
    return { outcome: 'warning', code: 'document.issue_date_unknown' };
  const ageDays = (Date.parse(checkedOn) - Date.parse(dateOfIssue)) / msPerDay;
  return ageDays > maxAgeDays
    ? { outcome: 'failed', code: 'document.proof_too_old' }
    : { outcome: 'passed', code: null };
}
