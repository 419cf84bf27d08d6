import { isCopyScore } from '../../../domain/documents/copy-score.ts';
import type { PageReading } from '../../../domain/ports/pages/page-reader.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { liftsFlatCopy } from '../presence/lifts-flat-copy.ts';

type CopyCheck = Extract<DocumentCheck, { id: 'screen-or-copy' }>;

/** From this value on, a signal is a doubt. */
const doubtfulFrom = 0.5;

/**
 * Is it the document itself, or a screen or copy of it? Signals are doubts, never claims. Pictures in a PDF count like others, except those
 * of letters, which arrive as files, and of a PDF that its issuer signed. Null when there is no other page. A pass needs every signal of every page: one that was not measured
 * is not absent.
 */
export function checkScreenOrCopy({ pages, config, result, kind }: DocumentEvidence): CopyCheck | null {
  // Bills and letters are printed in black and white. What the picture shows decides, and not the kind of file that the device names.
  const isLetter = kind?.type === 'proof-of-residency';
  const pictures = pages.flatMap(({ page: { kind: file, reading }, shownSide }) => {
    if (reading === null || (reading.source === 'pdf' && (isLetter || isSignedByIssuer(reading)))) return [];
    const isBack = file === 'document-back' || (file === 'document-page' && shownSide === 'back');
    return [{ file, side: isBack ? ('back' as const) : ('front' as const), signals: reading.signals }];
  });
  if (pictures.length === 0) return null;
  const screenScore = highest(pictures.map(({ signals }) => signals.screenScore));
  const cards = isLetter ? [] : pictures.map(({ signals, ...picture }) => ({ ...picture, score: signals.copyScore }));
  const copyScore = highest(cards.map(({ score }) => score));
  const check = {
    id: 'screen-or-copy' as const,
    durationMs: 0,
    data: { screenScore, copyScore, liftedByPresence: false },
  };
  if ((screenScore ?? 0) >= doubtfulFrom) return { ...check, outcome: 'warning', code: 'document.picture_of_screen' };
  const copies = cards.filter(({ side, score }) => score !== null && isCopyScore(score, side));
  if (copies.length > 0) {
    const isLifted = copies.every(({ file }) => file === 'document-front') && liftsFlatCopy({ config, result });
    if (isLifted) return { ...check, outcome: 'passed', code: null, data: { ...check.data, liftedByPresence: true } };
    return { ...check, outcome: 'warning', code: 'document.black_and_white_copy' };
  }
  const isMeasured =
    pictures.every(({ signals }) => signals.screenScore !== null) && cards.every(({ score }) => score !== null);
  return isMeasured
    ? { ...check, outcome: 'passed', code: null }
    : { ...check, outcome: 'error', code: 'check.input_missing' };
}

function isSignedByIssuer({ signals }: Pick<PageReading, 'signals'>): boolean {
  return signals.signature?.score === 0;
}

function highest(scores: readonly (number | null)[]): number | null {
  return scores.reduce((most, score) => (score === null ? most : Math.max(most ?? 0, score)), null);
}
