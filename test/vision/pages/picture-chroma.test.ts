import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyScoreOf, measureChroma } from '../../../src/adapters/native/captures/picture-chroma.ts';
import { isCopyScore } from '../../../src/domain/documents/copy-score.ts';
import { findKinds } from '../../../src/domain/document-kinds/find-kinds.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import { distort } from '../../../specimens/captures/distort.ts';
import { pictureOfCopy, pictureOfCopyInLight } from '../../../specimens/captures/picture-of-copy.ts';
import { throughCamera } from '../../../specimens/captures/through-camera.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sampleOf } from '../../support/sample-of.ts';

const isCopy = async (jpeg: Buffer, side: 'front' | 'back') =>
  isCopyScore(copyScoreOf(await measureChroma(jpeg, [])), side);

async function drawBack(country: string, seed: number): Promise<Buffer> {
  const [kind] = findKinds({ type: 'driving-license', country, subtype: 'eu-model' });
  if (kind === undefined) throw new Error(`no licence of ${country}`);
  const { sides } = await drawDocument(kind, { seed });
  const back = sides.find(({ side }) => side === 'back');
  if (back === undefined) throw new Error('a licence has a back');
  return back.jpeg;
}

describe('the look for black-and-white copies', () => {
  let passport: Buffer;

  beforeAll(async () => {
    passport = await drawnPassport('portrait');
  }, 60_000);

  test('doubts a copy in white light and in most warm light', async () => {
    expect(await isCopy(await pictureOfCopy(passport), 'front')).toBe(true);
    const seeds = sampleOf([1, 2, 3, 4, 5, 6], 2);
    const lights = seeds.map(async (seed) =>
      isCopy(await pictureOfCopyInLight(passport, { seed, warmth: 1 }), 'front'),
    );
    expect((await Promise.all(lights)).filter(Boolean).length).toBeGreaterThanOrEqual(seeds.length - 1);
  });

  test('doubts a copy that is blurred, and no page or back in colour that is', async () => {
    for (const seed of sampleOf([1, 2, 3, 4], 1)) {
      const copy = await pictureOfCopyInLight(passport, { seed, warmth: 0.5 });
      expect([seed, await isCopy(await distort(copy, 'blur', seed), 'front')]).toEqual([seed, true]);
      expect([seed, await isCopy(await distort(passport, 'blur', seed), 'front')]).toEqual([seed, false]);
    }
    for (const country of sampleOf(['PT', 'DK', 'EE', 'ES', 'IT'], 2)) {
      const back = await drawBack(country, 8812);
      const blurred = await distort(back, 'blur', 88121);
      expect([country, await isCopy(blurred, 'back')]).toEqual([country, false]);
      const copy = await pictureOfCopyInLight(back, { seed: 3, warmth: 0.5 });
      expect([country, await isCopy(await distort(copy, 'blur', 88121), 'back')]).toEqual([country, true]);
    }
  });

  test('doubts no page in colour, in little light and with a sensor’s noise', async () => {
    const pictures = [passport, await sharp(passport).linear(0.45, 5).jpeg().toBuffer(), await throughCamera(passport)];
    for (const picture of pictures) expect(await isCopy(picture, 'front')).toBe(false);
  });

  test('doubts no back of a licence with nothing but pale ink on it', async () => {
    for (const country of sampleOf(['FR', 'MT', 'FI', 'HU'], 1)) {
      expect([country, await isCopy(await throughCamera(await drawBack(country, 1010)), 'back')]).toEqual([
        country,
        false,
      ]);
    }
  });
});
