/** Red, green and blue in linear light, 0 to 1. */
export type LinearColour = readonly [red: number, green: number, blue: number];

/**
 * What the screen can show in the face. Their relative luminances are nearly equal and none is a saturated red, so that no sequence of
 * them is a general or a red flash (WCAG 2.3.1).
 */
export const lightColours: readonly LinearColour[] = [
  [0.9, 0.36, 0.1],
  [0.1, 0.58, 0.2],
  [0.5, 0.35, 1],
  [0.95, 0.25, 0.9],
  [0.05, 0.53, 0.9],
  [0.45, 0.45, 0.45],
];

export const lightStepCount = 8;
export const lightStepMs = 800;
/** Each colour fades in from the one before. */
export const lightFadeMs = 250;
export const lightMs = lightStepCount * lightStepMs;
/** More prompts leave no time for the light in the longest recording. */
export const mostPromptsWithLight = 4;

/** Eight colours, none twice in a row: 468,750 sequences. `random`: a number from 0 up to, not including, its argument. */
export function drawLight(random: (below: number) => number): number[] {
  const colours: number[] = [];
  while (colours.length < lightStepCount) {
    const before = colours.at(-1);
    const drawn = random(lightColours.length - (before === undefined ? 0 : 1));
    // The one before is left out of the draw.
    colours.push(before !== undefined && drawn >= before ? drawn + 1 : drawn);
  }
  return colours;
}

/** The light of the screen at a moment of the sequence, in milliseconds from its beginning. */
export function lightAt(colours: readonly number[], atMs: number): LinearColour {
  const step = Math.min(colours.length - 1, Math.max(0, Math.floor(atMs / lightStepMs)));
  const now = colourOf(colours[step]);
  const before = colourOf(colours[Math.max(0, step - 1)]);
  const share = Math.min(1, Math.max(0, (atMs - step * lightStepMs) / lightFadeMs));
  const mix = (a: number, b: number) => a * (1 - share) + b * share;
  return [mix(before[0], now[0]), mix(before[1], now[1]), mix(before[2], now[2])];
}

/** As a screen is asked for it: `#rrggbb` in sRGB (IEC 61966-2-1). */
export function hexOfColour(index: number): string {
  const digits = colourOf(index).map((linear) => {
    const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

function colourOf(index: number | undefined): LinearColour {
  return lightColours[index ?? -1] ?? [0, 0, 0];
}
