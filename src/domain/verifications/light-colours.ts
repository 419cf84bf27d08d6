/** Red, green and blue in linear light, 0 to 1. */
export type LinearColour = readonly [red: number, green: number, blue: number];

/**
 * The colours that the screen can show. Their relative luminances are nearly equal and none is a saturated red, so that no sequence of them
 * is a general or a red flash (WCAG 2.3.1).
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

/**
 * Draws the next colour, never the same twice in a row: 468,750 sequences of eight. `random`: an integer from 0 up to, but not including,
 * its argument.
 */
export function drawColour(random: (below: number) => number, before: number | undefined): number {
  if (before === undefined) return random(lightColours.length);
  const drawn = random(lightColours.length - 1);
  return drawn >= before ? drawn + 1 : drawn;
}

/** A colour, and the moment from which the screen shows it, in milliseconds of the recording. */
export interface PlacedColour {
  colour: number;
  atMs: number;
}

/** The screen's light at a moment of the recording. Before the first colour it is the first one's. */
export function lightAt(light: readonly PlacedColour[], atMs: number): LinearColour {
  const step = Math.max(
    0,
    light.findLastIndex((placed) => placed.atMs <= atMs),
  );
  const placed = light[step];
  const now = colourOf(placed?.colour);
  const before = colourOf(light[Math.max(0, step - 1)]?.colour);
  const share = Math.min(1, Math.max(0, (atMs - (placed?.atMs ?? atMs)) / lightFadeMs));
  const mix = (a: number, b: number) => a * (1 - share) + b * share;
  return [mix(before[0], now[0]), mix(before[1], now[1]), mix(before[2], now[2])];
}

/** In the form for CSS: `#rrggbb` in sRGB (IEC 61966-2-1). */
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
