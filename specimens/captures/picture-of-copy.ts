import sharp from 'sharp';
import { createRandom } from '../drawing/create-random.ts';

/** A page as a camera sees its black-and-white copy in white light: paper and toner instead of white and black. */
export function pictureOfCopy(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg).greyscale().linear(0.85, 25).blur(0.6).toColourspace('srgb').jpeg({ quality: 88 }).toBuffer();
}

const longestPx = 1400;
/** Exponent of sRGB, near enough. */
const gamma = 2.2;
/** Levels of 255 by which a sensor errs, either way. */
const noise = 2.5;

/**
 * The same copy under a lamp, with a window on one side: the lamp is warmer the higher `warmth` (1: as indoors; 0.1: nearly white), it
 * fades with the distance, and the camera adds reflections, contrast, more colour and noise.
 */
export async function pictureOfCopyInLight(jpeg: Buffer, { seed, warmth }: { seed: number; warmth: number }) {
  const random = createRandom(seed);
  const { data, info } = await sharp(jpeg)
    .resize(longestPx, longestPx, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const tint = (...losses: (readonly [number, number])[]) =>
    losses.map(([low, high]) => 1 - warmth * random.number(low, high));
  const lamp = tint([0, 0], [0.1, 0.3], [0.25, 0.6]);
  const window = tint([0, 0.12], [0, 0.1], [0, 0.25]);
  const [lampX, lampY, fading] = [random.number(0, 1), random.number(0, 1), random.number(0.2, 0.7)];
  const reflections = lamp.map(() => random.number(0.001, 0.01));
  const [exposure, contrast, colour] = [random.number(0.75, 1.05), random.number(0.9, 1.25), random.number(1, 1.3)];
  const paperOf = Float64Array.from({ length: 256 }, (_, level) => ((0.85 * level + 20) / 255) ** gamma * exposure);
  const picture = Buffer.alloc(width * height * 3);
  // No arrays for each of a million pixels: they took a third of the time.
  const seen = new Float64Array(3);
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    const paper = paperOf[data[at] ?? 0] ?? 0;
    const near = Math.max(0, 1 - fading * Math.hypot(x - lampX, ((y - lampY) * height) / width));
    for (let c = 0; c < 3; c++) {
      const light = paper * (near * (lamp[c] ?? 1) + 0.35 * x * (window[c] ?? 1)) + (reflections[c] ?? 0);
      const level = 0.5 + (Math.min(1, light) ** (1 / gamma) - 0.5) * contrast;
      seen[c] = level * 255 + (random.number(-1, 1) + random.number(-1, 1)) * noise;
    }
    const luma = 0.299 * (seen[0] ?? 0) + 0.587 * (seen[1] ?? 0) + 0.114 * (seen[2] ?? 0);
    for (let c = 0; c < 3; c++) {
      picture[at * 3 + c] = Math.min(255, Math.max(0, Math.round(luma + ((seen[c] ?? 0) - luma) * colour)));
    }
  }
  return sharp(picture, { raw: { width, height, channels: 3 } })
    .blur(0.6)
    .jpeg({ quality: 88 })
    .toBuffer();
}
