import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { inspectSurface } from '../../../src/adapters/native/surface/surface-inspector.ts';
import type { Quad } from '../../../src/domain/ports/pages/page-reader.ts';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { otherPortrait, pastePortrait } from '../../../specimens/captures/paste-portrait.ts';
import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sharedDecoder } from '../../support/documents/shared-decoder.ts';
import { sampleOf } from '../../support/sample-of.ts';

/** Where the drawn portrait is, and the face in it, in pixels. */
const portrait = { left: 93, top: 211, width: 420, height: 520 };
const face = { left: 200, top: 340, width: 210, height: 260 };
/** Rows of print next to the portrait, and the two lines of the zone. */
const lines: readonly Quad[] = [
  ...[210, 290, 370, 450, 530, 610].map((top) => rectangle(540, top, 500, 50)),
  ...[790, 860].map((top) => rectangle(60, top, 1100, 50)),
];

let photo: Buffer;
let selfie: Buffer;
const normaliser = createImageNormaliser(sharedDecoder());

beforeAll(async () => {
  const person = await photographPerson();
  const passport = await drawnPassport('portrait');
  photo = await sharp(passport).blur(0.7).linear(0.8, 20).jpeg({ quality: 80 }).toBuffer();
  selfie = person.selfie;
});

function rectangle(left: number, top: number, width: number, height: number): Quad {
  return [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ];
}

/** What is found in the picture as the service stores it: saved again. */
async function lookAt(picture: Buffer) {
  const normalised = await normaliser.normalise(picture);
  if ('fault' in normalised) throw new Error(normalised.fault);
  const { jpeg, widthPx, heightPx } = normalised.image;
  const { left, top, width, height } = face;
  const shares = { x: left / widthPx, y: top / heightPx, width: width / widthPx, height: height / heightPx };
  return inspectSurface(jpeg, { face: shares, lines, printed: lines });
}

