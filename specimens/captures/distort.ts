import sharp from 'sharp';
import { createRandom, type Random } from '../drawing/create-random.ts';
import { tilt } from '../drawing/tilt.ts';

export const distortions = ['rotation', 'perspective', 'blur', 'glare', 'low-light', 'strong-compression'] as const;
export type Distortion = (typeof distortions)[number];

/** What happens to a document between the printer and the upload; the same seed always gives the same picture. */
export async function distort(jpeg: Buffer, distortion: Distortion, seed: number): Promise<Buffer> {
  const random = createRandom(seed);
  const picture = await appliers[distortion](jpeg, random);
  return distortion === 'strong-compression' ? picture : sharp(picture).jpeg({ quality: 90 }).toBuffer();
}

const table = { r: 96, g: 88, b: 78 };

const appliers: Readonly<Record<Distortion, (jpeg: Buffer, random: Random) => Promise<Buffer>>> = {
  rotation: (jpeg, random) => {
    const degrees = random.number(1.5, 6) * random.pick([-1, 1]);
    return sharp(jpeg).rotate(degrees, { background: table }).toBuffer();
  },
  perspective: (jpeg, random) => tilt(jpeg, random, table),
  blur: (jpeg, random) => sharp(jpeg).blur(random.number(1.2, 2)).toBuffer(),
  glare: async (jpeg, random) => {
    const { width, height } = await sharp(jpeg).metadata();
    const [x, y] = [random.integer(15, 85), random.integer(15, 85)];
    const spot = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<radialGradient id="g" cx="${x}%" cy="${y}%" r="${random.integer(22, 38)}%"><stop offset="0" stop-color="#fff" stop-opacity=".75"/>
<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    return sharp(jpeg)
      .composite([{ input: Buffer.from(spot) }])
      .toBuffer();
  },
  'low-light': (jpeg, random) => sharp(jpeg).linear(random.number(0.3, 0.45), 4).toBuffer(),
  'strong-compression': (jpeg) => sharp(jpeg).jpeg({ quality: 40 }).toBuffer(),
};
