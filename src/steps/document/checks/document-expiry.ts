import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type ExpiryCheck = Extract<DocumentCheck, { id: 'document-expiry' }>;

/** Is the document still valid? It is so to the end of its last day (UTC). A flow that does not ask takes any date. */
export function checkDocumentExpiry({ config, mrz, at }: DocumentEvidence): ExpiryCheck {
  const dateOfExpiry = mrz?.parsed.fields.expirationDate?.value ?? null;
  const checkedOn = at.toISOString().slice(0, 10);
  const check = {
    id: 'document-expiry' as const,
    durationMs: 0,
    data: { dateOfExpiry, dateOfIssue: null, checkedOn, maxAgeDays: null },
  };
  if (!config.requireUnexpired) return { ...check, outcome: 'passed', code: null };
  if (dateOfExpiry === null) {
    return { ...check, outcome: mrz === null ? 'error' : 'warning', code: 'document.expiry_unknown' };
  }
  return dateOfExpiry < checkedOn
    ? { ...check, outcome: 'failed', code: 'document.expired' }
    : { ...check, outcome: 'passed', code: null };
}
