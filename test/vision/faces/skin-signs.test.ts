import { beforeAll, expect, test } from 'vitest';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { makeUnreal } from '../../../specimens/captures/unreal-face.ts';
import { isUnlikeSkin } from '../../../src/steps/faces/judge-skin.ts';
import { cropFace, samplePicture } from '../../support/people/face-pictures.ts';
import { openFaceAnalyser } from '../../support/test-models.ts';

let analyser: FaceAnalyser;
beforeAll(async () => {
  analyser = await openFaceAnalyser();
});

async function lookAt(jpeg: Buffer) {
  const [face] = (await analyser.analyse(jpeg, { coverings: true })).faces;
  if (face?.skin == null) throw new Error('no face was found');
  return { mesh: face.mesh, isUnlike: isUnlikeSkin(face.skin) };
}

// Pictures on which no limit was set.
test('a person’s skin passes, and a smooth doll and a cartoon made of the same picture do not', async () => {
  const picture = await samplePicture('sample6');
  const face = (await analyser.analyse(picture)).faces[0];
  if (face === undefined) throw new Error('nobody is in the picture');
  const person = await cropFace(picture, face);
  const { mesh, isUnlike } = await lookAt(person);
  expect(isUnlike).toBe(false);
  for (const kind of ['smooth doll', 'cartoon'] as const) {
    expect((await lookAt(await makeUnreal(person, mesh, kind, 1))).isUnlike).toBe(true);
  }
});
