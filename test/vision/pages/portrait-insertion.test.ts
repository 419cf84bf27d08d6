import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import {
  createPortraitInsertionFinder,
  type PortraitInsertionFinder,
} from '../../../src/adapters/native/surface/portrait-insertion.ts';
import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sharedDecoder } from '../../support/documents/shared-decoder.ts';

/** The photo is this much smaller than the drawn page, whose portrait and face are here, in its pixels. */
const shrink = 0.6;
const portrait = scaled({ left: 93, top: 211, width: 420, height: 520 });
const face = scaled({ left: 200, top: 340, width: 210, height: 260 });

/** How holders and forgers save alike: none of them shows an earlier compression. */
const saves = {
  PNG: (picture: Buffer) => sharp(picture).png().toBuffer(),
  'JPEG 90': (picture: Buffer) => sharp(picture).jpeg({ quality: 90 }).toBuffer(),
  'JPEG 80': (picture: Buffer) => sharp(picture).jpeg({ quality: 80 }).toBuffer(),
  'WebP 75': (picture: Buffer) => sharp(picture).webp({ quality: 75 }).toBuffer(),
  'JPEG 72': (picture: Buffer) => sharp(picture).jpeg({ quality: 72 }).toBuffer(),
};

const normaliser = createImageNormaliser(sharedDecoder());
let findInsertion: PortraitInsertionFinder;
let photo: Buffer;
let selfie: Buffer;

beforeAll(async () => {
  const models = createModelStore({ catalogue: readModelCatalogue() });
  findInsertion = createPortraitInsertionFinder(await models.load('portrait-insertion'));
  const person = await photographPerson();
  selfie = person.selfie;
  photo = await photograph(await drawnPassport('portrait'));
});

function scaled({ left, top, width, height }: { left: number; top: number; width: number; height: number }) {
  const [x, y] = [Math.round(left * shrink), Math.round(top * shrink)];
  return { left: x, top: y, width: Math.round(width * shrink), height: Math.round(height * shrink) };
}

/** A lens softens the page, a sensor adds noise, and the phone saves it. */
async function photograph(page: Buffer): Promise<Buffer> {
  const { width } = await sharp(page).metadata();
  const small = sharp(page).resize(Math.round(width * shrink));
  const { data, info } = await small
    .removeAlpha()
    .blur(0.8)
    .linear(0.85, 10)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const random = createRandom(5);
  for (let i = 0; i < data.length; i++) {
    data[i] = Math.min(255, Math.max(0, (data[i] ?? 0) + 3 * (random.number(-1, 1) + random.number(-1, 1))));
  }
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  return sharp(data, { raw }).jpeg({ quality: 85 }).toBuffer();
}

async function withOtherFace(): Promise<Buffer> {
  const { width, height, left, top } = portrait;
  const input = await sharp(selfie).resize(width, height, { fit: 'cover' }).removeAlpha().png().toBuffer();
  return sharp(photo).composite([{ input, left, top }]).png().toBuffer();
}

/** What is found in the picture as the service stores it. */
async function lookAt(picture: Buffer, { left, top, width, height } = face) {
  const normalised = await normaliser.normalise(picture);
  if ('fault' in normalised) throw new Error(normalised.fault);
  const { jpeg, widthPx, heightPx } = normalised.image;
  return findInsertion(jpeg, {
    x: left / widthPx,
    y: top / heightPx,
    width: width / widthPx,
    height: height / heightPx,
  });
}

describe('the net that looks for an inserted portrait', { timeout: 120_000 }, () => {
  test('doubts another face with a hard edge after each save that hides its compression', async () => {
    const forged = await withOtherFace();
    for (const [name, save] of Object.entries(saves)) {
      const found = await lookAt(await save(forged));
      expect([name, (found?.score ?? 0) >= 0.5]).toEqual([name, true]);
    }
  });

  test('doubts no copy of the honest photo, and can judge each', async () => {
    for (const [name, save] of Object.entries(saves)) {
      const found = await lookAt(await save(photo));
      expect([name, (found?.score ?? 1) < 0.5]).toEqual([name, true]);
    }
  });

  test('does not judge a small face', async () => {
    expect(await lookAt(photo, { ...face, width: 59 })).toBeNull();
  });

  test('does not judge a page that looks inserted everywhere', async () => {
    const always = { run: (_: Float32Array, [, , h = 0, w = 0]: readonly number[]) => answer((h * w) / 16) };
    const blind = createPortraitInsertionFinder(always);
    const { data } = await sharp(photo).jpeg({ quality: 95 }).toBuffer({ resolveWithObject: true });
    expect(await blind(data, { x: 0.3, y: 0.4, width: 0.15, height: 0.2 })).toBeNull();
  });
});

function answer(count: number) {
  return Promise.resolve({ data: new Float32Array(count).fill(9), dims: [1, 1, 1, count], runMs: 0 });
}
