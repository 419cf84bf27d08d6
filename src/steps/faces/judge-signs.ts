import type { ReproductionSigns } from '../../domain/ports/faces/face-analyser.ts';

/** From here on a sign of a screen or a print is worth a second look, whatever the model says. */
export const doubtfulSign = 0.7;

/**
 * What several pictures of one video say together: the median of each sign. A wall has a corner in one picture, a screen is
 * around the face in most of them. Null where there is no picture.
 */
export function signsTogether(signs: readonly ReproductionSigns[]): ReproductionSigns | null {
  const together = (pick: (one: ReproductionSigns) => number) => medianOf(signs.map(pick));
  const [screen, printEdge, moire] = [
    together((one) => one.screen),
    together((one) => one.printEdge),
    together((one) => one.moire),
  ];
  return screen === null || printEdge === null || moire === null ? null : { screen, printEdge, moire };
}

/** The upper one of two in the middle; null of nothing. */
export function medianOf(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? null;
}
