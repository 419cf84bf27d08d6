import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDocumentInspector } from '../../../src/adapters/native/captures/document-inspector.ts';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import type { DocumentInspector } from '../../../src/domain/ports/pages/document-inspector.ts';
import { distort, distortions } from '../../../specimens/captures/distort.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sharedDecoder } from '../../support/documents/shared-decoder.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { sharedModels } from '../../support/shared-models.ts';
import { listRealSpecimens } from '../real-specimens.ts';

let inspector: DocumentInspector;
let passport: Buffer;
const specimens = sampleOf(listRealSpecimens(), 2);

beforeAll(async () => {
  inspector = await createDocumentInspector(sharedModels());
  passport = await drawnPassport('silhouette');
});

const codesOf = async (picture: Sharp) => (await inspector.inspect(await picture.jpeg().toBuffer())).codes;

describe('the quick look at a document', () => {
  test('has nothing against a good picture, nor against one that can still be read', async () => {
    expect((await inspector.inspect(passport)).codes).toEqual([]);
    for (const distortion of sampleOf(distortions, 1)) {
      expect([distortion, (await inspector.inspect(await distort(passport, distortion, 1))).codes]).toEqual([
        distortion,
        [],
      ]);
    }
  });

  test('finds print that is too blurred to read', async () => {
    for (const sigma of sampleOf([4, 6, 12], 1))
      expect(await codesOf(sharp(passport).blur(sigma))).toEqual(['document.blurry_text']);
  });

  test('finds no document on a wall', async () => {
    const noise = { type: 'gaussian', mean: 190, sigma: 6 } as const;
    const wall = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#cfc8b8', noise } });
    expect(await codesOf(wall)).toEqual(['document.no_document']);
  });

  test('finds pictures that are too dark, too bright and too small', async () => {
    expect(await codesOf(sharp(passport).linear(0.1, 0))).toContain('document.too_dark');
    expect(await codesOf(sharp(passport).linear(2.2, 200))).toEqual(['document.too_bright']);
    expect(await codesOf(sharp(passport).resize(400))).toContain('document.image_too_small');
  });

  test.skipIf(specimens.length === 0)('faults real specimens only if they are tiny or have no colours', async () => {
    const normaliser = createImageNormaliser(sharedDecoder());
    const condemned: Record<string, string[]> = {};
    for (const { file, picture } of specimens) {
      const normalised = await normaliser.normalise(picture);
      if ('fault' in normalised) throw new Error(`${file}: ${normalised.fault}`);
      const { codes } = await inspector.inspect(normalised.image.jpeg);
      if (codes.length > 0) condemned[file] = codes;
    }
    const tooSmall = ['document.image_too_small'];
    const grey = ['document.black_and_white_copy'];
    const expected: Record<string, string[]> = {
      '0_id-esp.png': tooSmall,
      '100_id-che.jpg': tooSmall,
      '27_pass-gbr.jpg': tooSmall,
      '100_id-usa.jpg': grey,
      '77_card-cmw.png': grey,
    };
    const looked = specimens.map(({ file }) => file);
    expect(condemned).toEqual(Object.fromEntries(Object.entries(expected).filter(([file]) => looked.includes(file))));
  });
});
