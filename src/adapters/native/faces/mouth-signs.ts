import { medianColour, type ColourPicker, type SkinColour } from '../face-geometry/face-colours.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';

/** The quarters of the lips, and the skin next to each. */
const quarters = [
  { lip: [0, 37, 40, 39], beside: [164, 167, 165, 92] },
  { lip: [0, 267, 270, 269], beside: [164, 393, 391, 322] },
  { lip: [17, 84, 91, 181], beside: [200, 83, 18, 182, 201] },
  { lip: [17, 314, 321, 405], beside: [200, 313, 18, 406, 421] },
] as const;
/** Lines down across the mouth, from under the nose to over the chin. */
const lines = [
  [165, 182],
  [167, 83],
  [164, 18],
  [393, 313],
  [391, 406],
] as const;
const stepsOnLine = 25;
/** The first and last steps of a line are on skin, those in between on lips. */
const skinSteps = 5;
const lipsFrom = 6;

/** Signs of a mouth that cloth does not show. Null when too little of the mouth is inside the picture. */
export interface MouthSigns {
  /** How much darker the darkest place between the lips is than the skin above and below, as a logarithm. */
  seam: number;
  /** How much redder the lips are than the skin next to them, in shares of the light. */
  redness: number;
}

/** Searches for a mouth where the mesh places it, because a mesh places a mouth on everything. */
export function mouthSignsOf(picker: ColourPicker, mesh: readonly MeshPoint3[]): MouthSigns | null {
  const seams = lines.flatMap(([from, to]) => seamAlong(picker, mesh[from], mesh[to]) ?? []);
  const shifts = quarters.flatMap(({ lip, beside }) => {
    const [own, around] = [medianColour(picker.of(lip)), medianColour(picker.of(beside))];
    return own === null || around === null ? [] : [rednessOf(own) - rednessOf(around)];
  });
  if (seams.length < lines.length || shifts.length < quarters.length) return null;
  return { seam: upperMedian(seams), redness: upperMedian(shifts) };
}

function seamAlong(picker: ColourPicker, from: MeshPoint3 | undefined, to: MeshPoint3 | undefined): number | null {
  if (from === undefined || to === undefined) return null;
  const light = Array.from({ length: stepsOnLine }, (_, step) => {
    const share = step / (stepsOnLine - 1);
    return picker.at([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])?.luminance;
  }).filter((luminance) => luminance !== undefined);
  if (light.length < stepsOnLine) return null;
  const skin = upperMedian([...light.slice(0, skinSteps), ...light.slice(-skinSteps)]);
  return Math.log((skin + 8) / (Math.min(...light.slice(lipsFrom, -lipsFrom)) + 8));
}

function rednessOf({ red, green }: SkinColour): number {
  return red - green;
}

function upperMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
