import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { makeUnreal } from '../../../specimens/captures/unreal-face.ts';
import { colourLineLimits, isUnlikeSkin, pointsForColours } from '../../../src/steps/faces/judge-skin.ts';
import { cropFace, samplePicture } from '../../support/people/face-pictures.ts';
import { openFaceAnalyser } from '../../support/test-models.ts';

let analyser: FaceAnalyser;
beforeAll(async () => {
  analyser = await openFaceAnalyser();
});

async function lookAt(jpeg: Buffer) {
  const [face] = (await analyser.analyse(jpeg, { coverings: true })).faces;
  if (face?.skin == null) throw new Error('no face was found');
  return { mesh: face.mesh, isUnlike: isUnlikeSkin(face.skin), points: pointsForColours(face.skin) };
}

// Pictures on which no limit was set.
test('a person’s skin passes, and a smooth doll and a cartoon made of the same picture do not', async () => {
  const picture = await samplePicture('sample6');
  const face = (await analyser.analyse(picture)).faces[0];
  if (face === undefined) throw new Error('no face was found in the picture');
  const person = await cropFace(picture, face);
  const { mesh, isUnlike } = await lookAt(person);
  expect(isUnlike).toBe(false);
  for (const kind of ['smooth doll', 'cartoon'] as const) {
    expect((await lookAt(await makeUnreal(person, mesh, kind, 1))).isUnlike).toBe(true);
  }
});

test('a person’s colours ask nothing more of the models, in dim light or with noise either; a picture without colours does', async () => {
  const picture = await samplePicture('sample1');
  const face = (await analyser.analyse(picture)).faces[0];
  if (face === undefined) throw new Error('no face was found in the picture');
  const person = sharp(await cropFace(picture, face));
  const { width, height } = await person.metadata();
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 0, sigma: 8 } },
  })
    .png()
    .toBuffer();
  const pointsOf = async (changed: Sharp) => (await lookAt(await changed.jpeg().toBuffer())).points;
  expect(await pointsOf(person.clone())).toBe(0);
  expect(await pointsOf(person.clone().linear(0.5, 0))).toBe(0);
  expect(await pointsOf(person.clone().composite([{ input: noise, blend: 'add' }]))).toBe(0);
  expect(await pointsOf(person.clone().greyscale())).toBe(colourLineLimits.mostPoints);
});
