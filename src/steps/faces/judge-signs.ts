import type { ReproductionSigns } from '../../domain/ports/faces/face-analyser.ts';

/** From this value on, a sign of a screen or a print is a doubt, whatever the model says. */
export const doubtfulSign = 0.7;

/**
 * The signs of several pictures of one video together: the median of each. A wall shows an edge in one picture; a screen surrounds the face
 * in most of them. Null when there is no picture.
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

/** The upper of the two middle values; null for an empty list. */
export function medianOf(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? null;
}
