import sharp from 'sharp';
import { passportPicture } from '../../support/documents/pictures.ts';

const frame = { width: 1280, height: 960 };
/** The camera says "Move closer" to less than 0.55 of its picture, and does not take the photo by itself while a test looks at the screen. */
const share = 0.46;

/** A passport on a plain table, held too far away: for tests in which the person presses the shutter. */
export async function passportAtADistance(): Promise<Buffer> {
  const inside = { width: Math.round(frame.width * share), height: Math.round(frame.height * share) };
  const { jpeg } = await passportPicture();
  const small = await sharp(jpeg)
    .resize({ ...inside, fit: 'inside' })
    .toBuffer();
  return sharp({ create: { ...frame, channels: 3, background: '#3f4650' } })
    .composite([{ input: small }])
    .jpeg({ quality: 95 })
    .toBuffer();
}
