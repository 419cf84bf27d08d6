import { judgeFilm, type JudgedFilm } from '../presence/report-tilt.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type PresenceCheck = Extract<DocumentCheck, { id: 'document-presence' }>;
type Code = NonNullable<PresenceCheck['code']>;

/** Signs against it. All results other than these and `shown` mean that the service could not tell. */
const doubts: Readonly<Partial<Record<JudgedFilm['answer'], Code>>> = {
  notFollowed: 'document.tilt_not_followed',
  otherPage: 'document.tilt_other_page',
  lost: 'document.tilt_lost',
  flat: 'document.tilt_flat',
  early: 'document.tilt_recorded_too_early',
  stalled: 'document.tilt_network_stalled',
};

/**
 * Was the document in front of a camera when the server asked for it? Evidence, never proof, so it never refuses. Null when the flow does
 * not ask, and with `tilt` when the service could not tell: the record says so, and no check passes.
 */
export function checkDocumentPresence({ config, result }: DocumentEvidence): PresenceCheck | null {
  if (config.presence === 'off') return null;
  const isRequired = config.presence === 'tilt-required';
  const check = { id: 'document-presence' as const, durationMs: Math.round(result.film?.durationMs ?? 0) };
  if (result.film == null) {
    return isRequired ? { ...check, outcome: 'warning', code: 'document.tilt_left_out', data: null } : null;
  }
  const { answer, timing, figures } = judgeFilm(result.film);
  const data = { ...timing.data, answer, ...figures };
  if (answer === 'shown') return { ...check, outcome: 'passed', code: null, data };
  const code = doubts[answer];
  if (code !== undefined) return { ...check, outcome: 'warning', code, data };
  return isRequired ? { ...check, outcome: 'skipped', code: 'document.tilt_not_told', data } : null;
}
