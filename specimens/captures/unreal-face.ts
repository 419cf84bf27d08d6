import sharp, { type Sharp } from 'sharp';
import type { AnalysedFace } from '../../src/domain/ports/faces/face-analyser.ts';
import { createRandom } from '../drawing/create-random.ts';

type Mesh = AnalysedFace['mesh'];

/** Faces that are not a person's, each made from a picture of a person by a filter. */
export const unrealKinds = ['cartoon', 'pencil drawing', 'smooth doll', 'stone statue', 'paper mask'] as const;
export type UnrealKind = (typeof unrealKinds)[number];

/** `mesh`: of the face, in pixels of the picture. `seed` chooses colours and strengths. */
export async function makeUnreal(jpeg: Buffer, mesh: Mesh, kind: UnrealKind, seed: number): Promise<Buffer> {
  return saved(await makers[kind](jpeg, mesh, seed));
}

interface Raw {
  data: Buffer;
  width: number;
  height: number;
}

const makers: Readonly<Record<UnrealKind, (jpeg: Buffer, mesh: Mesh, seed: number) => Promise<Raw>>> = {
  async cartoon(jpeg, mesh, seed) {
    const scale = eyesApart(mesh) / 100;
    const radius = odd(5 * scale);
    const flat = await opened(sharp(jpeg).median(radius));
    const smooth = await opened(sharp(await asPng(flat)).median(radius));
    const edges = await opened(
      sharp(jpeg)
        .greyscale()
        .blur(1.4 * scale),
    );
    const levels = 4 + (seed % 4);
    return mapped(smooth, (value, at, pixel) => {
      const step = Math.round((value / 255) * levels) * (255 / levels);
      return strokeAt(edges, pixel) > 9 ? 25 : Math.min(255, step * (at === 0 ? 1.06 : 1));
    });
  },
  async 'pencil drawing'(jpeg, mesh, seed) {
    const grey = await opened(sharp(jpeg).greyscale());
    const light = await opened(
      sharp(jpeg)
        .greyscale()
        .blur((eyesApart(mesh) / 100) * (5 + (seed % 4))),
    );
    const random = createRandom(seed);
    // Graphite shows where a place is darker than what is around it.
    return mapped(grey, (value, _at, pixel) => {
      const around = light.data[pixel * 3] ?? 0;
      return Math.min(250, (246 * (value + 1)) / (around + 1)) - random.number(0, 7);
    });
  },
  async 'smooth doll'(jpeg, mesh, seed) {
    const scale = eyesApart(mesh) / 100;
    const smooth = await opened(
      sharp(await asPng(await opened(sharp(jpeg).median(odd((6 + (seed % 3)) * scale)))))
        .blur(1.5 * scale)
        .modulate({ saturation: 1.25, brightness: 1.06 }),
    );
    const sharpOnes = await opened(sharp(jpeg));
    const shine = placesOf(mesh, [4, 50, 280, 151]);
    const eyes = placesOf(mesh, [33, 133, 362, 263]);
    const near = (places: Mesh, pixel: number, reach: number) => {
      const [x, y] = [pixel % smooth.width, Math.floor(pixel / smooth.width)];
      return Math.max(...places.map(([px, py]) => Math.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * reach ** 2))));
    };
    return mapped(smooth, (value, at, pixel) => {
      const isEye = near(eyes, pixel, 12 * scale);
      const drawn = value * (1 - isEye) + (sharpOnes.data[pixel * 3 + at] ?? 0) * isEye;
      return Math.min(255, drawn + 60 * near(shine, pixel, 7 * scale));
    });
  },
  async 'stone statue'(jpeg, mesh, seed) {
    const grey = await opened(
      sharp(jpeg)
        .greyscale()
        .blur((eyesApart(mesh) / 100) * 0.8),
    );
    const random = createRandom(seed);
    const tint = [
      [1, 0.97, 0.9],
      [0.96, 0.97, 1],
      [1, 0.93, 0.84],
    ][seed % 3] ?? [1, 1, 1];
    const grain = Float32Array.from({ length: grey.width * grey.height }, () => random.number(-1, 1));
    return mapped(grey, (value, at, pixel) => (80 + value * 0.62 + 7 * (grain[pixel] ?? 0)) * (tint[at] ?? 1));
  },
  async 'paper mask'(jpeg, mesh) {
    const picture = await opened(sharp(jpeg));
    const ink = await opened(sharp(jpeg).modulate({ saturation: 0.8 }).linear(0.72, 48));
    const scale = eyesApart(mesh) / 100;
    const cut = await maskShape(mesh, picture, scale);
    return mapped(picture, (value, at, pixel) => {
      const share = (cut.data[pixel * 3] ?? 0) / 255;
      return value * (1 - share) + (ink.data[pixel * 3 + at] ?? 0) * share;
    });
  },
};

const outline = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
const eyeHoles = [
  [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
  [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
];

/** White where the paper is: the face without its eyes, cut with scissors. */
async function maskShape(mesh: Mesh, { width, height }: Raw, scale: number): Promise<Raw> {
  const polygon = (indices: readonly number[], fill: string) =>
    `<polygon fill="${fill}" points="${indices.map((index) => (mesh[index] ?? [0, 0]).slice(0, 2).join(',')).join(' ')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/>${polygon(outline, '#fff')}${eyeHoles.map((hole) => polygon(hole, '#000')).join('')}</svg>`;
  // The product blocks the SVG loader in its processes; here the drawing itself is SVG.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return opened(
    sharp(Buffer.from(svg))
      .flatten()
      .blur(Math.max(0.4, 0.6 * scale)),
  );
}

async function opened(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { data, width, height };
  // Grey comes as one value a pixel.
  return {
    data: Buffer.from(Uint8Array.from({ length: width * height * 3 }, (_, at) => data[Math.floor(at / 3)] ?? 0)),
    width,
    height,
  };
}

/** Every value made again, from the old one, its channel and the pixel's place. */
function mapped({ data, width, height }: Raw, change: (value: number, channel: number, pixel: number) => number): Raw {
  const out = Buffer.alloc(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const value = change(data[at] ?? 0, at % 3, Math.floor(at / 3));
    out[at] = Math.max(0, Math.min(255, Math.round(value)));
  }
  return { data: out, width, height };
}

/** How steep the brightness is there. */
function strokeAt({ data, width, height }: Raw, pixel: number): number {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return 0;
  const at = (index: number) => data[index * 3] ?? 0;
  return Math.hypot(at(pixel + 1) - at(pixel - 1), at(pixel + width) - at(pixel - width));
}

function placesOf(mesh: Mesh, indices: readonly number[]): Mesh {
  return indices.flatMap((index) => mesh.slice(index, index + 1));
}

function eyesApart(mesh: Mesh): number {
  const [a, b] = [mesh[33] ?? [0, 0, 0], mesh[263] ?? [0, 0, 0]];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function odd(value: number): number {
  return Math.max(3, 2 * Math.round((value - 1) / 2) + 1);
}

function asPng({ data, width, height }: Raw): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function saved({ data, width, height }: Raw): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
