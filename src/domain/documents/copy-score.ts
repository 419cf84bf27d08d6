/**
 * From here on a page is taken for a black-and-white copy, 0..1. Backs may have little more than pale ink on them, and nothing that is
 * printed in more than one colour: they are doubted when they have less colour than pale ink has.
 */
const doubtfulFrom = { front: 1 / 2, back: 8 / 13 };

export function isCopyScore(score: number, side: 'front' | 'back'): boolean {
  return score >= doubtfulFrom[side];
}
