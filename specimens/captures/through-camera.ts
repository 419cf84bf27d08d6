import sharp from 'sharp';
import { createRandom } from '../drawing/create-random.ts';

/** Standard deviation of a phone's noise in good light, in levels of 255. */
const noise = 2;
/** As our web SDK encodes a camera's picture. */
const quality = 92;

/**
 * Adds a sensor's noise to a drawing, as though a camera had taken it. Without it the checks of a file's origin rightly find a drawing that
 * no camera saw.
 */
export async function throughCamera(drawing: Buffer, seed = 1): Promise<Buffer> {
  const { data, info } = await sharp(drawing)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const random = createRandom(seed);
  const { width, height, channels } = info;
  // One value for the three colours: what a camera's processing leaves is mostly brightness.
  for (let at = 0; at < data.length; at += channels) {
    const sum = random.number(-1, 1) + random.number(-1, 1) + random.number(-1, 1);
    for (let channel = 0; channel < channels; channel += 1) {
      const value = (data[at + channel] ?? 0) + sum * noise;
      data[at + channel] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
  return sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
}
