import { isCopyScore } from '../../../domain/documents/copy-score.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { liftsFlatCopy } from '../presence/lifts-flat-copy.ts';

type CopyCheck = Extract<DocumentCheck, { id: 'screen-or-copy' }>;

/** From this value on, a signal is a doubt. */
const doubtfulFrom = 0.5;

/**
 * Is it the document itself, or a screen or copy of it? Signals are doubts, never claims. Null when no page is a picture, or no signal was
 * measured.
 */
export function checkScreenOrCopy({ pages, config, result }: DocumentEvidence): CopyCheck | null {
  const pictures = pages.flatMap(({ page }) => (page.reading?.source === 'picture' ? [page.reading.signals] : []));
  const screenScore = highest(pictures.map((signals) => signals.screenScore));
  // Bills and letters are printed in black and white.
  const cards = pages.flatMap(({ page: { kind, reading } }) =>
    kind === 'document-page' || reading?.source !== 'picture' ? [] : [{ kind, score: reading.signals.copyScore }],
  );
  const copyScore = highest(cards.map(({ score }) => score));
  if (screenScore === null && copyScore === null) return null;
  const check = {
    id: 'screen-or-copy' as const,
    durationMs: 0,
    data: { screenScore, copyScore, liftedByPresence: false },
  };
  if ((screenScore ?? 0) >= doubtfulFrom) return { ...check, outcome: 'warning', code: 'document.picture_of_screen' };
  const copies = cards.filter(
    ({ kind, score }) => score !== null && isCopyScore(score, kind === 'document-back' ? 'back' : 'front'),
  );
  if (copies.length > 0) {
    const isLifted = copies.every(({ kind }) => kind === 'document-front') && liftsFlatCopy({ config, result });
    if (isLifted) return { ...check, outcome: 'passed', code: null, data: { ...check.data, liftedByPresence: true } };
    return { ...check, outcome: 'warning', code: 'document.black_and_white_copy' };
  }
  return { ...check, outcome: 'passed', code: null };
}

function highest(scores: readonly (number | null)[]): number | null {
  return scores.reduce((most, score) => (score === null ? most : Math.max(most ?? 0, score)), null);
}
