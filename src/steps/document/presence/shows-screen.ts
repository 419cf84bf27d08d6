import type { TiltFilm } from './tilt-film-schema.ts';

/**
 * Set on drawn cards in a simulation (`npm run accuracy -- tilt`, seeds 101 to 104) and judged there on others. A doubt about honest films
 * costs nothing but a lift, so the limits are close to the films of documents.
 */
const limits = { pattern: 0.35, banding: 0.01 };

/** Whether the film shows a screen's pattern or its rolling bands; null when one of the two could not be looked for. */
export function showsScreen({ screenPattern, banding }: Pick<TiltFilm, 'screenPattern' | 'banding'>): boolean | null {
  if (screenPattern === null || banding === null) return null;
  return screenPattern >= limits.pattern || banding >= limits.banding;
}
