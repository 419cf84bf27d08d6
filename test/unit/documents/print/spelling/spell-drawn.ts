import type { ReadableLine } from '../../../../../src/adapters/native/spelling/line-agreement.ts';
import { cutLine } from '../../../../../src/adapters/native/spelling/line-cut.ts';
import { createLineSpeller } from '../../../../../src/adapters/native/spelling/line-speller.ts';
import { drawLine, placeWords } from '../../../../support/documents/draw-line.ts';
import { createPageMeter } from '../../../../../src/adapters/native/nets/page-meter.ts';
import type { Raster } from '../../../../../src/adapters/native/rasters/raster.ts';
import type { SecondReader } from '../../../../../src/adapters/native/spelling/second-reader.ts';
import type { Quad } from '../../../../../src/domain/ports/pages/page-reader.ts';
import type { ReadLanguage } from '../../../../../src/domain/documents/written-languages.ts';

export const raster: Raster = { data: new Uint8Array(200 * 40).fill(255), widthPx: 200, heightPx: 40 };
export const box: Quad = [
  [0, 0],
  [200, 0],
  [200, 40],
  [0, 40],
];
/** A second reader that reads the same on every line. */
export function readerOf(text: string, confidence = 0.95): SecondReader {
  const words = text.split(' ').map((word) => ({ text: word, from: 0, to: 1, confidence }));
  return { read: () => Promise.resolve({ text, confidence, words }) };
}

export const languages: ReadLanguage[] = ['fra', 'pol', 'slv'];

/** Spells a line that is printed as the second reader reads it: marks count only where they are in the ink. */
export async function spellPrinted(
  line: Omit<ReadableLine, 'box'>,
  seen: string,
  { confidence = 0.95, inInkAlone = seen, inOtherCuts = null as string | null, printed = seen, own = languages } = {},
) {
  const drawn = await drawLine(printed);
  const words = placeWords(drawn, printed, { read: seen, confidence });
  const readings = [seen, inInkAlone];
  const [usual] = cutLine(drawn.raster, drawn.box).box;
  const reader: SecondReader = {
    read: (cut) => {
      // The ink alone is in another raster.
      const isOtherCut = cut.raster === drawn.raster && cut.box[0][1] !== usual[1];
      if (!isOtherCut) return Promise.resolve({ text: readings.shift() ?? '', confidence, words });
      return Promise.resolve(
        inOtherCuts === null ? null : { text: inOtherCuts, confidence, words: placeWords(drawn, inOtherCuts) },
      );
    },
  };
  return createLineSpeller(reader).spell(drawn.raster, { ...line, box: drawn.box }, own, createPageMeter());
}
