import { expect, test } from 'vitest';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import {
  createMrzLineRecogniser,
  type MrzLineRecogniser,
} from '../../../src/adapters/native/mrz/mrz-line-recogniser.ts';
import { createMrzZoneReader } from '../../../src/adapters/native/mrz/mrz-zone-reader.ts';
import { createPageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { decodeRaster } from '../../../src/adapters/native/rasters/decode-raster.ts';
import { createTextDetector } from '../../../src/adapters/native/text/text-detector.ts';
import { createTextRecogniser } from '../../../src/adapters/native/text/text-recogniser.ts';
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
  const general = createTextRecogniser(
    await models.load('pp-ocr-v4-text-recogniser'),
    models.readText('pp-ocr-v4-characters'),
  );
  const zone = await createMrzZoneReader({ ocrB, general }).read(raster, boxes, meter);

  expect(zone).toMatchObject({ format: 'TD3', otherZones: 0 });
  expect(asked).toHaveLength(new Set(asked).size);
});
