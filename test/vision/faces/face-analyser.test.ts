import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { faceFaultsOf } from '../../../src/domain/faces/face-faults.ts';
import { judgeLife } from '../../../src/domain/faces/judge-life.ts';
import { findMatchCalibration } from '../../../src/domain/faces/find-match-calibration.ts';
import type { AnalysedFace, FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { isSamePicture, pictureSimilarity } from '../../../src/domain/faces/same-picture.ts';
import { cropFace, findRealFaces, samplePicture, samples } from '../../support/people/face-pictures.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { findTestModels, openFaceAnalyser } from '../../support/test-models.ts';

const realFaces = findRealFaces();
const modelsDir = findTestModels();
let analyser: FaceAnalyser;
let selfie: Buffer;

beforeAll(async () => {
  analyser = await openFaceAnalyser(modelsDir);
  selfie = await selfieOf('sample3', 1);
});

/** A picture of only the nth largest face of a sample. */
async function selfieOf(name: (typeof samples)[number], index: number): Promise<Buffer> {
  const picture = await samplePicture(name);
  const { faces } = await analyser.analyse(picture);
  const face = faces[index];
  if (face === undefined) throw new Error(`${name} has no face ${index}`);
  return cropFace(picture, face);
}

async function faceIn(picture: Buffer): Promise<AnalysedFace> {
  const { faces } = await analyser.analyse(picture);
  const [face] = faces;
  if (face === undefined) throw new Error('no face');
  return face;
}

/** The meaning of distances between the analyser's embeddings. */
function limitsOf({ templateModel }: FaceAnalyser) {
  const calibration = findMatchCalibration(templateModel.sha256, 'camera');
  if (calibration === null) throw new Error(`${templateModel.name} has no calibration`);
  return calibration;
}

const faultsIn = async (picture: Buffer) => faceFaultsOf(await analyser.analyse(picture));

describe('the face analyser', () => {
  test('finds every face of the group pictures, the largest first', async () => {
    const counts: number[] = [];
    const looked = sampleOf(samples, 2);
    for (const name of looked) {
      const { faces } = await analyser.analyse(await samplePicture(name));
      const areas = faces.map(({ box }) => box.width * box.height);
      expect(areas).toEqual([...areas].sort((a, b) => b - a));
      counts.push(faces.length);
    }
    const facesIn = { sample1: 3, sample2: 3, sample3: 3, sample4: 4, sample5: 5, sample6: 4 };
    expect(counts).toEqual(looked.map((name) => facesIn[name]));
  });

  test('turns its angles with the picture: a mirrored face looks the other way, a turned one is tilted', async () => {
    const face = await faceIn(selfie);
    const mirrored = await faceIn(await sharp(selfie).flop().jpeg().toBuffer());
    expect(mirrored.pose.yaw).toBeCloseTo(-face.pose.yaw, -1);
    expect(mirrored.pose.roll).toBeCloseTo(-face.pose.roll, -1);
    expect(mirrored.pose.pitch).toBeCloseTo(face.pose.pitch, -1);
    const turned = await faceIn(await sharp(selfie).rotate(20, { background: '#808080' }).jpeg().toBuffer());
    expect(turned.pose.roll - face.pose.roll).toBeGreaterThan(15);
    expect(turned.pose.roll - face.pose.roll).toBeLessThan(25);
    expect(Math.abs(turned.pose.yaw - face.pose.yaw)).toBeLessThan(6);
  });

  test('gives places in pixels of the original picture, whatever it was shrunk to', async () => {
    const face = await faceIn(selfie);
    const large = await faceIn(await sharp(selfie).resize({ width: 2400 }).jpeg().toBuffer());
    const { width } = await sharp(selfie).metadata();
    const scale = 2400 / width;
    expect(large.box.left / scale).toBeCloseTo(face.box.left, -1.3);
    expect(large.quality.eyeDistancePx / scale / face.quality.eyeDistancePx).toBeCloseTo(1, 1);
  });

  test('treats a decoded frame like the picture that it came from', async () => {
    const { data, info } = await sharp(selfie).raw().toBuffer({ resolveWithObject: true });
    const frame = { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
    const { faces } = await analyser.analyse(frame, { template: true });
    expect(faces[0]?.box.left).toBeCloseTo((await faceIn(selfie)).box.left, 0);
    expect(faces[0]?.template?.modelSha256).toBe(analyser.templateModel.sha256);
  });

  test('makes the template of a face that it found in a decoded frame, equal in every bit to the one that it makes when it searches again', async () => {
    const { data, info } = await sharp(selfie).raw().toBuffer({ resolveWithObject: true });
    const frame = { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
    const [found] = (await analyser.analyse(frame)).faces;
    if (found === undefined) throw new Error('no face');
    expect(found.template).toBeNull();
    const searched = await analyser.analyse(frame, { template: true });
    expect(await analyser.templateOf(frame, found)).toEqual(searched.faces[0]?.template);
  });

  test('computes templates and liveness only if they are requested', async () => {
    const face = await faceIn(selfie);
    expect([face.template, face.antiSpoofing, face.coverings]).toEqual([null, null, null]);
  });

  test('says which models took part', async () => {
    const { models } = await analyser.analyse(selfie, { template: true });
    expect(models.map(({ name }) => name)).toEqual([
      'blazeface',
      'facemesh',
      'iris',
      modelsDir === undefined ? 'dlib-face' : 'mobilefacenet-112',
    ]);
  });
});

describe('a picture of a picture', () => {
  const copies: Record<string, (picture: Sharp) => Sharp> = {
    mirrored: (picture) => picture.flop(),
    'turned by 15°': (picture) => picture.rotate(15, { background: '#777' }),
    'turned back by 15°': (picture) => picture.rotate(-15, { background: '#777' }),
    smaller: (picture) => picture.resize(240),
    darker: (picture) => picture.gamma(2.2, 1.3),
    blurred: (picture) => picture.blur(2),
    compressed: (picture) => picture.jpeg({ quality: 20 }),
    grey: (picture) => picture.greyscale(),
    'in other colours': (picture) => picture.modulate({ saturation: 1.8, hue: 20 }),
    cropped: (picture) => picture.extract({ left: 60, top: 60, width: 470, height: 470 }),
  };
  const templateIn = async (picture: Buffer) => {
    const template = (await analyser.analyse(picture, { template: true })).faces[0]?.template;
    if (template == null) throw new Error('no template');
    return template;
  };

  test('is recognised whatever was done to it, and another person’s is not', async () => {
    const original = await templateIn(selfie);
    const unknown: string[] = [];
    for (const [change, make] of sampleOf(Object.entries(copies), 4)) {
      const copy = await templateIn(await make(sharp(selfie)).jpeg().toBuffer());
      if (!isSamePicture(original, copy)) unknown.push(`${change}: ${pictureSimilarity(original, copy)}`);
    }
    expect(unknown).toEqual([]);
    expect(isSamePicture(original, await templateIn(await selfieOf('sample6', 0)))).toBe(false);
  });

  test.skipIf(realFaces === null)('is distinguished from another picture of the same person', async () => {
    const [one, other] = [await realFaces?.('obama'), await realFaces?.('obama2')];
    if (one === undefined || other === undefined) throw new Error('absent');
    expect(isSamePicture(await templateIn(one), await templateIn(other))).toBe(false);
  });
});

describe('the quick look at a selfie', () => {
  test('has nothing against a good one', async () => {
    expect(await faultsIn(selfie)).toEqual([]);
    expect(await faultsIn(await selfieOf('sample6', 0))).toEqual([]);
  });

  test('finds no face on a wall', async () => {
    const noise = { type: 'gaussian', mean: 190, sigma: 6 } as const;
    const wall = sharp({ create: { width: 800, height: 800, channels: 3, background: '#cfc8b8', noise } });
    expect(await faultsIn(await wall.jpeg().toBuffer())).toEqual(['face.not_found']);
  });

  test('finds several faces', async () => {
    expect(await faultsIn(await samplePicture('sample4'))).toEqual(['face.several']);
  });

  test('finds a face that is too small, cut off, blurred or dark', async () => {
    expect(await faultsIn(await sharp(selfie).resize(140).jpeg().toBuffer())).toContain('face.too_small');
    expect(await faultsIn(await sharp(selfie).linear(0.2, 0).jpeg().toBuffer())).toContain('face.too_dark');
    expect(await faultsIn(await sharp(selfie).blur(9).jpeg().toBuffer())).toContain('face.blurry');
    const { box } = await faceIn(selfie);
    const { width, height } = await sharp(selfie).metadata();
    const left = Math.round(box.left + box.width * 0.35);
    const half = sharp(selfie).extract({ left, top: 0, width: width - left, height });
    expect(await faultsIn(await half.jpeg().toBuffer())).toContain('face.cut_off');
  });

  test('finds a face that is turned away, and a second one from 0.3 of the first one’s width on', async () => {
    const reading = await analyser.analyse(selfie);
    const [face] = reading.faces;
    if (face === undefined) throw new Error('no face');
    const turned = (yaw: number) => faceFaultsOf({ faces: [{ ...face, pose: { ...face.pose, yaw } }] });
    expect([turned(50), turned(-50), turned(20)]).toEqual([['face.turned_away'], ['face.turned_away'], []]);
    const other = (share: number) => ({ ...face, box: { ...face.box, width: face.box.width * share } });
    expect(faceFaultsOf({ faces: [face, other(0.32)] })).toEqual(['face.several']);
    expect(faceFaultsOf({ faces: [face, other(0.25)] })).toEqual([]);
  });

  test('finds closed eyes', async () => {
    expect(await faultsIn(await selfieOf('sample2', 2))).toEqual(['face.eyes_closed']);
  });
});

describe.skipIf(realFaces === null)('faces kept next to the repository', () => {
  const real = realFaces ?? (() => Promise.reject(new Error('absent')));
  const embeddingOf = async (name: Parameters<typeof real>[0]) => {
    const { faces } = await analyser.analyse(await real(name), { template: true });
    const bytes = Buffer.from(faces[0]?.template?.embedding ?? '', 'base64');
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  };

  test('two pictures of one person are nearer than those of two', async () => {
    const [a, b, other] = [await embeddingOf('obama'), await embeddingOf('obama2'), await embeddingOf('biden')];
    const distance = (x: Float32Array, y: Float32Array) => Math.hypot(...x.map((value, i) => value - (y[i] ?? NaN)));
    expect(a.length).toBe(128);
    const { same } = limitsOf(analyser);
    expect(distance(a, b)).toBeLessThan(same);
    expect(Math.min(distance(a, other), distance(b, other))).toBeGreaterThan(same + 0.15);
  });

  test.skipIf(modelsDir === undefined)('a print and a screen look less alive than a person', async () => {
    const verdictOn = async (name: Parameters<typeof real>[0]) =>
      judgeLife((await analyser.analyse(await real(name), { antiSpoofing: true })).faces[0]?.antiSpoofing ?? [], {
        rule: 'all',
        threshold: null,
      }).life;
    expect(await verdictOn('image_T1')).toBe('live');
    expect(await verdictOn('image_F1')).not.toBe('live');
    expect(await verdictOn('image_F2')).not.toBe('live');
  });
});
