import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  readModelCatalogue,
  verifyModel,
  type AntiSpoofingContract,
  type CatalogueEntry,
} from '../../../src/adapters/model-catalogue.ts';
import { openFacePicture, type FacePicture } from '../../../src/adapters/native/face-geometry/face-picture.ts';
import type { MeshPoint3 } from '../../../src/adapters/native/face-geometry/face-mesh.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { createPageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { cropDrift, cropFaceBox } from '../../../src/adapters/native/spoofing/crop-face-box.ts';
import { createSpoofJudge } from '../../../src/adapters/native/spoofing/spoof-judge.ts';
import { createSpoofPanel } from '../../../src/adapters/native/spoofing/spoof-panel.ts';
import { GraphBuilder } from '../../../src/adapters/onnx/graph-builder.ts';
import { defaultAntiSpoofing } from '../../../src/domain/faces/anti-spoofing.ts';
import { judgeLife } from '../../../src/domain/faces/judge-life.ts';
import { samplePicture, samples } from '../../support/people/face-pictures.ts';
import { sharedModels } from '../../support/shared-models.ts';
import { findTestModels } from '../../support/test-models.ts';

const modelsDir = findTestModels();
const inputPx = 80;
const bgr: AntiSpoofingContract = {
  inputPx,
  cropShape: 'square',
  cropScale: 1,
  crops: ['plain', 'closer', 'wider'],
  batched: true,
  channels: 'bgr',
  divisor: 1,
  classCount: 3,
  realClass: 1,
  calibration: { live: 100, spoof: 50 },
};
const face = { left: 250, top: 250, right: 350, bottom: 350 };
const [red, green] = [
  [210, 20, 40],
  [30, 200, 10],
];
let path: string;
let sha256: string;
let picture: FacePicture;
const mesh: MeshPoint3[] = [
  [face.left, face.top, 0],
  [face.right, face.bottom, 0],
];

/** A net whose classes are the means of its three planes, so that its answer shows its input. */
beforeAll(async () => {
  const graph = new GraphBuilder('means');
  const planes = graph.input('input', ['n', 3, inputPx, inputPx]);
  const means = graph.node('Reshape', [graph.node('GlobalAveragePool', [planes]), graph.integers([-1, 3])]);
  graph.output(means, 'logits', ['n', 3]);
  const bytes = graph.end();
  path = join(mkdtempSync(join(tmpdir(), 'family-')), 'means.onnx');
  writeFileSync(path, bytes);
  sha256 = createHash('sha256').update(bytes).digest('hex');
  const [widthPx, heightPx] = [600, 600];
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const inFace = x >= face.left && x < face.right && y >= face.top && y < face.bottom;
    rgb.set(inFace ? green : red, at * 3);
  }
  picture = await openFacePicture({ rgb, widthPx, heightPx });
});

/** The model store with one additional entry in its catalogue. */
async function judge(antiSpoofing: AntiSpoofingContract, of = mesh) {
  const known = readModelCatalogue().getModel('minifas-128');
  const entry: CatalogueEntry = { ...known, name: 'another-family', path, sha256, antiSpoofing };
  const model = await createModelStore({ catalogue: { getModel: () => entry } }).load('another-family');
  return createSpoofJudge(model).judge(picture, of, createPageMeter());
}

describe('an anti-spoofing model of another family', () => {
  test('needs only its catalogue entry: channels, values, classes and which class is live', async () => {
    const reading = await judge(bgr);
    // Blue, green, red of the face: 10, 200, 30; the second is the living one's. The widest crop contains some of its surroundings.
    expect(reading.scores[0]).toBeCloseTo(200 - 30, 0);
    expect(reading.model).toEqual({ name: 'another-family', sha256 });
    const [first] = (await judge({ ...bgr, channels: 'rgb', realClass: 0 })).scores;
    expect(first).toBeCloseTo(30 - 200, 0);
    const [small] = (await judge({ ...bgr, divisor: 255 })).scores;
    expect(small).toBeCloseTo(170 / 255, 2);
  });

  test('sees as much around the face as its entry says', async () => {
    const [score] = (await judge({ ...bgr, cropScale: 4 })).scores;
    // A sixteenth of the crop is the face.
    expect(score).toBeCloseTo((200 + 15 * 20 - (30 + 15 * 210)) / 16, -1);
  });

  test('with box-shaped crops gets the face’s box, moved into the picture and squeezed into a square', async () => {
    const box = { ...bgr, cropShape: 'box' as const, crops: ['plain' as const] } satisfies AntiSpoofingContract;
    const upright: MeshPoint3[] = [
      [275, 250, 0],
      [325, 350, 0],
    ];
    const scoreOf = async (cropScale: number, of = upright) =>
      (await judge({ ...box, cropScale }, of)).scores.map((score) => Math.round(score));
    // Twice as high as wide, all of it face; four times as large, half of its width and a quarter of its height are face.
    expect(await scoreOf(1)).toEqual([170]);
    const share = (100 * 100) / (200 * 400);
    const expected = share * (200 - 30) + (1 - share) * (20 - 210);
    expect(Math.abs(((await scoreOf(4))[0] ?? NaN) - expected)).toBeLessThan(6);
    // Larger than the picture: it shrinks to the picture's height, and shows the face and its surroundings.
    expect(await scoreOf(8)).toEqual(await scoreOf(5.99));
  });

  test('gives the same scores if one run takes only one crop, and sees a mirrored crop mirrored', async () => {
    const crops = ['plain', 'wider', 'mirrored'] as const;
    const [together, single] = [true, false].map((batched) =>
      judge({ ...bgr, cropScale: 2, crops: [...crops], batched }),
    );
    expect((await single)?.scores).toEqual((await together)?.scores);
    // The means of a picture are those of its mirror image.
    const [plain, , mirrored] = (await together)?.scores ?? [];
    expect(mirrored).toBeCloseTo(plain ?? NaN, 1);
  });

  test('is judged by its own limits', async () => {
    expect((await judge(bgr)).calibration).toEqual({ live: 100, spoof: 50 });
  });

  test('with other classes than its entry says gives no score', async () => {
    await expect(judge({ ...bgr, classCount: 2 })).rejects.toThrow(/other classes/);
  });
});

