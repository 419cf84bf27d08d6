import type { MrzFormat } from '../../mrz/format.ts';
import type { FaceTemplate } from '../../traits.ts';
import type { ReadLanguage } from '../../documents/written-languages.ts';

/** What may read lines with letters a second time: Tesseract, or our own net of print. */
export const secondReaders = ['tesseract', 'print-line'] as const;
export type SecondReaderName = (typeof secondReaders)[number];

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
  /**
   * Whether a second reader saw the same letters, marks and spaces aside. Absent where none was asked: digits, stored results
   * of old.
   */
  agreed?: boolean | undefined;
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
  /**
   * Two independent recognisers: our OCR-B line net first, the general text recogniser second. `second` is null when it did not
   * fit the format.
   */
  first: MrzCandidate;
  second: MrzCandidate | null;
  box: Quad;
}

/** Name and hash of a model that took part in an answer. */
export interface ModelReference {
  name: string;
  sha256: string;
}

export const barcodeSymbologies = ['pdf417', 'qr'] as const;
export type BarcodeSymbology = (typeof barcodeSymbologies)[number];

/** A barcode, error-corrected by its own code words: what it says is certain, who printed it is not. */
export interface Barcode {
  symbology: BarcodeSymbology;
  /** As encoded, control characters included (AAMVA separates its lines with them). */
  text: string;
  box: Quad;
}

/** A part of a page, as fractions of its width and height; what is cut off reaches beyond 0..1. */
export interface PageArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something on a page that speaks for a change after its making. A hint with its evidence, never a proof. */
export interface PageSignal {
  /** 0: no sign of it, 1: every sign of it. */
  score: number;
  /** Null when it concerns the whole page. */
  area: PageArea | null;
  /** What was seen, in plain words without anything of the document's content. */
  evidence: string;
}

/** How the page came into being, as far as its pixels and its file tell. Null: it was not looked for or could not be told. */
export interface PageSignals {
  /** 0..1: the pixel grid of a screen in the picture's spectrum. */
  screenScore: number | null;
  /** 0..1: a black-and-white copy of the document in place of the document. */
  copyScore: number | null;
  /** Part of the picture was compressed at another time than the rest. */
  recompression: PageSignal | null;
  /** The portrait's edges are those of a pasted picture. */
  portraitEdges: PageSignal | null;
  /** The portrait did not go through the compression of the page around it. */
  portraitCompression: PageSignal | null;
  /** A line of text did not go through the compression of the page around it. */
  textCompression: PageSignal | null;
  /** The same print is in two places of the page, to the pixel. */
  copiedLine: PageSignal | null;
  /** The file names a program that edits pictures or PDFs as its maker. */
  editorMetadata: PageSignal | null;
  /** A program that anybody has made the file within the last days. */
  freshFile: PageSignal | null;
  /** A signature of the file is not right. Score 0: an issuer that the operator named signed the whole file. */
  signature: PageSignal | null;
}

/** A page of which nothing is known but what is printed on it. */
export const noSignals: PageSignals = {
  screenScore: null,
  copyScore: null,
  recompression: null,
  portraitEdges: null,
  portraitCompression: null,
  textCompression: null,
  copiedLine: null,
  editorMetadata: null,
  freshFile: null,
  signature: null,
};

export const pageSources = ['picture', 'pdf'] as const;
export type PageSource = (typeof pageSources)[number];

/** Everything that was read from one picture of a document page. Facts only: what they mean is for the step to judge. */
export interface PageReading {
  widthPx: number;
  heightPx: number;
  /** Clockwise turn, in degrees, that makes the text upright. */
  turnDegrees: 0 | 90 | 180 | 270;
  lines: TextLine[];
  mrz: MrzZone | null;
  /** Machine-readable zones elsewhere in the picture, each of another document. Absent: none, or the result is an old one. */
  otherZones?: number | undefined;
  barcodes: Barcode[];
  signals: PageSignals;
  /** Counted from 1 within the file; a picture has one page. */
  pageNumber: number;
  source: PageSource;
  /** Whether `lines` are the text that the PDF itself carries, not what was recognised in its picture. */
  textLayer: boolean;
  /** Languages in which a second reader spelled the lines. */
  spelledIn: ReadLanguage[];
  /** The largest face on the page as a template; null when there is none, or none was looked for. */
  portrait: FaceTemplate | null;
  /** Where that face is, also when it is too small to be compared. Absent: there is none, or the result is an old one. */
  portraitArea?: PageArea | undefined;
  /** Which of the pages that were cut out of one picture this is. Absent: the whole picture was read. */
  cut?: { number: number; count: number } | undefined;
  models: ModelReference[];
  /** Wall time of the whole page, and what the models' own runs took together; two readers run side by side, so it may be more. */
  totalMs: number;
  recogniserMs: number;
}

/** A page or card that was cut out of a picture which shows more than it. */
export interface CutPage {
  jpeg: Buffer;
  /** Where in the picture it was. */
  area: PageArea;
}

/**
 * The pages and cards of a normalised picture, each to be read by itself. Empty when the picture is to be read whole: a page fills it,
 * or what lies around it could not be told from it.
 */
export type PageCutter = (jpeg: Buffer) => Promise<CutPage[]>;

/**
 * Whether a small picture of a scanned page looks like one that is filled in: false for covers, which hold next to nothing, and for terms,
 * which are running text. It only says which page to read first.
 */
export type PageGlance = (jpeg: Buffer) => Promise<boolean>;

export interface PageReader {
  /**
   * Reads a normalised picture. `textLayer`: what the file itself says stands on the page; it is believed where the page shows
   * the same. `country`: whose document it is said to be (ISO 3166-1 alpha-2), which tells the languages of its words; a
   * machine-readable zone knows better. `isLate`: asked before each run of a model, true breaks the reading off. Throws only when the models
   * themselves fail (we could not tell). @throws OutOfTime when it was late
   */
  read(
    jpeg: Buffer,
    options?: { textLayer?: readonly TextLine[]; country?: string | null; isLate?: () => boolean },
  ): Promise<PageReading>;
}
