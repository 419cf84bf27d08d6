import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { createPageMeter, type PageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { createPageReader } from '../../../src/adapters/native/pages/page-reader.ts';
import { decodeRaster } from '../../../src/adapters/native/rasters/decode-raster.ts';
import { mapQuad } from '../../../src/adapters/native/rasters/quad.ts';
import type { Raster } from '../../../src/adapters/native/rasters/raster.ts';
import { cutLine } from '../../../src/adapters/native/spelling/line-cut.ts';
import { createPrintLineReader } from '../../../src/adapters/native/spelling/print-line-reader.ts';
import { openTextRecogniser } from '../../../src/adapters/native/text/text-recogniser.ts';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import type { ReadLanguage } from '../../../src/domain/documents/written-languages.ts';
import type { Quad } from '../../../src/domain/ports/pages/page-reader.ts';

export const lineReaders = ['pp-ocr', 'print-line'] as const;
export type LineReaderName = (typeof lineReaders)[number];

/** Each reader's reading of a line. */
export type ReadLine = Readonly<Record<LineReaderName, string>>;

type Reader = (raster: Raster, box: Quad, languages: readonly ReadLanguage[], meter: PageMeter) => Promise<string>;

export interface LineReading {
  lines: ReadLine[];
  /** Milliseconds that each reader took for all lines. */
  tookMs: Readonly<Record<LineReaderName, number>>;
}

export interface LinesReader {
  /** The lines of a page outside its zone, each read by every reader alone. Null where the picture cannot be opened. */
  read(bytes: Buffer, country: string | null): Promise<LineReading | null>;
}

/** The number of pixels that the page reader works on. */
const rasterBounds = { shortestPx: 1000, longestPx: 2000 };

export async function openLinesReader(): Promise<LinesReader> {
  const models = createModelStore({ catalogue: readModelCatalogue() });
  const general = await openTextRecogniser(models);
  const printLine = await createPrintLineReader(
    await models.load('print-line'),
    models.readText('print-line-characters'),
  );
  // Finds the lines.
  const pages = await createPageReader(models);
  const normaliser = createImageNormaliser();
  const readers: Readonly<Record<LineReaderName, Reader>> = {
    'pp-ocr': async (raster, box, _languages, meter) => (await general.recognise(raster, box, meter)).text,
    'print-line': async (raster, box, languages, meter) =>
      (await printLine.read(cutLine(raster, box), languages, meter))?.text ?? '',
  };

  return {
    async read(bytes, country) {
      const normalised = await normaliser.normalise(bytes);
      if ('fault' in normalised) return null;
      const { jpeg } = normalised.image;
      const { lines, spelledIn } = await pages.read(jpeg, { country });
      const { raster, scale } = await decodeRaster(jpeg, rasterBounds);
      const boxes = lines.map(({ box }) => mapQuad(box, ([x, y]) => [x * scale, y * scale]));
      const texts = new Map<LineReaderName, string[]>();
      const tookMs = { 'pp-ocr': 0, 'print-line': 0 };
      for (const name of lineReaders) {
        const meter = createPageMeter();
        const read: string[] = [];
        for (const box of boxes) read.push((await readers[name](raster, box, spelledIn, meter)).trim());
        texts.set(name, read);
        tookMs[name] = meter.recogniserMs();
      }
      const textOf = (name: LineReaderName, at: number) => texts.get(name)?.[at] ?? '';
      return {
        lines: boxes.map((_, at) => ({
          'pp-ocr': textOf('pp-ocr', at),
          'print-line': textOf('print-line', at),
        })),
        tookMs,
      };
    },
  };
}
