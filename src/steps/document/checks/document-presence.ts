import { judgeFilm, type FilmAnswer } from '../presence/report-tilt.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type PresenceCheck = Extract<DocumentCheck, { id: 'document-presence' }>;
type Code = NonNullable<PresenceCheck['code']>;

/** Signs against it. All results other than these and `shown` mean that the service could not tell. */
const doubts: Readonly<Partial<Record<FilmAnswer, Code>>> = {
  notFollowed: 'document.tilt_not_followed',
  otherPage: 'document.tilt_other_page',
  lost: 'document.tilt_lost',
  flat: 'document.tilt_flat',
  early: 'document.tilt_recorded_too_early',
  stalled: 'document.tilt_network_stalled',
};

/**
 * Was the document in front of a camera when the server asked for it? Evidence, never proof, so it never refuses. Each sign against it has
 * an entry; with `tilt-required`, so has a question that the service could not answer. Empty when the flow does not ask, and with `tilt` when the
 * service could not tell: the record says so, and no check passes.
 */
export function checkDocumentPresence({ config, result }: DocumentEvidence): PresenceCheck[] {
  if (config.presence === 'off') return [];
  const isRequired = config.presence === 'tilt-required';
  const check = { id: 'document-presence' as const, durationMs: Math.round(result.film?.durationMs ?? 0) };
  if (result.film == null) {
    return isRequired ? [{ ...check, outcome: 'warning', code: 'document.tilt_left_out', data: null }] : [];
  }
  const { answers, timing, figures } = judgeFilm(result.film);
  const dataOf = (answer: FilmAnswer) => ({ ...timing.data, answer, ...figures });
  if (answers[0] === 'shown') return [{ ...check, outcome: 'passed', code: null, data: dataOf('shown') }];
  const found = answers.flatMap((answer): PresenceCheck[] => {
    const code = doubts[answer];
    return code === undefined ? [] : [{ ...check, outcome: 'warning', code, data: dataOf(answer) }];
  });
  const untold = answers.find((answer) => doubts[answer] === undefined);
  if (!isRequired || untold === undefined) return found;
  return [...found, { ...check, outcome: 'skipped', code: 'document.tilt_not_told', data: dataOf(untold) }];
}
