import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FaceAnalyser, ReproductionSigns } from '../../../src/domain/ports/faces/face-analyser.ts';
import { pictureOfPrint } from '../../../specimens/captures/picture-of-print.ts';
import { pictureOfScreen } from '../../../specimens/captures/picture-of-screen.ts';
import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import { findRealFaces, samplePicture, samples } from '../../support/people/face-pictures.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { openFaceAnalyser } from '../../support/test-models.ts';

const realFaces = findRealFaces();
/** From this value on, `passive-liveness` doubts. */
const doubtful = 0.7;
let analyser: FaceAnalyser;
let portrait: Buffer;

beforeAll(async () => {
  analyser = await openFaceAnalyser();
  ({ portrait } = await photographPerson());
});

async function signsIn(picture: Buffer): Promise<ReproductionSigns> {
  const { reproduction } = await analyser.analyse(picture, { reproduction: true });
  if (reproduction === null) throw new Error('nothing was looked for');
  return reproduction;
}

async function strongest(picture: Buffer): Promise<number> {
  const { screen, printEdge, moire } = await signsIn(picture);
  return Math.max(screen, printEdge, moire);
}

describe('signs that a picture shows a picture', () => {
  test('are in none of the pictures of living people', async () => {
    for (const name of sampleOf(samples, 2))
      expect([name, await strongest(await samplePicture(name))]).toEqual([name, 0]);
    expect(await strongest(portrait)).toBe(0);
  });

  test('are the corners of a print’s white paper in front of a wall', async () => {
    for (const wall of sampleOf(['#404850', '#8a7f70'], 1)) {
      const print = await pictureOfPrint(portrait, { degrees: 4, shareOfWidth: 0.8, wall });
      const { screen, printEdge } = await signsIn(print);
      expect(screen).toBe(0);
      expect(printEdge).toBeGreaterThanOrEqual(doubtful);
    }
  });

  test('are the waves of a screen’s pixels that reach the camera', async () => {
    const screen = await pictureOfScreen(portrait, { degrees: 5, widthPx: 1280, blur: 0.5 });
    expect((await signsIn(screen)).moire).toBeGreaterThanOrEqual(doubtful);
  });

  test('are the rows and columns of a screen that is filmed straight on, however small the picture', async () => {
    for (const side of sampleOf([240, 640], 1)) {
      const { data, info } = await sharp(portrait)
        .resize(side, side, { fit: 'cover' })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const shown = data.map((value, at) => {
        const [x, y] = [Math.floor(at / 3) % info.width, Math.floor(at / 3 / info.width)];
        return x % 3 === 0 || y % 3 === 0 ? value * 0.8 : value;
      });
      const picture = (rgb: Uint8Array) => ({ rgb, widthPx: info.width, heightPx: info.height });
      const moire = async (rgb: Uint8Array) =>
        (await analyser.analyse(picture(rgb), { reproduction: true })).reproduction?.moire;
      expect([side, await moire(new Uint8Array(data))]).toEqual([side, 0]);
      expect(await moire(new Uint8Array(shown))).toBeGreaterThanOrEqual(doubtful);
    }
  });

  test('are not reported if nobody asked, nor without a face', async () => {
    expect((await analyser.analyse(portrait)).reproduction).toBeNull();
    const blank = { rgb: new Uint8Array(300 * 300 * 3).fill(120), widthPx: 300, heightPx: 300 };
    expect((await analyser.analyse(blank, { reproduction: true })).reproduction).toBeNull();
  });
});

describe.skipIf(realFaces === null)('signs in faces kept next to the repository', () => {
  const real = realFaces ?? (() => Promise.reject(new Error('absent')));

  test('are the dark border of a tablet that is held up, and not in the living', async () => {
    expect((await signsIn(await real('image_F2'))).screen).toBeGreaterThanOrEqual(doubtful);
    for (const name of sampleOf(['image_T1', 'obama', 'obama2', 'biden'] as const, 1)) {
      expect([name, await strongest(await real(name))]).toEqual([name, 0]);
    }
  });
});
