import { isCopyScore } from '../../../domain/documents/copy-score.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { liftsFlatCopy } from '../presence/lifts-flat-copy.ts';
import { isSignedByIssuer } from './signed-by-issuer.ts';

type CopyCheck = Extract<DocumentCheck, { id: 'screen-or-copy' }>;
type Finding =
  | { outcome: 'warning'; code: 'document.picture_of_screen' | 'document.black_and_white_copy' }
  | { outcome: 'error'; code: 'check.input_missing' };

/** From this value on, a signal is a doubt. */
const doubtfulFrom = 0.5;

/**
 * Is it the document itself, or a screen or copy of it? Signals are doubts, never claims. Pictures in a PDF count like others, except those
 * of letters, which arrive as files, and of a PDF that its issuer signed. No check when there is no other page. A pass needs every signal of
 * every page: one that was not measured is not absent.
 */
export function checkScreenOrCopy({ pages, config, result, kind, country }: DocumentEvidence): CopyCheck[] {
  // Bills and letters are printed in black and white. What the picture shows decides, and not the kind of file that the device names.
  const isLetter = kind?.type === 'proof-of-residency';
  const pictures = pages.flatMap(({ page: { kind: file, reading }, shownSide }) => {
    if (reading === null || (reading.source === 'pdf' && (isLetter || isSignedByIssuer(reading, { kind, country }))))
      return [];
    const isBack = file === 'document-back' || (file === 'document-page' && shownSide === 'back');
    return [{ file, side: isBack ? ('back' as const) : ('front' as const), signals: reading.signals }];
  });
  if (pictures.length === 0) return [];
  const screenScore = highest(pictures.map(({ signals }) => signals.screenScore));
  const cards = isLetter ? [] : pictures.map(({ signals, ...picture }) => ({ ...picture, score: signals.copyScore }));
  const copyScore = highest(cards.map(({ score }) => score));
  const copies = cards.filter(({ side, score }) => score !== null && isCopyScore(score, side));
  const isOfFront = copies.length > 0 && copies.every(({ file }) => file === 'document-front');
  const liftedByPresence = isOfFront && liftsFlatCopy({ config, result });
  const isMeasured =
    pictures.every(({ signals }) => signals.screenScore !== null) && cards.every(({ score }) => score !== null);
  const findings: Finding[] = [];
  if ((screenScore ?? 0) >= doubtfulFrom) findings.push({ outcome: 'warning', code: 'document.picture_of_screen' });
  if (copies.length > 0 && !liftedByPresence) {
    findings.push({ outcome: 'warning', code: 'document.black_and_white_copy' });
  }
  if (!isMeasured) findings.push({ outcome: 'error', code: 'check.input_missing' });
  const data = { screenScore, copyScore, liftedByPresence };
  const check = { id: 'screen-or-copy' as const, durationMs: 0, data };
  if (findings.length === 0) return [{ ...check, outcome: 'passed', code: null }];
  return findings.map((finding) => ({ ...check, ...finding }));
}

function highest(scores: readonly (number | null)[]): number | null {
  return scores.reduce((most, score) => (score === null ? most : Math.max(most ?? 0, score)), null);
}
