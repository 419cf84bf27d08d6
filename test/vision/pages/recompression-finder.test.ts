import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { findRecompression } from '../../../src/adapters/native/captures/recompression-finder.ts';
import { distort } from '../../../specimens/captures/distort.ts';
import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import { listRealSpecimens } from '../real-specimens.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sharedDecoder } from '../../support/documents/shared-decoder.ts';

let passport: Buffer;
let selfie: Buffer;
const normaliser = createImageNormaliser(sharedDecoder());
const specimens = listRealSpecimens();

beforeAll(async () => {
  passport = await drawnPassport('portrait');
  ({ selfie } = await photographPerson());
});

/** What is found in the picture as the service stores it: saved again. */
async function lookAt(picture: Buffer) {
  const normalised = await normaliser.normalise(picture);
  if ('fault' in normalised) throw new Error(normalised.fault);
  return findRecompression(normalised.image.jpeg);
}

/** Another face over the printed one, from a picture that was compressed by itself. */
async function withPastedPortrait(quality: number): Promise<Buffer> {
  const pasted = await sharp(selfie).resize(420, 520, { fit: 'cover' }).jpeg({ quality }).toBuffer();
  return sharp(passport)
    .composite([{ input: pasted, left: 93, top: 211 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

describe('the look for parts that were compressed by themselves', () => {
  test('finds a pasted portrait, and says where', async () => {
    const signal = await lookAt(await withPastedPortrait(60));
    expect(signal?.score).toBeGreaterThanOrEqual(0.5);
    const { x, y, width, height } = signal?.area ?? { x: 1, y: 1, width: 1, height: 1 };
    expect(x).toBeLessThan(0.2);
    expect(x + width).toBeLessThan(0.5);
    expect(y + height).toBeLessThan(0.9);
  });

  test('finds nothing on a picture of one piece, whatever was done to the whole of it', async () => {
    expect(await lookAt(passport)).toMatchObject({ score: 0, area: null });
    for (const distortion of ['rotation', 'glare', 'strong-compression'] as const) {
      expect(await lookAt(await distort(passport, distortion, 2))).toMatchObject({ score: 0 });
    }
  });

  test('finds nothing in WebP and strongly compressed copies, whose own squares look like a second grid', async () => {
    const jpeg = (quality: number) => sharp(passport).jpeg({ quality }).toBuffer();
    const copies = {
      webp90: sharp(passport).webp({ quality: 90 }).toBuffer(),
      webp75: sharp(passport).webp({ quality: 75 }).toBuffer(),
      jpeg20: jpeg(20),
      jpeg10: jpeg(10),
      'jpeg40, webp75': sharp(await jpeg(40))
        .webp({ quality: 75 })
        .toBuffer(),
    };
    const found: string[] = [];
    for (const [name, copy] of Object.entries(copies)) {
      if (((await lookAt(await copy))?.score ?? 0) > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });

  test.skipIf(specimens.length === 0)('finds nothing on real specimens', async () => {
    const found: string[] = [];
    for (const { file, picture } of specimens) if (((await lookAt(picture))?.score ?? 0) > 0) found.push(file);
    expect(found).toEqual([]);
  });
});
