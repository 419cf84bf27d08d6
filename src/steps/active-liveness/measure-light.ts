import type { AnalysedFace, RgbPicture } from '../../domain/ports/faces/face-analyser.ts';
import type { LightRegion, LightSample } from './light-schema.ts';

/** Points of the face mesh at which the skin is measured. The sides are measured slightly inside the outline. */
const points = { forehead: 151, nose: 4, bridge: 6, cheekLeft: 280, cheekRight: 50 } as const;
const sides = { sideLeft: 454, sideRight: 234 } as const;
const outline = { left: 454, right: 234 };
/** Radii as fractions of the face's width. */
const radius = { skin: 0.07, side: 0.05, wall: 0.1 };
/** A channel above this is clipped and carries no information about the light. */
const clipped = 250;
const leastLight = 1e-4;

/** The colours of one picture during the light: log ratios of red to green and of blue to green, in linear light. */
export function measureLight(
  picture: RgbPicture,
  { mesh }: Pick<AnalysedFace, 'mesh'>,
): Pick<LightSample, 'regions'> | null {
  const at = (index: number) => mesh[index];
  const left = at(outline.left);
  const right = at(outline.right);
  const nose = at(points.nose);
  if (left === undefined || right === undefined || nose === undefined) return null;
  const width = Math.hypot(left[0] - right[0], left[1] - right[1]);
  const regions: LightSample['regions'] = {};
  const note = (region: LightRegion, colour: Colour | null) => {
    if (colour !== null) regions[region] = colour;
  };
  for (const [region, index] of Object.entries(points) as [keyof typeof points, number][]) {
    const point = at(index);
    if (point !== undefined) note(region, colourAround(picture, point[0], point[1], width * radius.skin));
  }
  for (const [region, index] of Object.entries(sides) as [keyof typeof sides, number][]) {
    const [x, y] = at(index) ?? nose;
    note(region, colourAround(picture, x * 0.88 + nose[0] * 0.12, y * 0.9 + nose[1] * 0.1, width * radius.side));
  }
  const { widthPx, heightPx } = picture;
  note('wallLeft', colourAround(picture, widthPx * 0.06, heightPx * 0.08, width * radius.wall));
  note('wallRight', colourAround(picture, widthPx * 0.94, heightPx * 0.08, width * radius.wall));
  return { regions };
}

type Colour = [redToGreen: number, blueToGreen: number];

function colourAround({ rgb, widthPx, heightPx }: RgbPicture, x: number, y: number, reach: number): Colour | null {
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let row = Math.max(0, Math.round(y - reach)); row <= Math.min(heightPx - 1, y + reach); row += 1) {
    for (let column = Math.max(0, Math.round(x - reach)); column <= Math.min(widthPx - 1, x + reach); column += 1) {
      const from = (row * widthPx + column) * 3;
      const red = rgb[from] ?? 255;
      const green = rgb[from + 1] ?? 255;
      const blue = rgb[from + 2] ?? 255;
      if (red > clipped || green > clipped || blue > clipped) continue;
      sums[0] += linear[red] ?? 0;
      sums[1] += linear[green] ?? 0;
      sums[2] += linear[blue] ?? 0;
      count += 1;
    }
  }
  if (count === 0) return null;
  const [red, green, blue] = sums.map((sum) => Math.log(Math.max(leastLight, sum / count))) as typeof sums;
  return [rounded(red - green), rounded(blue - green)];
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** sRGB (IEC 61966-2-1) to linear light, for each value of a channel: a film has a million of them. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
