import { describe, expect, test } from 'vitest';
import { throughCamera } from '../../../specimens/captures/through-camera.ts';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { printGhostImage, type GhostLook } from '../../../specimens/documents/print-ghost-image.ts';
import { ghostImageSignal } from '../../../src/domain/faces/ghost-image-signal.ts';
import { portraitOf } from '../../../src/services/media/find-portrait.ts';
import { cropFace, findRealFaces, type RealFace } from '../../support/people/face-pictures.ts';
import { findTestModels, openFaceAnalyser } from '../../support/test-models.ts';

const modelsDir = findTestModels();
const realFaces = findRealFaces();
const wholePage = { area: { x: 0, y: 0, width: 1, height: 1 }, isFace: () => true };
const clear: GhostLook = { width: 0.15, strength: 0.7, isGrey: true, isCrossed: false };

describe.skipIf(modelsDir === undefined || realFaces === null)('a passport with a ghost image', () => {
  const analyser = openFaceAnalyser(modelsDir);

  async function portraitPicture(name: RealFace): Promise<Buffer> {
    const picture = await (realFaces?.(name) ?? Promise.reject(new Error('no faces')));
    const [face] = (await (await analyser).analyse(picture)).faces;
    if (face === undefined) throw new Error('no face');
    return cropFace(picture, face);
  }

  async function look(page: Buffer) {
    const questions = { template: true, small: true, everyone: true, clearFacesIn: wholePage };
    const seen = await (await analyser).analyse(page, questions);
    const portrait = portraitOf(seen);
    if (portrait === null) throw new Error('no portrait');
    const ghosts = seen.clearFaces.filter(({ template }) => template.embedding !== portrait.embedding);
    return { clear: seen.clearFaces, ghosts, signal: ghostImageSignal(portrait, ghosts) };
  }

  async function draw(portrait: RealFace, ghosts: readonly RealFace[], ghostLook = clear): Promise<Buffer> {
    let page = (await drawPassport({ seed: 4, portrait: await portraitPicture(portrait) })).jpeg;
    for (const [index, ghost] of ghosts.entries()) {
      const at = { x: 0.78, y: 0.05 + 0.4 * index };
      page = await printGhostImage(page, await portraitPicture(ghost), { look: ghostLook, at });
    }
    return throughCamera(page, 3);
  }

  test.each(['obama', 'biden'] as const)('of %s shows the person of its portrait', async (name) => {
    const { clear: faces, ghosts, signal } = await look(await draw(name, [name]));
    expect([faces.length, ghosts.length]).toEqual([2, 1]);
    expect(signal?.score).toBe(0);
  });

  test('whose portrait was replaced is doubted, also if the forger adds a ghost image of the new one', async () => {
    for (const ghosts of [['biden'], ['biden', 'obama']] as const) {
      const { signal } = await look(await draw('obama', ghosts));
      expect(signal?.score).toBeGreaterThanOrEqual(0.5);
      expect(signal?.area?.x).toBeGreaterThan(0.7);
      expect(signal?.area?.y).toBeLessThan(0.3);
    }
  });

  test('that is too small to compare tells nothing', async () => {
    const { ghosts, signal } = await look(await draw('obama', ['biden'], { ...clear, width: 0.04 }));
    expect([ghosts, signal]).toEqual([[], null]);
  });

  test('says nothing where there is none', async () => {
    expect((await look(await draw('obama', []))).signal).toBeNull();
  });
});
