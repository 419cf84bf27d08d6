import type { ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import type { Raster } from '../rasters/raster.ts';

/** A line is straightened to this height; places of words are columns of that picture. */
export const lineHeightPx = 36;

/** A word of a line, and its columns in the picture; `to` is behind the last one. */
export interface PlacedWord {
  text: string;
  from: number;
  to: number;
  /** 0..1. */
  confidence: number;
  /** The column of the middle of each character of the text. */
  middles?: readonly number[];
  /** The next word follows without a space, behind a slash. */
  isGlued?: boolean;
}

/** The words as one text. */
export function textOfWords(words: readonly Pick<PlacedWord, 'text' | 'isGlued'>[]): string {
  return words
    .map(({ text, isGlued }) => (isGlued === true ? text : `${text} `))
    .join('')
    .trimEnd();
}

/** What the second reader says of a line; `confidence`: 0..1. */
export interface SecondReading {
  text: string;
  confidence: number;
  words: readonly PlacedWord[];
}

/** A line of the page with room for its marks, and the same straightened: luminance 0..255, `lineHeightPx` rows. */
export interface LineCut {
  raster: Raster;
  box: Quad;
  pixels: Float32Array;
  widthPx: number;
}

/** Reads lines that the first reader has read. */
export interface SecondReader {
  /** Counts its runs in the meter. Null where it has no answer; never rejects. */
  read(line: LineCut, languages: readonly ReadLanguage[], meter: PageMeter): Promise<SecondReading | null>;
}
