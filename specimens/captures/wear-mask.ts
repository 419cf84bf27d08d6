import sharp from 'sharp';
import type { AnalysedFace } from '../../src/domain/ports/faces/face-analyser.ts';

type Mesh = AnalysedFace['mesh'];

/** What a made-up mask looks like. */
export const maskKinds = ['surgical', 'white', 'black', 'skin-coloured', 'dotted', 'below-nose'] as const;
export type MaskKind = (typeof maskKinds)[number];

/** Points of the mesh along the jaw, from one cheekbone to the other. */
const jaw = [93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323] as const;
/** The upper edge, back from cheek to cheek: over the bridge of the nose, or under its tip. */
const upperEdges = { over: [330, 347, 412, 197, 188, 118, 101], under: [425, 423, 327, 2, 98, 203, 205] } as const;
const cheekPoints = [50, 280, 205, 425] as const;

/** A picture of a face with a mask drawn over it, lit as the face under it is. */
export async function wearMask(jpeg: Buffer, mesh: Mesh, kind: MaskKind): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (index: number) => mesh[index] ?? [0, 0, 0];
  const apart = Math.hypot(at(33)[0] - at(263)[0], at(33)[1] - at(263)[1]);
  const cloth = drawCloth(mesh, kind, { width, height, apart, skin: skinOf(data, width, mesh) });
  const drawn = await sharp(cloth, { raw: { width, height, channels: 4 } })
    .blur(Math.max(0.3, apart * 0.008))
    .raw()
    .toBuffer();
  const shine = kind === 'black' ? 0.6 : 0.9;
  // The light of the face without its features: cloth is lit by the same lamp.
  const light = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.5, apart * 0.22))
    .greyscale()
    .raw()
    .toBuffer();
  const usual = meanUnder(drawn, light);
  const out = Buffer.from(data);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const share = (drawn[pixel * 4 + 3] ?? 0) / 255;
    if (share === 0) continue;
    const lit = 1 + shine * ((light[pixel] ?? 0) / usual - 1);
    for (let channel = 0; channel < 3; channel++) {
      const lightened = (drawn[pixel * 4 + channel] ?? 0) * lit * Math.min(1, usual / 110);
      const bare = out[pixel * 3 + channel] ?? 0;
      out[pixel * 3 + channel] = Math.max(0, Math.min(255, Math.round(bare * (1 - share) + lightened * share)));
    }
  }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

type Place = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];

const blue: Colour = [143, 183, 211];
const dotColour: Colour = [181, 72, 90];
/** Ends of the folds, on both sides of the jaw, and of the seam down the middle. */
const folds = [
  [132, 361],
  [58, 288],
  [172, 397],
] as const;
const middle = [197, 2, 17, 152] as const;

/** The cloth alone, with its folds, on nothing: red, green, blue and how much it hides, a byte each. */
function drawCloth(
  mesh: Mesh,
  kind: MaskKind,
  { width, height, apart, skin }: { width: number; height: number; apart: number; skin: Colour },
): Buffer {
  const place = (index: number): Place => [mesh[index]?.[0] ?? 0, mesh[index]?.[1] ?? 0];
  const outline = [...jaw, ...upperEdges[kind === 'below-nose' ? 'under' : 'over']].map(place);
  const colour = {
    surgical: blue,
    white: [232, 232, 230] as Colour,
    black: [38, 38, 42] as Colour,
    'skin-coloured': skin,
    dotted: [79, 109, 88] as Colour,
    'below-nose': blue,
  }[kind];
  const lines = linesOf(kind, place, apart);
  const cloth = Buffer.alloc(width * height * 4);
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y < Math.min(height, Math.max(...ys)); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x < Math.min(width, Math.max(...xs)); x++) {
      if (!isInside(outline, x, y)) continue;
      const dark = lines.some(({ points, halfWidth }) => isNear(points, x, y, halfWidth));
      const own = kind === 'dotted' && isOnDot(x, y, apart * 0.22) ? dotColour : colour;
      cloth.set([...own.map((value) => Math.round(dark ? value * 0.65 : value)), 255], (y * width + x) * 4);
    }
  }
  return cloth;
}

function linesOf(kind: MaskKind, place: (index: number) => Place, apart: number) {
  const halfWidth = apart * 0.01;
  if (kind === 'white') return [{ points: middle.map(place), halfWidth }];
  if (kind === 'black' || kind === 'dotted') return [];
  return folds.map(([from, to]) => {
    const [a, b] = [place(from), place(to)];
    const points = Array.from({ length: 13 }, (_, step): Place => {
      const share = step / 12;
      const sag = apart * 0.12 * share * (1 - share);
      return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share + sag];
    });
    return { points, halfWidth };
  });
}

function isInside(outline: readonly Place[], x: number, y: number): boolean {
  let inside = false;
  for (let index = 0, before = outline.length - 1; index < outline.length; before = index++) {
    const [ax, ay] = outline[index] ?? [0, 0];
    const [bx, by] = outline[before] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function isNear(points: readonly Place[], x: number, y: number, reach: number): boolean {
  return points.some(([bx, by], index) => {
    const [ax, ay] = points[index - 1] ?? [bx, by];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) <= reach;
  });
}

function isOnDot(x: number, y: number, step: number): boolean {
  return Math.hypot((x % step) - step / 2, (y % step) - step / 2) < step * 0.3;
}

/** Mean colour of the cheeks. */
function skinOf(rgb: Buffer, width: number, mesh: Mesh): Colour {
  const sums = [0, 0, 0];
  for (const index of cheekPoints) {
    const [x = 0, y = 0] = mesh[index] ?? [];
    const from = (Math.round(y) * width + Math.round(x)) * 3;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (rgb[from + channel] ?? 0);
  }
  const [red = 0, green = 0, blueSum = 0] = sums.map((sum) => sum / cheekPoints.length);
  return [red, green, blueSum];
}

function meanUnder(drawn: Buffer, light: Buffer): number {
  let [sum, count] = [0, 0];
  for (let pixel = 0; pixel < light.length; pixel++) {
    if ((drawn[pixel * 4 + 3] ?? 0) < 128) continue;
    sum += light[pixel] ?? 0;
    count += 1;
  }
  return Math.max(1, sum / Math.max(1, count));
}
