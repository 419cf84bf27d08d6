import { describe, expect, test } from 'vitest';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import {
  createMrzLineRecogniser,
  type MrzLineRecogniser,
} from '../../../src/adapters/native/mrz/mrz-line-recogniser.ts';
import { mrzSymbols } from '../../../src/domain/mrz/symbols.ts';
import type { Quad } from '../../../src/domain/ports/pages/page-reader.ts';
import { createPrintZoneRecogniser } from '../../../src/adapters/native/mrz/print-zone-recogniser.ts';
import { createMrzZoneReader } from '../../../src/adapters/native/mrz/mrz-zone-reader.ts';
import type { FrameProbabilities } from '../../../src/adapters/native/nets/frame-probabilities.ts';
import { createPageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { decodeRaster } from '../../../src/adapters/native/rasters/decode-raster.ts';
import { createTextDetector } from '../../../src/adapters/native/text/text-detector.ts';
import { quadCentre, quadHeight, rectangleQuad } from '../../../src/adapters/native/rasters/quad.ts';
import { openTextRecogniser } from '../../../src/adapters/native/text/text-recogniser.ts';
import { sharedModels } from '../../support/shared-models.ts';

const models = sharedModels();

test('the zone and the search for other zones read each box once', async () => {
  const { jpeg } = await drawPassport({ seed: 4 });
  const normalised = await createImageNormaliser().normalise(jpeg);
  if ('fault' in normalised) throw new Error(normalised.fault);
  const { raster } = await decodeRaster(normalised.image.jpeg, { shortestPx: 1000, longestPx: 2000 });
  const meter = createPageMeter();
  const detector = createTextDetector(await models.load('pp-ocr-v4-text-detector'));
  const boxes = await detector.detect(raster, 1280, meter);

  const own = createMrzLineRecogniser(await models.load('ocrb-line'));
  const asked: string[] = [];
  const ocrB: MrzLineRecogniser = {
    probabilities(of, box, during) {
      asked.push(JSON.stringify(box));
      return own.probabilities(of, box, during);
    },
  };
  const general = await openTextRecogniser(models);
  const print = createPrintZoneRecogniser(await models.load('print-line'), models.readText('print-line-characters'));
  const zone = await createMrzZoneReader({ ocrB, print, general }).read(raster, boxes, meter);

  expect(zone).toMatchObject({ format: 'TD3' });
  await expect(zone?.rest).resolves.toMatchObject({ otherZones: 0 });
  expect(asked).toHaveLength(new Set(asked).size);
});

const specimen = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const;

/** A character that a recogniser sees in the first line, and how sure it is of it. */
interface Sight {
  place: number;
  letter?: string;
  sureness: number;
}

describe('the other heights that the general recogniser tries', () => {
  test('none for a line that both read alike, if one of them is sure of each character', async () => {
    const { heights, second } = await readSpecimen({ general: [{ place: 6, sureness: 0.6 }] });
    expect(heights).toEqual([1]);
    expect(second).toEqual(specimen);
  });

  test('none if it is sure of another character', async () => {
    const { heights, second } = await readSpecimen({ general: [{ place: 6, letter: 'J', sureness: 0.9 }] });
    expect(heights).toEqual([1]);
    expect(second?.[0]?.charAt(6)).toBe('J');
  });

  test('all if it is not sure and reads another character', async () => {
    const { heights } = await readSpecimen({ general: [{ place: 6, letter: 'J', sureness: 0.6 }] });
    expect(heights).toEqual([1, 0.82, 1.2]);
  });

  test('all if neither recogniser is sure of a character, although both read it alike', async () => {
    const unsure = [{ place: 6, sureness: 0.6 }];
    const { heights } = await readSpecimen({ ocrB: unsure, general: unsure });
    expect(heights).toEqual([1, 0.82, 1.2]);
  });
});

describe('the general recogniser reads', () => {
  test('no line that the net for print reads like the OCR-B net, if one of them is sure of each character', async () => {
    const { heights, second } = await readSpecimen({ print: [{ place: 6, sureness: 0.6 }], general: misread });
    expect(heights).toEqual([]);
    expect(second?.[0]).toBe(specimen[0]);
  });

  test('a line in which the net for print reads another character', async () => {
    const { heights, second } = await readSpecimen({ print: misread });
    expect(heights).toEqual([1]);
    expect(second?.[0]).toBe(specimen[0]);
  });

  test('a line in which neither of the two is sure of a character, although both read it alike', async () => {
    const unsure = [{ place: 6, sureness: 0.6 }];
    const { heights, second } = await readSpecimen({ ocrB: unsure, print: unsure, general: misread });
    expect(heights).toEqual([1]);
    expect(second?.[0]?.charAt(6)).toBe('J');
  });
});

test('a zone that one recogniser reads clearly does not wait for the other one', async () => {
  const never = new Promise<never>(() => undefined);
  const isWaiting = (sureness: number) => {
    const read = findSpecimen({ ocrB: [everywhere(sureness), everywhere(sureness)], see: () => never });
    return Promise.race([
      read.then(() => false),
      new Promise((resolve) => {
        setTimeout(resolve, 200, true);
      }),
    ]);
  };
  await expect(isWaiting(0.9)).resolves.toBe(false);
  await expect(isWaiting(0.6)).resolves.toBe(true);
});

function everywhere(sureness: number): Sight[] {
  return Array.from(specimen[0], (_, place) => ({ place, sureness }));
}

/** Reads the specimen with two recognisers of which it is given what they see. `heights`: those of the first line's boxes, as shares. */
async function readSpecimen({
  ocrB = [],
  print,
  general = [],
}: {
  ocrB?: readonly Sight[];
  print?: readonly Sight[];
  general?: readonly Sight[];
}) {
  const heights: number[] = [];
  const zone = await findSpecimen({
    ocrB: [ocrB, []],
    ...(print && { print: (box) => Promise.resolve(sightOf(box, [print, []])) }),
    see(box) {
      if (isFirst(box)) heights.push(Math.round((quadHeight(box) / 30) * 100) / 100);
      return Promise.resolve(sightOf(box, [general, []]));
    },
  });
  return { heights, second: (await zone?.rest)?.second?.lines };
}

/** `ocrB`: what it sees of each line. `print`: the net for print; without it, one that misreads each line. `see`: the general recogniser. */
function findSpecimen({
  ocrB,
  print = (box) => Promise.resolve(sightOf(box, [misread, misread])),
  see,
}: {
  ocrB: readonly (readonly Sight[])[];
  print?: (box: Quad) => Promise<FrameProbabilities>;
  see: (box: Quad) => Promise<FrameProbabilities>;
}) {
  const raster = { data: new Uint8Array(1200 * 200).fill(255), widthPx: 1200, heightPx: 200 };
  const boxes = [60, 110].map((y): Quad => rectangleQuad([600, y], [1, 0], 1000, 30));
  return createMrzZoneReader({
    ocrB: { probabilities: (_, box) => Promise.resolve(sightOf(box, ocrB)) },
    print: { recogniseSymbols: (_, box) => print(box) },
    general: { recogniseSymbols: (_, box) => see(box) },
  }).read(raster, boxes, createPageMeter());
}

const misread: readonly Sight[] = [{ place: 6, letter: 'J', sureness: 0.9 }];

const isFirst = (box: Quad) => quadCentre(box)[1] < 85;

function sightOf(box: Quad, [first = [], second = []]: readonly (readonly Sight[])[]): FrameProbabilities {
  return isFirst(box) ? framesOf(specimen[0], mrzSymbols, first) : framesOf(specimen[1], mrzSymbols, second);
}

/** A frame for each character and paper behind it. What is left of a sureness is that of another character. */
function framesOf(text: string, characters: string, sights: readonly Sight[]): FrameProbabilities {
  const classes = characters.length + 1;
  const data = new Float32Array(2 * text.length * classes);
  Array.from(text).forEach((printed, place) => {
    const { letter = printed, sureness } = sights.find((sight) => sight.place === place) ?? { sureness: 0.99 };
    const base = 2 * place * classes;
    if (letter !== '9') data[base + 1 + characters.indexOf('9')] = 1 - sureness;
    data[base + 1 + characters.indexOf(letter)] = sureness;
    data[base + classes] = 1;
  });
  return { data, frames: 2 * text.length, classes };
}
