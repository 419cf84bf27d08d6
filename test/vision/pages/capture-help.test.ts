import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDocumentInspector } from '../../../src/adapters/native/captures/document-inspector.ts';
import { createPortraitFinder } from '../../../src/adapters/native/captures/portrait-finder.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { MediaKind } from '../../../src/domain/media/media-kind.ts';
import type { DocumentInspector } from '../../../src/domain/ports/pages/document-inspector.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import { pictureOfScreen } from '../../../specimens/captures/picture-of-screen.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { sharedModels } from '../../support/shared-models.ts';

let inspector: DocumentInspector;
let withPortraits: DocumentInspector;
let passport: Buffer;
let card: { front: Buffer; back: Buffer };

beforeAll(async () => {
  const models = sharedModels();
  inspector = await createDocumentInspector(models);
  withPortraits = await createDocumentInspector(models, { portraits: await createPortraitFinder(models) });
  passport = await drawnPassport('silhouette');
  card = await sidesOf('personalausweis');
}, 120_000);

async function sidesOf(subtype: string, seed = 5) {
  const kind = documentKinds.find((candidate) => candidate.subtype === subtype);
  if (kind === undefined) throw new Error(`no kind ${subtype}`);
  const { sides } = await drawDocument(kind, { seed });
  const pictureOf = (wanted: string) => sides.find(({ side }) => side === wanted)?.jpeg ?? Buffer.alloc(0);
  return { front: pictureOf('front'), back: pictureOf('back') };
}

async function codesOf(picture: Buffer, kind: MediaKind = 'document-front', others: Buffer[] = []) {
  return (await inspector.inspect(picture, { media: { kind }, others: async () => others })).codes;
}

async function withSpot(jpeg: Buffer, x: number, y: number): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const spot = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<radialGradient id="g" cx="${x}%" cy="${y}%" r="32%"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="#fff"/>
<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(jpeg)
    .composite([{ input: Buffer.from(spot) }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

describe('the capture help', { timeout: 120_000 }, () => {
  test('sees a reflection that hides part of the document', async () => {
    const indoors = await sharp(passport).linear(0.85, 0).jpeg({ quality: 92 }).toBuffer();
    expect(await codesOf(indoors)).toEqual([]);
    const places = [
      [40, 45],
      [60, 60],
    ] as const;
    for (const [x, y] of sampleOf(places, 1))
      expect(await codesOf(await withSpot(indoors, x, y))).toEqual(['document.glare']);
  });

  test('sees that lines run out of the picture', async () => {
    const part = (left: number, width: number) =>
      sharp(passport).extract({ left, top: 0, width, height: 800 }).jpeg().toBuffer();
    expect(await codesOf(await part(0, 900))).toEqual(['document.cropped']);
    expect(await codesOf(await part(150, 1000))).toEqual(['document.cropped']);
  });

  test('sees a copy without colours, but takes a black-and-white bill', async () => {
    const grey = await sharp(passport).greyscale().jpeg().toBuffer();
    expect(await codesOf(grey)).toEqual(['document.black_and_white_copy']);
    expect(await codesOf(grey, 'document-page')).toEqual([]);
  });

  const cameras = [
    { degrees: 1.5, widthPx: 1400, blur: 0.5 },
    { degrees: 2, widthPx: 2000, blur: 0.5 },
    { degrees: -3, widthPx: 1600, blur: 0.6 },
  ];
  test.each(sampleOf(cameras, 1))('sees the pixels of a screen ($degrees°, $widthPx px)', async (camera) => {
    expect(await codesOf(await pictureOfScreen(passport, camera))).toContain('document.picture_of_screen');
  });

  test('does not take fine lines of security print for a screen: their wave differs from place to place', async () => {
    for (const seed of sampleOf([21, 23], 1)) {
      const { back } = await sidesOf('id-card-td1', seed);
      expect(await codesOf(back, 'document-back')).toEqual([]);
    }
  });

  test('tells the back of a card by its machine-readable lines', async () => {
    expect(await codesOf(card.back, 'document-front')).toEqual(['document.wrong_side']);
    expect(await codesOf(card.back, 'document-back')).toEqual([]);
    expect(await codesOf(card.front, 'document-front')).toEqual([]);
    expect(await codesOf(passport, 'document-front')).toEqual([]);
  });

  test('sees the same picture twice, saved again or made smaller, and distinguishes two sides', async () => {
    const { front, back } = await sidesOf('cnh-2022');
    const again = await sharp(front).jpeg({ quality: 50 }).toBuffer();
    const smaller = await sharp(front).resize(900).jpeg().toBuffer();
    expect(await codesOf(again, 'document-back', [front])).toContain('document.same_picture_twice');
    expect(await codesOf(smaller, 'document-back', [front])).toContain('document.same_picture_twice');
    expect(await codesOf(back, 'document-back', [front])).toEqual([]);
    expect(await codesOf(card.back, 'document-back', [card.front])).toEqual([]);
  });

  test('sees that the front of a document has no face on it, whichever way the picture lies', async () => {
    const withFace = await drawnPassport('portrait');
    const frontCodes = async (jpeg: Buffer, kind: MediaKind = 'document-front') =>
      (await withPortraits.inspect(jpeg, { media: { kind }, others: async () => [] })).codes;
    expect(await frontCodes(withFace)).toEqual([]);
    for (const degrees of sampleOf([90, 180, 270], 1)) {
      expect(await frontCodes(await sharp(withFace).rotate(degrees).jpeg().toBuffer())).toEqual([]);
    }
    expect(await frontCodes(passport)).toEqual(['document.face_missing']);
    expect(await frontCodes(passport, 'document-page')).toEqual([]);
    expect(await frontCodes(card.back, 'document-back')).toEqual([]);
  });
});
