import type { SkinSigns } from '../../domain/ports/faces/face-analyser.ts';

/**
 * Set on NUAA people 0001 to 0008 and half of the group pictures of an npm package, with compressed, halved, darkened and smoothed copies: of
 * 516 pictures of people none is beyond a limit. bench/accuracy/results/liveness.md has the rates on other people.
 */
export const skinLimits = { leastTexture: -1.6, mostColour: -4.4 } as const;

/** Whether the surface of the face is smoother than skin, or its colours change in steps. */
export function isUnlikeSkin({ texture, colour }: Pick<SkinSigns, 'texture' | 'colour'>): boolean {
  return texture < skinLimits.leastTexture || colour > skinLimits.mostColour;
}

/**
 * Set on NUAA people 0001 to 0008, half of it on pictures of printed photographs, with one person left out at a time:
 * bench/accuracy/results/liveness.md. The points are those of the two default models' combined score.
 */
export const colourLineLimits = { full: 0.72, pointsPerUnit: 25, mostPoints: 6 } as const;

/**
 * By how many points the models' combined score must exceed its limit, because the colours of the face vary as those of a print. Alone it
 * is no reason to doubt: a face whose models are sure passes. 0 for results from before this was measured.
 */
export function pointsForColours(skin: { colourLine?: number | undefined } | null | undefined): number {
  if (skin?.colourLine === undefined) return 0;
  const { full, pointsPerUnit, mostPoints } = colourLineLimits;
  return Math.min(mostPoints, Math.max(0, (full - skin.colourLine) * pointsPerUnit));
}
