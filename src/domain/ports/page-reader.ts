import type { MrzFormat } from '../mrz/format.ts';

/** A corner in pixels of the picture as it was given (before any turn that the reader made). */
export type Point = readonly [x: number, y: number];
/** Corners of a text line in reading order: start of the top edge, end of the top edge, end and start of the bottom edge. */
export type Quad = readonly [Point, Point, Point, Point];

/** One line of printed text outside the machine-readable zone. */
export interface TextLine {
  text: string;
  /** Mean probability of the characters, 0..1, as the recogniser says (not calibrated). */
  confidence: number;
  box: Quad;
}

/** What one recogniser made of the whole machine-readable zone, decoded under the ICAO 9303 alphabet of each position. */
export interface MrzCandidate {
  /** The lines, each exactly as long as the format demands. */
  lines: readonly string[];
  /** Probability of each character of each line, 0..1, in the recogniser's own view. */
  confidences: readonly (readonly number[])[];
}

export interface MrzZone {
  format: MrzFormat;
  /** Two independent recognisers: our OCR-B line net first, the general text recogniser second. `second` is null when it did not fit the format. */
  first: MrzCandidate;
  second: MrzCandidate | null;
  box: Quad;
}

/** Name and hash of a model that took part in an answer. */
export interface ModelReference {
  name: string;
  sha256: string;
}

/** Everything that was read from one picture of a document page. Facts only: what they mean is for the step to judge. */
export interface PageReading {
  widthPx: number;
  heightPx: number;
  /** Clockwise turn, in degrees, that makes the text upright. */
  turnDegrees: 0 | 90 | 180 | 270;
  lines: TextLine[];
  mrz: MrzZone | null;
  models: ModelReference[];
  /** Wall time of the whole page, and the part of it that was spent inside the models' own runs. */
  totalMs: number;
  recogniserMs: number;
}

export interface PageReader {
  /** Reads a normalised picture. Throws only when the models themselves fail (we could not tell). */
  read(jpeg: Buffer): Promise<PageReading>;
}
