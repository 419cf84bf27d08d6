import bwipjs from 'bwip-js/node';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBarcodeReader, type BarcodeReader } from '../../../src/adapters/native/barcodes/barcode-reader.ts';
import { decodeRaster } from '../../../src/adapters/native/rasters/decode-raster.ts';
import { createPageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { readPageBarcodes } from '../../../src/adapters/native/barcodes/page-barcodes.ts';
import { quadCentre } from '../../../src/adapters/native/rasters/quad.ts';
import { parseCard } from '../../../src/domain/barcodes/parse-card.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { Point } from '../../../src/domain/ports/pages/page-reader.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import { drawnPassport } from '../../support/documents/pictures.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { listRealSpecimens } from '../real-specimens.ts';

/** Lines with AAMVA's separators: its control characters must survive. */
const licence = `@\n\u001e\rANSI 636000100002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDACMICHAEL\nDBB06061986\nDBA12102034\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000\r`;
let reader: BarcodeReader;
let back: Buffer;
let bill: Buffer;

beforeAll(async () => {
  reader = await createBarcodeReader();
  back = await placeOn('#e8ecef', { bcid: 'pdf417', text: licence, columns: 12, scale: 2 }, 1100);
  bill = await placeOn('#ffffff', { bcid: 'qrcode', text: '00020126BR.GOV.BCB.PIX', scale: 4 }, 300);
});

async function placeOn(
  background: string,
  code: { bcid: string; text: string; columns?: number; scale: number },
  widthPx: number,
): Promise<Buffer> {
  const symbol = await sharp(await bwipjs.toBuffer(code))
    .flatten({ background: '#fff' })
    .resize(widthPx, null, { kernel: 'nearest' })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#fff' })
    .toBuffer();
  return sharp({ create: { width: 1600, height: 1010, channels: 3, background } })
    .composite([{ input: symbol, left: 100, top: 200 }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function read(picture: Buffer) {
  const { raster } = await decodeRaster(picture, { shortestPx: 1000, longestPx: 2000 });
  const meter = createPageMeter();
  return { codes: await reader.read(raster, meter), meter };
}

const turned = (degrees: number) =>
  sharp(back).rotate(degrees, { background: '#777' }).jpeg({ quality: 80 }).toBuffer();

describe('the barcode reader', () => {
  test.each(sampleOf([0, 2, 5, 9, 14, 20, -7, -20, 45, 90, 180], 4))(
    'reads a PDF417 that lies at %i degrees, to the letter',
    async (degrees) => {
      const { codes } = await read(await turned(degrees));
      expect(codes.map(({ symbology, text }) => [symbology, text])).toEqual([['pdf417', licence]]);
    },
  );

  test('reads a small, slightly blurred one on a tilted card', async () => {
    const picture = await sharp(await turned(8))
      .resize(1100)
      .blur(0.8)
      .jpeg({ quality: 60 })
      .toBuffer();
    expect((await read(picture)).codes.map(({ text }) => text)).toEqual([licence]);
  });

  test('reads the record of a yellow cédula on the drawn card, and leaves its fingerprints out', async () => {
    const cedula = documentKinds.find(({ subtype }) => subtype === 'cedula-yellow');
    if (cedula === undefined) throw new Error('no such kind');
    const { sides, truth } = await drawDocument(cedula, { seed: 1 });
    const [, drawn] = sides;
    const [record = ''] = truth.barcodes;
    const { codes } = await read(drawn?.jpeg ?? Buffer.alloc(0));
    expect(codes.map(({ text }) => text)).toEqual([record]);
    expect(parseCard(record)?.standard).toBe('co-cedula');
  });

  test('reads a QR code and says where it is', async () => {
    const { codes, meter } = await read(bill);
    expect(codes).toMatchObject([{ symbology: 'qr', text: '00020126BR.GOV.BCB.PIX' }]);
    const [x, y] = codes[0] ? quadCentre(codes[0].box) : [0, 0];
    expect([Math.round(x / 50), Math.round(y / 50)]).toEqual([5, 7]);
    expect(meter.models().map(({ name }) => name)).toEqual(['zxing-wasm']);
  });

  test('finds none on a passport, and only existing ones on real specimens', async () => {
    expect((await read(await drawnPassport('silhouette'))).codes).toEqual([]);
    for (const { file, picture } of sampleOf(listRealSpecimens(), 4)) {
      const { codes } = await read(await sharp(picture).jpeg({ quality: 95 }).toBuffer());
      expect([file, codes.map(({ symbology }) => symbology)]).toEqual([
        file,
        file === '77_card-cmw.png' ? ['pdf417'] : [],
      ]);
    }
  });

  test.each(sampleOf([420, 1600, 3600], 1))(
    'of a page %i pixels wide says where in the picture a code is',
    async (widthPx) => {
      const jpeg = await sharp(bill).resize(widthPx).jpeg({ quality: 95 }).toBuffer();
      const page = await decodeRaster(jpeg, { shortestPx: 1000, longestPx: 2000 });
      const toPicture = ([x, y]: Point): Point => [x / page.scale, y / page.scale];
      const codes = await readPageBarcodes(reader, jpeg, { page, upright: page.raster, toPicture }, createPageMeter());
      expect(codes.map(({ text }) => text)).toEqual(['00020126BR.GOV.BCB.PIX']);
      const [x, y] = codes[0] ? quadCentre(codes[0].box) : [0, 0];
      expect([Math.round((x / widthPx) * 32), Math.round((y / widthPx) * 32)]).toEqual([5, 7]);
    },
  );

  test('reads a light code on dark paper', async () => {
    const dark = await sharp(bill).negate().jpeg({ quality: 90 }).toBuffer();
    expect((await read(dark)).codes.map(({ text }) => text)).toEqual(['00020126BR.GOV.BCB.PIX']);
  });
});
