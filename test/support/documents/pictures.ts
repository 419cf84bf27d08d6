import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Exif } from 'sharp';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import type { Specimen } from '../../../specimens/documents/draw-specimen.ts';
import type { SpecimenHolder } from '../../../specimens/documents/draw-holder.ts';
import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import { throughCamera } from '../../../specimens/captures/through-camera.ts';
import { oncePerInput } from './once-per-input.ts';

/** A picture of a drawn passport with made-up words and a face on it, valid for years to come. */
export const passportPicture = oncePerInput(async (holder: Partial<SpecimenHolder> = {}): Promise<Specimen> => {
  const { portrait } = await photographPerson();
  const drawn = await drawPassport({ seed: 1, portrait, holder: { expirationDate: '2034-05-17', ...holder } });
  return { ...drawn, jpeg: await throughCamera(drawn.jpeg) };
});

/** The drawing of a passport, with a silhouette or the portrait of the photographed person. No camera has seen it. */
export const drawnPassport = oncePerInput(async (face: 'silhouette' | 'portrait'): Promise<Buffer> => {
  const more = face === 'portrait' ? { portrait: (await photographPerson()).portrait } : {};
  return (await drawPassport({ seed: 1, ...more })).jpeg;
});

/** A picture without content. */
export const blankPicture = oncePerInput<[widthPx?: number, heightPx?: number], Buffer>(
  (widthPx = 1200, heightPx = 800) =>
    sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#d8d8d8' } })
      .jpeg()
      .toBuffer(),
);

/** The smallest valid picture. */
export function smallPicture(): Promise<Buffer> {
  return blankPicture(64, 48);
}

/** The same JPEG with this EXIF. Its pixels stay as they are. */
export async function withExif(jpeg: Buffer, exif: Exif): Promise<Buffer> {
  const tagged = await sharp(await smallPicture())
    .withExif(exif)
    .jpeg()
    .toBuffer();
  const start = tagged.indexOf(Buffer.from([0xff, 0xe1]));
  const segment = tagged.subarray(start, start + 2 + tagged.readUInt16BE(start + 2));
  // After the mark that begins a JPEG.
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** A picture of exactly that many bytes: a real one, followed by noise. */
export async function pictureOfBytes(bytes: number): Promise<Buffer> {
  const picture = await smallPicture();
  return Buffer.concat([picture, randomBytes(bytes - picture.length)]);
}

/** A one-bit PNG that is small as a file and huge once unpacked: 16000² are 31 kB. */
export function pngBomb(sidePx: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePx, 0);
  header.writeUInt32BE(sidePx, 4);
  header.set([1, 0, 0, 0, 0], 8);
  // One filter byte a row, then eight pixels a byte.
  const rows = deflateSync(Buffer.alloc(sidePx * (1 + Math.ceil(sidePx / 8))), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

export const svgPicture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
);
