import sharp from 'sharp';
import { createRandom, type Random } from '../drawing/create-random.ts';

const colours = ['#c01818', '#2030a0', '#703090', '#202020'] as const;
/** Strokes that are letters at a glance, in a square of 10 x 10. */
const letters = [
  'M1 9 V1 L9 9 V1',
  'M1 1 H9 M5 1 V9',
  'M9 1 H1 V9 H9 M1 5 H7',
  'M1 9 L5 1 L9 9 M3 6 H7',
  'M9 2 H1 V5 H9 V9 H1',
  'M1 1 V9 H9',
] as const;

/** A page with a rubber stamp across it, in a frame, aslant, and with the ink letting the print through. `top`: where, of the page's height. */
export async function stampPage(jpeg: Buffer, seed: number, { top, bottom }: { top: number; bottom: number }) {
  const random = createRandom(seed);
  const page = sharp(jpeg);
  const { width, height } = await page.metadata();
  const centre = [width * random.number(0.2, 0.8), height * random.number(top, bottom)] as const;
  const stamp = drawStamp(random, width * random.number(0.25, 0.45), height * random.number(0.1, 0.22), width / 200);
  const place = `translate(${centre.join(' ')}) rotate(${random.number(-25, 25)})`;
  const ink = `fill="none" stroke="${random.pick(colours)}" opacity="${random.number(0.45, 0.8)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="${place}" ${ink}>${stamp}</g></svg>`;
  return page
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function drawStamp(random: Random, width: number, height: number, line: number): string {
  const size = Math.min(height * 0.5, width / 11);
  const words = Array.from({ length: 8 }, (_, index) => {
    const at = `translate(${(index - 4) * 1.25 * size} ${-size / 2}) scale(${size / 10})`;
    return `<path transform="${at}" stroke-width="2" d="${random.pick(letters)}"/>`;
  });
  const frame = `x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" stroke-width="${line}"`;
  return `<rect ${frame}/>${words.join('')}`;
}
