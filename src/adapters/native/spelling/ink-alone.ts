import { wholeRaster } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { fold, isMarked, toSmall } from './letters.ts';
import { findInkLevel } from './ink-level.ts';
import type { LineCut } from './second-reader.ts';

/** Twice the height that the readers take, so that thin strokes stay. */
const heightPx = 72;

/** The line without everything that is lighter than the ink of its letters, such as guilloche; null where it has too little contrast. */
export function withInkAlone({ raster, box, pixels, widthPx }: LineCut): LineCut | null {
  const doubled = sampleQuad(lightestOf(raster), box, 2 * widthPx, heightPx);
  const ink = findInkLevel(doubled);
  if (ink === null) return null;
  const data = Uint8Array.from(doubled, (value) => Math.round(value < ink.level ? value : ink.paper));
  const cleaned: Raster = { data, widthPx: 2 * widthPx, heightPx };
  return { raster: cleaned, box: wholeRaster(cleaned), pixels, widthPx };
}

/** The picture in which print in colour is lighter than black print; as it is where that was not asked for. */
export function lightestOf(raster: Raster): Raster {
  return raster.lightest === undefined ? raster : { ...raster, data: raster.lightest };
}

/** Whether a reading of the ink alone ends with the same letters with marks as what was agreed on. */
export function endsWithMarksOf(text: string, inkAlone: string): boolean {
  return markedLettersOf(inkAlone).endsWith(markedLettersOf(text));
}

/** The Latin letters of a text that are not a to z, in small letters. */
export function markedLettersOf(text: string): string {
  const letters = Array.from(text.normalize('NFC')).filter((letter) => {
    return /\p{Script=Latin}/u.test(letter) && (isMarked(letter) || fold(letter).length > 1);
  });
  return letters.map(toSmall).join('');
}
