import type { SkinSigns } from '../../domain/ports/faces/face-analyser.ts';

/**
 * Set on NUAA people 0001 to 0008 and half of the group pictures of an npm package, with compressed, halved, darkened and smoothed copies: of
 * 516 pictures of people none is beyond a limit. bench/accuracy/results/liveness.md has the rates on other people.
 */
export const skinLimits = { leastTexture: -1.6, mostColour: -4.4 } as const;

/** Whether the surface of the face is smoother than skin, or its colours change in steps. */
export function isUnlikeSkin({ texture, colour }: SkinSigns): boolean {
  return texture < skinLimits.leastTexture || colour > skinLimits.mostColour;
}
