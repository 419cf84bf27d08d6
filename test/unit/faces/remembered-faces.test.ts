import { describe, expect, test } from 'vitest';
import type {
  AnalysedFace,
  FaceAnalyser,
  FaceReading,
  RgbPicture,
} from '../../../src/domain/ports/faces/face-analyser.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { rememberFaces } from '../../../src/steps/faces/remembered-faces.ts';

/** A measurement that was made ahead may be used for the same pixels only: a sender chooses everything else about a picture. */

const picture = (value: number, size: Partial<RgbPicture> = {}): RgbPicture => ({
  rgb: new Uint8Array(2 * 3 * 3).fill(value),
  widthPx: 2,
  heightPx: 3,
  ...size,
});

/** An analyser whose answers are numbered. */
function createNumbered() {
  let calls = 0;
  const analyser = {
    antiSpoofing: { rule: 'all', models: [], missing: [] },
    templateModel: { name: 'none', sha256: '' },
    analyse: () => Promise.resolve({ totalMs: (calls += 1) } as FaceReading),
    templateOf: () => Promise.resolve({ pictureSha256: String((calls += 1)) } as FaceTemplate),
  } satisfies FaceAnalyser;
  return { analyser, calls: () => calls };
}

const mesh = (x: number): Pick<AnalysedFace, 'mesh'> => ({ mesh: [[x, 0, 0]] });

describe('a remembered measurement', () => {
  test('is used again for the same pixels and the same question', async () => {
    const { analyser, calls } = createNumbered();
    const faces = rememberFaces(analyser);
    const first = await faces.analyse(picture(1), { template: true, antiSpoofing: true });
    expect(await faces.analyse(picture(1), { antiSpoofing: true, template: true })).toBe(first);
    const template = await faces.templateOf(picture(1), mesh(1));
    expect(await faces.templateOf(picture(1), mesh(1))).toBe(template);
    expect(calls()).toBe(2);
  });

  test.each<[string, (faces: FaceAnalyser) => Promise<unknown>]>([
    ['other pixels', (faces) => faces.analyse(picture(2))],
    ['one other pixel', (faces) => faces.analyse(picture(1, { rgb: new Uint8Array(18).fill(1, 0, 17) }))],
    ['the same bytes in another shape', (faces) => faces.analyse(picture(1, { widthPx: 3, heightPx: 2 }))],
    ['another question', (faces) => faces.analyse(picture(1), { template: true })],
    ['a question that chooses faces', (faces) => faces.analyse(picture(1), { isWanted: () => true })],
    ['a file', (faces) => faces.analyse(Buffer.alloc(18, 1))],
    ['another face', (faces) => faces.templateOf(picture(1), mesh(2))],
  ])('is not used for %s', async (_, ask) => {
    const { analyser, calls } = createNumbered();
    const faces = rememberFaces(analyser);
    await faces.analyse(picture(1));
    await faces.templateOf(picture(1), mesh(1));
    await ask(faces);
    expect(calls()).toBe(3);
  });

  test('is none of a measurement that failed, and none after all were forgotten', async () => {
    const { analyser, calls } = createNumbered();
    let fails = true;
    const analyse = () => (fails ? Promise.reject(new Error('no memory')) : analyser.analyse());
    const faces = rememberFaces({ ...analyser, analyse });
    await expect(faces.analyse(picture(1))).rejects.toThrow('no memory');
    fails = false;
    await faces.analyse(picture(1));
    faces.forget();
    await faces.analyse(picture(1));
    expect(calls()).toBe(2);
  });
});
