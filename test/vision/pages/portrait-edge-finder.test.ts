import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { findPortraitEdges } from '../../../src/adapters/native/captures/portrait-edge-finder.ts';
import { distort, distortions } from '../../../specimens/captures/distort.ts';
import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sharedDecoder } from '../../support/documents/shared-decoder.ts';
import { sampleOf } from '../../support/sample-of.ts';

/** Where the drawn portrait is, and the face in it, in pixels. */
const portrait = { left: 93, top: 211, width: 420, height: 520 };
const face = { left: 200, top: 340, width: 210, height: 260 };

let passport: Buffer;
let selfie: Buffer;
const normaliser = createImageNormaliser(sharedDecoder());

beforeAll(async () => {
  passport = await drawnPassport('portrait');
  ({ selfie } = await photographPerson());
});

/** What is found in the picture as the service stores it: saved again. */
async function lookAt(picture: Buffer, leanDegrees = 0) {
  const normalised = await normaliser.normalise(picture);
  if ('fault' in normalised) throw new Error(normalised.fault);
  return findPortraitEdges(normalised.image.jpeg, face, leanDegrees);
}

async function withPastedPortrait(picture: Buffer): Promise<Buffer> {
  const { left, top, width, height } = portrait;
  const pasted = await sharp(selfie).resize(width, height, { fit: 'cover' }).toBuffer();
  return sharp(picture)
    .composite([{ input: pasted, left, top }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

describe('the look for the edges of a pasted portrait', () => {
  test('finds one on a page that a lens made soft, and says where', async () => {
    const signal = await lookAt(await withPastedPortrait(await distort(passport, 'blur', 3)));
    expect(signal?.score).toBeGreaterThanOrEqual(0.5);
    const { width, height } = await sharp(passport).metadata();
    expect(signal?.area?.x).toBeCloseTo(portrait.left / width, 2);
    expect(signal?.area?.width).toBeCloseTo(portrait.width / width, 2);
    expect(signal?.area?.height).toBeCloseTo(portrait.height / height, 2);
  });

  test('finds an upright one on a page that leans', async () => {
    const leaning = await distort(passport, 'rotation', 4);
    expect((await lookAt(await withPastedPortrait(leaning), 3))?.score).toBeGreaterThanOrEqual(0.5);
  });

  test('says that it cannot tell if the page itself is straight and as sharp', async () => {
    expect(await lookAt(passport)).toBeNull();
    expect(await lookAt(await withPastedPortrait(passport))).toBeNull();
  });

  test('finds nothing on a page of one piece, however it was photographed', async () => {
    for (const distortion of sampleOf(distortions, 3)) {
      const leans = distortion === 'rotation' || distortion === 'perspective';
      const signal = await lookAt(await distort(passport, distortion, 2), leans ? 2 : 0);
      expect([distortion, signal?.score ?? 0]).toEqual([distortion, 0]);
      if (leans || distortion === 'blur') expect(signal?.area).toBeNull();
    }
  });
});