describe('a file of the same weights with another hash', () => {
  const known = readModelCatalogue().getModel('minifas-128-9780');
  const panelOf = (entry: CatalogueEntry) =>
    createSpoofPanel(createModelStore({ catalogue: { getModel: () => entry } }), { models: ['family'], rule: 'all' });

  test('is used if the catalogue names it and it gives the known answer, under its own hash', async () => {
    const entry = { ...known, path, otherBuilds: [{ sha256, origin: 'made here' }] };
    const { data } = await (
      await createModelStore({ catalogue: { getModel: () => entry } }).load('family')
    ).run(
      Float32Array.from({ length: 3 * inputPx * inputPx }, (_, at) => (Math.sin(at * 0.013) + 1) * 127.5),
      [1, 3, inputPx, inputPx],
    );
    const answers = (knownAnswer: number[]) => panelOf({ ...entry, antiSpoofing: { ...bgr, knownAnswer } });
    expect(await answers([...data])).toMatchObject({ missing: [], models: [{ name: 'minifas-128-9780', sha256 }] });
    expect(await answers([...data].map((value) => value + 1))).toMatchObject({ missing: ['family'], models: [] });
    expect(await answers([...data].slice(1))).toMatchObject({ missing: ['family'] });
  });

  test('is refused if the catalogue does not name it', async () => {
    expect(verifyModel({ ...known, path }).status).toBe('wrong_hash');
    expect(await panelOf({ ...known, path, antiSpoofing: bgr })).toMatchObject({ missing: ['family'], models: [] });
  });
});

describe.skipIf(modelsDir === undefined)('the anti-spoofing models', () => {
  test('give the known answers of the catalogue', async () => {
    expect(await createSpoofPanel(sharedModels(modelsDir), defaultAntiSpoofing)).toMatchObject({ missing: [] });
  });
});

describe('a net with another purpose', () => {
  test('is not taken for an anti-spoofing model', async () => {
    const models = sharedModels();
    expect(() => createSpoofJudge({ ...fakeNet, antiSpoofing: null })).toThrow(/does not say/);
    expect((await models.load('iris')).antiSpoofing).toBeNull();
  });
});

const fakeNet = {
  name: 'iris',
  sha256: 'a'.repeat(64),
  run: () => Promise.reject(new Error('not run')),
  runAll: () => Promise.reject(new Error('not run')),
};

