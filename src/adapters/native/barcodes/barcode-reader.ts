import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader';
import { withoutFingerprints } from '../../../domain/barcodes/parse-card.ts';
import type { Barcode, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { findBarredAreas } from './barred-area-finder.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { mapQuad, quadHeight, quadWidth, rectangleQuad, quadCentre, quadDirection } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';

export interface BarcodeReader {
  /** The PDF417 and QR codes of a page, boxes in pixels of the raster. */
  read(raster: Raster, meter: PageMeter): Promise<Barcode[]>;
}

/** `Plain` returns the text as encoded. The default spells out control characters, which AAMVA uses to separate lines. */
const options: ReaderOptions = {
  formats: ['PDF417', 'QRCode'],
  textMode: 'Plain',
  /** A code that names no character set: otherwise the decoder guesses, and a record with binary parts may get another one. */
  characterSet: 'ISO8859_1',
  tryHarder: true,
  tryRotate: true,
  /** Light codes on dark paper. Of 122 pictures of QR codes, this reads three more, at no measurable cost. */
  tryInvert: true,
  tryDownscale: false,
};

/** The clear margin that is added around a barred area, as a share of its height. */
const marginShare = 0.2;
/** A rectified area is drawn this large: bars of two pixels and less cannot be distinguished. */
const straightWidth = { leastPx: 1400, mostPx: 2400 };
/** Further angles that are tried after the measured one, in degrees: the decoder fails at about two. */
const turns = [0, -1, 1, -2, 2, -3, 3];

/** Loads the decoder from the disk; it runs as WebAssembly, apart from this process's memory. */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const engine = { name: 'zxing-wasm', sha256: createHash('sha256').update(wasm).digest('hex') };

  async function decode(grey: Uint8Array | Float32Array, widthPx: number, heightPx: number, meter: PageMeter) {
    const picture = toGreymap(grey, widthPx, heightPx);
    const startedAt = performance.now();
    const found = await readBarcodes(picture, options);
    meter.count(engine, performance.now() - startedAt);
    return found.flatMap((result) => toBarcode(result) ?? []);
  }

  /** A tilted code is found by its bars and rectified before it is read. */
  async function readArea(raster: Raster, area: Quad, meter: PageMeter): Promise<Barcode[]> {
    for (const turn of turns) {
      const straight = straighten(area, turn);
      const scale =
        Math.min(straightWidth.mostPx, Math.max(straightWidth.leastPx, quadWidth(straight))) / quadWidth(straight);
      const width = Math.round(quadWidth(straight) * scale);
      const height = Math.max(1, Math.round(quadHeight(straight) * scale));
      const found = await decode(sampleQuad(raster, straight, width, height), width, height, meter);
      if (found.length > 0) return found.map((code) => ({ ...code, box: backOnto(straight, code.box, width, height) }));
    }
    return [];
  }

  return {
    async read(raster, meter) {
      meter.name(engine);
      const found = await decode(raster.data, raster.widthPx, raster.heightPx, meter);
      if (found.some(({ symbology }) => symbology === 'pdf417')) return found;
      for (const area of findBarredAreas(raster)) {
        const more = await readArea(raster, area, meter);
        found.push(...more.filter(({ text }) => !found.some((known) => known.text === text)));
      }
      return found;
    },
  };
}

function straighten(area: Quad, turnDegrees: number): Quad {
  const [x, y] = quadDirection(area);
  const turn = (turnDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const margin = 2 * marginShare * quadHeight(area);
  return rectangleQuad(
    quadCentre(area),
    [x * cos - y * sin, x * sin + y * cos],
    quadWidth(area) + margin,
    quadHeight(area) + margin,
  );
}

/** From pixels of the rectified area to pixels of the raster. */
function backOnto([topLeft, topRight, , bottomLeft]: Quad, box: Quad, widthPx: number, heightPx: number): Quad {
  return mapQuad(box, ([x, y]) => [
    topLeft[0] + ((topRight[0] - topLeft[0]) * x) / widthPx + ((bottomLeft[0] - topLeft[0]) * y) / heightPx,
    topLeft[1] + ((topRight[1] - topLeft[1]) * x) / widthPx + ((bottomLeft[1] - topLeft[1]) * y) / heightPx,
  ]);
}

function toBarcode({ isValid, symbology, text, position }: ReadResult): Barcode | null {
  if (!isValid || text === '') return null;
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  const box: Quad = [
    [topLeft.x, topLeft.y],
    [topRight.x, topRight.y],
    [bottomRight.x, bottomRight.y],
    [bottomLeft.x, bottomLeft.y],
  ];
  if (symbology === 'PDF417') return { symbology: 'pdf417', text: withoutFingerprints(text), box };
  return symbology === 'QRCode' ? { symbology: 'qr', text, box } : null;
}

/** A file in the binary form of PGM: a quarter of the bytes of a browser's canvas, which the decoder would make grey again. */
function toGreymap(grey: Uint8Array | Float32Array, width: number, height: number): Uint8Array {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + grey.length);
  file.set(head);
  if (grey instanceof Uint8Array) file.set(grey, head.length);
  else for (let i = 0; i < grey.length; i++) file[head.length + i] = (grey[i] ?? 0) + 0.5;
  return file;
}