async function withOtherFace({ feather = 0, degrees = 0 } = {}) {
  const { width, height } = portrait;
  const inset = 3 * feather;
  const shape = { width: width - 2 * inset, height: height - 2 * inset, channels: 3 as const, background: '#fff' };
  const mask = await sharp({ create: shape })
    .extend({ top: inset, bottom: inset, left: inset, right: inset, background: '#000' })
    .blur(Math.max(0.3, feather))
    .extractChannel(0)
    .raw()
    .toBuffer();
  const cut = await sharp(selfie).resize(width, height, { fit: 'cover' }).removeAlpha().toBuffer();
  const soft = await sharp(cut)
    .joinChannel(mask, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const input = await sharp(soft)
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return sharp(photo).composite([{ input, left: portrait.left, top: portrait.top }]);
}

describe('the look for parts that were not compressed with their page', () => {
  test('doubts another face, whatever its edge and its tilt, as long as the last save was the finer one', async () => {
    const forged = {
      'hard edge': await (await withOtherFace()).png().toBuffer(),
      feathered: await (await withOtherFace({ feather: 4 })).png().toBuffer(),
      tilted: await (await withOtherFace({ degrees: 4 })).jpeg({ quality: 95 }).toBuffer(),
    };
    for (const [manner, picture] of Object.entries(forged)) {
      const { portraitCompression } = await lookAt(picture);
      expect([manner, (portraitCompression?.score ?? 0) >= 0.5]).toEqual([manner, true]);
    }
  });

  test('doubts the pasted portrait of the demo, which shares nothing with the rest of the page', async () => {
    const { portrait: own } = await photographPerson();
    const page = await drawnPassport('portrait');
    const withOther = (await drawPassport({ seed: 1, portrait: await otherPortrait(own) })).jpeg;
    const pasted = await pastePortrait(page, withOther);
    expect((await lookAt(pasted)).portraitCompression?.score).toBeGreaterThanOrEqual(0.5);
  });

  test('doubts a value that was typed over, and says where', async () => {
    const input = await sharp({ create: { width: 500, height: 50, channels: 3, background: '#d8d4cc' } })
      .composite([
        { input: await sharp(photo).extract({ left: 545, top: 371, width: 480, height: 48 }).png().toBuffer() },
      ])
      .png()
      .toBuffer();
    const forged = await sharp(photo)
      .composite([{ input, left: 540, top: 450 }])
      .png()
      .toBuffer();
    const { textCompression } = await lookAt(forged);
    expect(textCompression?.score).toBeGreaterThanOrEqual(0.5);
    const { height } = await sharp(photo).metadata();
    expect((textCompression?.area?.y ?? 0) * height).toBeCloseTo(450, -1);
  });

  test('doubts a value that is a copy of another one, also where the forger saved more coarsely than the page was', async () => {
    const input = await sharp(photo).extract({ left: 538, top: 368, width: 506, height: 54 }).png().toBuffer();
    const forged = sharp(photo).composite([{ input, left: 539, top: 529 }]);
    const flat = sharp(await forged.png().toBuffer());
    const saves = {
      PNG: await flat.clone().png().toBuffer(),
      'JPEG 90': await flat.clone().jpeg({ quality: 90 }).toBuffer(),
      'WebP 90': await flat.clone().webp({ quality: 90 }).toBuffer(),
    };
    for (const [name, picture] of Object.entries(saves)) {
      const { copiedLine } = await lookAt(picture);
      expect([name, (copiedLine?.score ?? 0) >= 0.5]).toEqual([name, true]);
    }
  });

  test('doubts nothing on honest copies of the photo', async () => {
    const flat = sharp(photo);
    const copies = {
      photo,
      'JPEG 95': await flat.clone().jpeg({ quality: 95 }).toBuffer(),
      'JPEG 20': await flat.clone().jpeg({ quality: 20 }).toBuffer(),
      'WebP 75': await flat.clone().webp({ quality: 75 }).toBuffer(),
      screenshot: await flat.clone().resize(1000).png().toBuffer(),
    };
    for (const [name, copy] of Object.entries(copies)) {
      const { portraitCompression, textCompression, copiedLine } = await lookAt(copy);
      const scores = [portraitCompression, textCompression, copiedLine].map((signal) => signal?.score ?? 0);
      expect([name, scores.filter((score) => score >= 0.25)]).toEqual([name, []]);
    }
  });

  test('says that it cannot tell where the last save is the only one that is seen, forged or not', async () => {
    const forged = await withOtherFace();
    const typed = sharp(photo).composite([
      { input: { create: { width: 500, height: 50, channels: 3, background: '#d8d4cc' } }, left: 540, top: 450 },
    ]);
    for (const quality of sampleOf([70, 80, 50], 1)) {
      for (const picture of [forged, typed, sharp(photo)]) {
        const saved = await picture.clone().jpeg({ quality }).toBuffer();
        const { portraitCompression, textCompression } = await lookAt(saved);
        expect([quality, portraitCompression, textCompression]).toEqual([quality, null, null]);
      }
    }
  });

  test('knows the steps of the last save when the camera was held upright', async () => {
    const turned = await sharp(await (await withOtherFace()).png().toBuffer())
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 70 })
      .toBuffer();
    expect(await lookAt(turned)).toMatchObject({ portraitCompression: null, textCompression: null });
  });

  test('says nothing of a picture that was stored before last saves were noted', async () => {
    const stored = await sharp(await (await withOtherFace()).png().toBuffer())
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(await inspectSurface(stored, { face: null, lines, printed: lines })).toEqual({
      portraitCompression: null,
      textCompression: null,
      copiedLine: null,
    });
  });

  test('says that it cannot tell of a page that was never compressed, or was saved as WebP since', async () => {
    const drawn = (await drawPassport({ seed: 2 })).jpeg;
    const fine = await sharp(drawn).resize(1100).png().toBuffer();
    const webp = await (await withOtherFace()).webp({ quality: 80 }).toBuffer();
    for (const picture of [fine, webp]) {
      expect(await lookAt(picture)).toMatchObject({ portraitCompression: null, textCompression: null });
    }
  });
});
