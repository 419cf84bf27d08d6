import sharp from 'sharp';
import type { Quad } from '../../../src/domain/ports/pages/page-reader.ts';
import type { Random } from '../../../specimens/drawing/create-random.ts';
import { overlay } from './forge-face.ts';

/** How a value is changed. */
export const textForgeries = [
  'retyped on flat paint',
  'retyped on painted-in paper, softened',
  'a line copied over another',
] as const;
export type TextForgery = (typeof textForgeries)[number];

const letters = 'ABCDEFGHIKLMNOPRSTUVZ';

/** Paints over a line of text (in pixels of the page) and types another. Returns PNG. */
export async function forgeText(
  page: Buffer,
  line: Quad,
  { forgery, random, source }: { forgery: TextForgery; random: Random; source: Quad | null },
): Promise<Buffer> {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = line;
  const width = Math.max(8, Math.round(Math.hypot(x1 - x0, y1 - y0)));
  const height = Math.max(8, Math.round(Math.hypot(x3 - x0, y3 - y0)));
  const degrees = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  const [centreX, centreY] = [(x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4];
  if (forgery === 'a line copied over another' && source !== null) {
    const copied = await cutOut(page, source, width, height);
    return overlay(page, copied, centreX + 0.5, centreY);
  }
  const under = await cutOut(page, line, width, height);
  const { paper, ink } = await coloursOf(under);
  const isFlat = forgery === 'retyped on flat paint';
  const background = isFlat ? await flatPaint(width, height, paper) : await paintIn(under, width, height);
  const text = random.text(letters, Math.max(3, Math.round(width / height / 0.62)));
  const family = random.pick([
    'Arial, Liberation Sans, sans-serif',
    'DejaVu Sans, sans-serif',
    'Liberation Mono, monospace',
  ]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="2" y="${height * 0.8}" textLength="${width - 4}"
lengthAdjust="spacingAndGlyphs" font-family="${family}" font-size="${height * 0.82}" font-weight="${random.pick(['400', '700'])}" fill="rgb(${ink.join(',')})">${text}</text></svg>`;
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const flat = await sharp(background)
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .png()
    .toBuffer();
  const typed = isFlat ? flat : await sharp(flat).blur(random.number(0.5, 0.9)).png().toBuffer();
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const turned =
    Math.abs(degrees) < 0.2
      ? typed
      : await sharp(typed).ensureAlpha().rotate(degrees, { background: transparent }).png().toBuffer();
  return overlay(page, turned, centreX, centreY);
}

async function cutOut(page: Buffer, line: Quad, width: number, height: number): Promise<Buffer> {
  const size = await sharp(page).metadata();
  const left = Math.max(0, Math.min(size.width - width - 1, Math.round(Math.min(line[0][0], line[3][0]))));
  const top = Math.max(0, Math.min(size.height - height - 1, Math.round(Math.min(line[0][1], line[1][1]))));
  return sharp(page)
    .removeAlpha()
    .extract({ left, top, width: Math.min(width, size.width), height: Math.min(height, size.height) })
    .png()
    .toBuffer();
}

/** The mean colours of the lightest and of the darkest fifth. */
async function coloursOf(picture: Buffer): Promise<{ paper: number[]; ink: number[] }> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: data.length / 3 }, (_, i) => [
    data[3 * i] ?? 0,
    data[3 * i + 1] ?? 0,
    data[3 * i + 2] ?? 0,
  ]);
  pixels.sort((one, other) => sum(one) - sum(other));
  const part = Math.max(1, Math.floor(pixels.length / 5));
  return { ink: meanOf(pixels.slice(0, Math.max(1, part >> 2))), paper: meanOf(pixels.slice(-part)) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function meanOf(pixels: readonly number[][]): number[] {
  return [0, 1, 2].map((c) => Math.round(sum(pixels.map((pixel) => pixel[c] ?? 0)) / pixels.length));
}

function flatPaint(width: number, height: number, [r = 0, g = 0, b = 0]: readonly number[]): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}

/** The paper above and below the line, extended over it: each column from its first to its last pixel. */
async function paintIn(under: Buffer, width: number, height: number): Promise<Buffer> {
  const { data } = await sharp(under).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const share = y / Math.max(1, height - 1);
    for (let i = 0; i < width * 3; i++) {
      out[y * width * 3 + i] = Math.round(
        (data[i] ?? 0) * (1 - share) + (data[(height - 1) * width * 3 + i] ?? 0) * share,
      );
    }
  }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
