/**
 * From this score on, 0..1, a page counts as a black-and-white copy. Backs may have little more than pale ink and only one colour, so they
 * are doubted only below the colour of pale ink.
 */
const doubtfulFrom = { front: 1 / 2, back: 11 / 16 };

export function isCopyScore(score: number, side: 'front' | 'back'): boolean {
  return score >= doubtfulFrom[side];
}
