import type { IssuedDocuments } from './signature-verifier.ts';
import type { MrzFormat } from '../../mrz/format.ts';
import type { FaceTemplate } from '../../traits.ts';
import type { ReadLanguage } from '../../documents/written-languages.ts';

/** A corner in pixels of the given picture (before any rotation by the reader). */
export type Point = readonly [x: number, y: number];
/** Corners of a text line in reading order: start of the top edge, end of the top edge, end and start of the bottom edge. */
export type Quad = readonly [Point, Point, Point, Point];

/** One line of printed text outside the machine-readable zone. */
export interface TextLine {
  text: string;
  /** Mean probability of the characters, 0..1, according to the recogniser (not calibrated). */
  confidence: number;
  box: Quad;
  /**
   * Whether a second recogniser read the same letters, ignoring diacritics and spaces. Missing when none was asked: for one or two
   * letters or digits, and in older results.
   */
  agreed?: boolean | undefined;
  /** They read the same letters from this place of the text on: one of them may have misread a label before it. */
  agreedFrom?: number | undefined;
  /** Or they read the same words at its beginning, up to this: a date, and differ in the place behind it. */
  agreedStart?: string | undefined;
  /**
   * The line as the second recogniser read it, if it took letters for digits, or the other way round, and saw everything else the same: a
   * number's shape may decide between `GOP0E` and `GOPOE`.
   */
  readOtherwise?: string | undefined;
  /** The line as the second recogniser read it, if a word of it is in the script of the page's country and that is not the Latin one. */
  native?: string | undefined;
  /** The same text is in the text layer of a file that a listed issuer signed. Whether that issuer vouches for it depends on the document. */
  signed?: boolean | undefined;
}

/** One recogniser's reading of the whole machine-readable zone, decoded under the ICAO 9303 alphabet of each position. */
export interface MrzCandidate {
  /** The lines, each with exactly the format's length. */
  lines: readonly string[];
  /** Probability of each character of each line, 0..1, according to the recogniser. */
  confidences: readonly (readonly number[])[];
}

export interface MrzZone {
  format: MrzFormat;
  /**
   * Two independent recognisers: first our OCR-B line recogniser, second the general text recogniser. `second` is null when its reading did
   * not fit the format.
   */
  first: MrzCandidate;
  second: MrzCandidate | null;
  box: Quad;
  /** Where the first recogniser saw the characters of each line. Missing in older results. */
  rows?: readonly MrzRow[] | undefined;
}

export interface MrzRow {
  box: Quad;
  /** The middle of each character, as a share of the box's width. */
  middles: readonly number[];
}

/** Name and hash of a model that was used for a result. */
export interface ModelReference {
  name: string;
  sha256: string;
}

export const barcodeSymbologies = ['pdf417', 'qr'] as const;
export type BarcodeSymbology = (typeof barcodeSymbologies)[number];

/** A barcode, error-corrected by its own code words: its content is certain, its author is not. */
export interface Barcode {
  symbology: BarcodeSymbology;
  /** As encoded, control characters included (AAMVA separates its lines with them), but without fingerprints. */
  text: string;
  box: Quad;
}

/** A part of a page, as fractions of its width and height. A part that is cut off extends beyond 0..1. */
export interface PageArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A sign that a page was changed after it was made. A hint with its evidence, never a proof. */
export interface PageSignal {
  /** 0: no sign, 1: every sign. */
  score: number;
  /** Null when it concerns the whole page. */
  area: PageArea | null;
  /** The observation in plain words, without the document's content. */
  evidence: string;
}

/** `issues`: the documents that the issuer of a valid signature makes. */
export interface SignatureSignal extends PageSignal {
  issues?: readonly IssuedDocuments[] | undefined;
}

/** How the page was made, as far as its pixels and its file show. Null: not measured, or not measurable. */
export interface PageSignals {
  /** 0..1: a screen's pixel grid in the picture's spectrum. */
  screenScore: number | null;
  /** 0..1: a black-and-white copy instead of the document. */
  copyScore: number | null;
  /** Part of the picture was compressed at another time than the rest. */
  recompression: PageSignal | null;
  /** The portrait's edges are those of a pasted picture. */
  portraitEdges: PageSignal | null;
  /** The portrait's compression history differs from that of the page around it. */
  portraitCompression: PageSignal | null;
  /** A neural network finds that the face was put on the picture after the page was photographed. */
  portraitInsertion: PageSignal | null;
  /** A line's compression history differs from that of the page around it. */
  textCompression: PageSignal | null;
  /** The same print appears in two places of the page, pixel by pixel. */
  copiedLine: PageSignal | null;
  /** The file names a program for editing pictures or PDFs as its maker. */
  editorMetadata: PageSignal | null;
  /** A widely available program made the file within the last days. */
  freshFile: PageSignal | null;
  /** A signature of the file is invalid. Score 0: an issuer that the operator named signed the whole file. */
  signature: SignatureSignal | null;
}

