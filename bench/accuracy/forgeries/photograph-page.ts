import sharp from 'sharp';
import type { Random } from '../../../specimens/drawing/create-random.ts';
import { tilt } from '../../../specimens/drawing/tilt.ts';

const table = { r: 104, g: 96, b: 88 };

/**
 * A drawn page as a phone photographs it: tilted or rotated on a table, softened by a lens, with the noise of a sensor, sharpened and saved
 * as JPEG. Print and portrait go through all of it together; a later forgery cannot share that history.
 */
export async function photographPage(page: Buffer, random: Random): Promise<Buffer> {
  const widthPx = random.integer(900, 1500);
  const background = table;
  const shrunk = await sharp(page)
    .resize(widthPx)
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background })
    .png()
    .toBuffer();
  const slanted = random.integer(0, 1) === 0 ? shrunk : await tilt(shrunk, random, table);
  const degrees = random.integer(0, 2) === 0 ? 0 : random.number(0.5, 4) * random.pick([-1, 1]);
  const turned = degrees === 0 ? slanted : await sharp(slanted).rotate(degrees, { background }).png().toBuffer();
  const soft = sharp(turned)
    .removeAlpha()
    .blur(random.number(0.5, 1.1))
    .linear(random.number(0.75, 1), random.number(0, 12));
  const { data, info } = await soft.raw().toBuffer({ resolveWithObject: true });
  const noise = random.number(1, 4);
  for (let i = 0; i < data.length; i++) {
    // Two uniform draws are close enough to a bell curve; light areas are noisier than dark ones.
    const draw = random.number(-1, 1) + random.number(-1, 1);
    const value = data[i] ?? 0;
    data[i] = Math.min(255, Math.max(0, Math.round(value + draw * noise * (0.6 + value / 300))));
  }
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  const denoised = sharp(data, { raw })
    .blur(random.number(0.35, 0.6))
    .sharpen({ sigma: 0.8, m1: 0.3, m2: random.number(0.5, 2) });
  return denoised
    .jpeg({ quality: random.pick([80, 85, 90, 95]), chromaSubsampling: random.pick(['4:2:0', '4:2:0', '4:4:4']) })
    .toBuffer();
}
