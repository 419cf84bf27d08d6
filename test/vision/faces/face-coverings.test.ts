import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnalysedFace, FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { maskKinds, wearMask } from '../../../specimens/captures/wear-mask.ts';
import { cropFace, samplePicture, type samples } from '../../support/people/face-pictures.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { openFaceAnalyser } from '../../support/test-models.ts';

let analyser: FaceAnalyser;

beforeAll(async () => {
  analyser = await openFaceAnalyser();
});

/** The check passes below this: three fifths of the default limit for a worn mask. */
const passesBelow = 0.3;
/** Two of them in blue light from one side, one with a shadow over the lower face. */
const oddlyLit = [
  ['sample3', 1],
  ['sample4', 1],
  ['sample5', 0],
] as const;

/** Cut out once, because each costs an analysis of a group picture. */
const selfies = new Map<string, Promise<Buffer>>();

function selfieOf(name: (typeof samples)[number], index: number): Promise<Buffer> {
  const key = `${name} ${index}`;
  const selfie = selfies.get(key) ?? cutOut(name, index);
  selfies.set(key, selfie);
  return selfie;
}

async function cutOut(name: (typeof samples)[number], index: number): Promise<Buffer> {
  const picture = await samplePicture(name);
  const face = (await analyser.analyse(picture)).faces[index];
  if (face === undefined) throw new Error(`${name} has no face ${index}`);
  return cropFace(picture, face);
}

async function faceIn(picture: Buffer): Promise<AnalysedFace> {
  const [face] = (await analyser.analyse(picture, { coverings: true })).faces;
  if (face === undefined) throw new Error('no face');
  return face;
}

describe('a mask', () => {
  test.each(sampleOf(oddlyLit, 2))(
    'is not seen on a bare face in odd light, which has a mouth: %s, face %i',
    async (name, index) => {
      expect((await faceIn(await selfieOf(name, index))).coverings?.mask).toBeLessThan(passesBelow);
    },
  );

  test.each(sampleOf(maskKinds, 1))('is seen or doubted if one is worn: %s', async (kind) => {
    for (const [name, index] of [
      ['sample3', 1],
      ['sample6', 2],
    ] as const) {
      const selfie = await selfieOf(name, index);
      const masked = await wearMask(selfie, (await faceIn(selfie)).mesh, kind);
      expect((await faceIn(masked)).coverings?.mask).toBeGreaterThanOrEqual(passesBelow);
    }
  });
});

const eyeCorners = { right: [33, 133], left: [362, 263] } as const;

/** Every value under an ellipse over each of these eyes, `size` times as wide as the eye, changed. */
async function overEyes(
  picture: Buffer,
  sides: readonly (keyof typeof eyeCorners)[],
  { size, change }: { size: number; change: (value: number) => number },
): Promise<Buffer> {
  const { mesh } = await faceIn(picture);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  for (const side of sides) {
    const [from, to] = eyeCorners[side];
    const [a, b] = [mesh[from] ?? [0, 0, 0], mesh[to] ?? [0, 0, 0]];
    const radius = (size / 2) * Math.hypot(b[0] - a[0], b[1] - a[1]);
    for (let at = 0; at < data.length; at++) {
      const pixel = Math.floor(at / 3);
      const across = ((pixel % width) - (a[0] + b[0]) / 2) / radius;
      const down = (Math.floor(pixel / width) - (a[1] + b[1]) / 2) / (0.8 * radius);
      if (across ** 2 + down ** 2 < 1) data[at] = change(data[at] ?? 0);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

describe('glasses', () => {
  const selfie = () => selfieOf('sample3', 1);
  const window = { size: 0.6, change: () => 255 };

  test('reflect too much if the reflection covers both eyes: one visible eye is enough', async () => {
    const reflections = async (...sides: (keyof typeof eyeCorners)[]) =>
      (await faceIn(await overEyes(await selfie(), sides, window))).coverings?.reflections;
    expect(await reflections()).toBe(0);
    expect(await reflections('left')).toBe(0);
    expect(await reflections('right')).toBe(0);
    expect(await reflections('left', 'right')).toBeGreaterThanOrEqual(0.5);
  });

  test('are distinguished from the face itself if they absorb 70 % of the light', async () => {
    const dark = { size: 2.2, change: (value: number) => 0.3 * value };
    expect((await faceIn(await selfie())).coverings?.sunglasses).toBeLessThan(0.3);
    const tinted = await overEyes(await selfie(), ['left', 'right'], dark);
    expect((await faceIn(tinted)).coverings?.sunglasses).toBeGreaterThanOrEqual(0.6);
  });
});