describe('a picture that shows a model another face than a person', () => {
  const size = 80;
  const box = { left: 500, top: 400, right: 780, bottom: 700 };
  const form = () => ({ factor: 1, planes: [0, 1, 2] as const, into: new Float32Array(3 * size * size), at: 0 });
  /** A face whose surroundings are the whole picture. */
  const boxIn = ({ widthPx, heightPx }: FacePicture) => ({
    left: (3 * (widthPx - 1)) / 8,
    top: (3 * (heightPx - 1)) / 8,
    right: (5 * (widthPx - 1)) / 8,
    bottom: (5 * (heightPx - 1)) / 8,
  });
  const cropOf = (of: FacePicture, face: ReturnType<typeof boxIn>) => {
    const given = form();
    cropFaceBox(of, face, 4, size, given);
    return given.into;
  };
  /** The picture with those pixels of another that the crop samples. They are the ones whose change changes the crop. */
  async function planted(shown: Buffer, hidden: Buffer): Promise<FacePicture> {
    const [below, above] = [await openFacePicture(shown), await openFacePicture(hidden)];
    const [widthPx, heightPx] = [Math.min(below.widthPx, above.widthPx), Math.min(below.heightPx, above.heightPx)];
    const rgb = new Uint8Array(widthPx * heightPx * 3);
    const [one, other] = [below.level(0), above.level(0)];
    const sampled = new Set<number>();
    const area = { left: 0, top: 0, width: widthPx - 1, height: heightPx - 1 };
    for (let y = 0; y < heightPx; y += 1) {
      for (let x = 0; x < widthPx; x += 1) {
        const near = (place: number, length: number) => {
          const step = length / size;
          const from = (place + 0.5) / step - 0.5;
          return Math.abs((Math.round(from) + 0.5) * step - 0.5 - place) < 1;
        };
        const isSampled = near(x, area.width) && near(y, area.height);
        if (isSampled) sampled.add(y * widthPx + x);
        const source = isSampled ? other : one;
        rgb.set(
          source.rgb.subarray((y * source.widthPx + x) * 3, (y * source.widthPx + x) * 3 + 3),
          (y * widthPx + x) * 3,
        );
      }
    }
    expect(sampled.size / (widthPx * heightPx)).toBeLessThan(0.06);
    return openFacePicture({ rgb, widthPx, heightPx });
  }

  test('is found: the sampled pixels of one picture belong to another', async () => {
    const [shown, hidden] = [await samplePicture('sample3'), await samplePicture('sample6')];
    const forged = await planted(shown, hidden);
    const honest = await openFacePicture(hidden);
    const nearTo = (crop: Float32Array, other: Float32Array) =>
      crop.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / crop.length;
    const face = boxIn(forged);
    // The model sees the hidden picture, although nearly all pixels are those of the other.
    expect(nearTo(cropOf(forged, face), cropOf(honest, face))).toBeLessThan(
      nearTo(cropOf(forged, face), cropOf(await openFacePicture(shown), face)),
    );
    expect(cropDrift(forged, face, 4, size)).toBeGreaterThan(25);
  });

  /**
   * In these sizes the crop takes whole pixels, each 5, 7 or 15 apart, and nothing of their neighbours; and a forger may leave two of three
   * colours as they are.
   */
  test.each([
    ...[401, 561, 1201].map((sidePx) => ({ sidePx, channels: [0, 1, 2] })),
    ...[0, 1, 2].map((channel) => ({ sidePx: 561, channels: [channel] })),
  ])('is found in $sidePx pixels when only what the net sees is set in the channels $channels', async (planted) => {
    const { sidePx, channels } = planted;
    const [shown, hidden] = await Promise.all(
      [await samplePicture('sample3'), await samplePicture('sample6')].map(async (sample) => {
        return await sharp(sample).resize(sidePx, sidePx, { fit: 'fill' }).raw().toBuffer();
      }),
    );
    const rgb = Uint8Array.from(shown ?? []);
    const step = (sidePx - 1) / size;
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const at = ((row + 0.5) * step - 0.5) * sidePx + (column + 0.5) * step - 0.5;
        for (const channel of channels) rgb[at * 3 + channel] = hidden?.[at * 3 + channel] ?? 0;
      }
    }
    const forged = await openFacePicture({ rgb, widthPx: sidePx, heightPx: sidePx });
    const whole = await openFacePicture({ rgb: hidden ?? new Uint8Array(), widthPx: sidePx, heightPx: sidePx });
    const [crop, wanted] = [cropOf(forged, boxIn(forged)), cropOf(whole, boxIn(forged))];
    for (const channel of channels) {
      const plane = [channel * size * size, (channel + 1) * size * size] as const;
      expect(crop.subarray(...plane)).toEqual(wanted.subarray(...plane));
    }
    expect(cropDrift(forged, boxIn(forged), 4, size)).toBeGreaterThan(25);
    expect(cropDrift(whole, boxIn(forged), 4, size)).toBeLessThan(15);
    const inOrderOfNet = {
      factor: 1 / 255,
      planes: [2, 1, 0],
      into: new Float32Array(crop.length + 1),
      at: 1,
    } as const;
    cropFaceBox(forged, boxIn(forged), 4, size, inOrderOfNet);
    const drift = cropDrift(forged, boxIn(forged), 4, size, inOrderOfNet);
    expect(drift).toBeCloseTo(cropDrift(forged, boxIn(forged), 4, size) ?? 0, 3);
  });

  test.each(samples)('is no photograph such as %s', async (name) => {
    expect(cropDrift(await openFacePicture(await samplePicture(name)), box, 4, size)).toBeLessThan(15);
  });

  test('is a doubt, however live the model finds it, and stays an attack if it is one', () => {
    const reading = {
      score: 9,
      scores: [9],
      calibration: { live: 1, spoof: -1 },
      agreement: null,
      model: { name: 'm', sha256: 'a'.repeat(64) },
    };
    const lifeOf = (more: object) => judgeLife([{ ...reading, ...more }], { rule: 'all', threshold: null }).life;
    expect([lifeOf({}), lifeOf({ drift: null }), lifeOf({ drift: 12 })]).toEqual(['live', 'live', 'live']);
    expect(lifeOf({ drift: 26 })).toBe('doubtful');
    expect(lifeOf({ drift: 26, score: -9, scores: [-9] })).toBe('spoof');
  });
});