/** A page of which only the printed text is known. */
export const noSignals: PageSignals = {
  screenScore: null,
  copyScore: null,
  recompression: null,
  portraitEdges: null,
  portraitCompression: null,
  portraitInsertion: null,
  textCompression: null,
  copiedLine: null,
  editorMetadata: null,
  freshFile: null,
  signature: null,
};

export const pageSources = ['picture', 'pdf'] as const;
export type PageSource = (typeof pageSources)[number];

/** A face of a page that can be compared, although it may be a second, faint print of the portrait (a ghost image). */
export interface ClearFace {
  area: PageArea;
  template: FaceTemplate;
}

/** Everything that was read from one picture of a document page. Facts only; the step judges them. */
export interface PageReading {
  widthPx: number;
  heightPx: number;
  /** The clockwise rotation, in degrees, that makes the text upright. */
  turnDegrees: 0 | 90 | 180 | 270;
  lines: TextLine[];
  mrz: MrzZone | null;
  /** Machine-readable zones elsewhere in the picture, each of another document. Missing: none, or an older result. */
  otherZones?: number | undefined;
  barcodes: Barcode[];
  signals: PageSignals;
  /** Counted from 1 within the file; a picture has one page. */
  pageNumber: number;
  source: PageSource;
  /** Whether `lines` are the PDF's own text layer and not recognised from its picture. */
  textLayer: boolean;
  /** Languages in which a second recogniser spelled the lines. */
  spelledIn: ReadLanguage[];
  /** Whether lines count as agreed only if the ink below their letters confirms them. Missing in older results. */
  areMarksBelowSeen?: boolean | undefined;
  /** The template of the largest face on the page; null when there is none, or none was requested. */
  portrait: FaceTemplate | null;
  /** The position of that face, even if it is too small to compare. Missing: none, or an older result. */
  portraitArea?: PageArea | undefined;
  /**
   * The templates of other faces of that size where the portrait can be; null for a face that cannot be compared. Missing: none, or an
   * older result.
   */
  rivalPortraits?: (FaceTemplate | null)[] | undefined;
  /**
   * Every face on the document that is clear enough to be compared: its portrait, and second, fainter prints of it (ghost images). Missing in
   * older results.
   */
  clearFaces?: ClearFace[] | undefined;
  /** The index of this page among those cut out of one picture. Missing: the whole picture was read. */
  cut?: { number: number; count: number } | undefined;
  models: ModelReference[];
  /** Wall time of the whole page, and the sum of the models' run times, which may be larger: a run that waits for another one counts the wait. */
  totalMs: number;
  recogniserMs: number;
}

/** A page or card that was cut out of a larger picture. */
export interface CutPage {
  jpeg: Buffer;
  /** Its position in the picture. */
  area: PageArea;
}

/**
 * The pages and cards in a normalised picture, each to be read separately. Empty when the picture should be read as a whole: a page fills
 * it, or the page cannot be distinguished from its surroundings.
 */
export type PageCutter = (jpeg: Buffer) => Promise<CutPage[]>;

/**
 * Whether a small picture of a scanned page looks like a filled-in page: false for covers, which are almost empty, and for terms, which are
 * running text. It only determines which page to read first.
 */
export type PageGlance = (jpeg: Buffer) => Promise<boolean>;

export interface PageReader {
  /**
   * Reads a normalised picture. `textLayer`: the file's own text of the page, which is used where the page shows the same. `country`: the
   * claimed issuer (ISO 3166-1 alpha-2), which determines the languages; a machine-readable zone takes precedence. `isLate`: called before
   * each model run; true cancels the reading. Throws only when the models themselves fail, which means that the service could not tell.
   * @throws OutOfTime when it was late
   */
  read(
    jpeg: Buffer,
    options?: { textLayer?: readonly TextLine[]; country?: string | null; isLate?: () => boolean },
  ): Promise<PageReading>;
}
