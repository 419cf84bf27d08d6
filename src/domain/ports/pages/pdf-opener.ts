import type { TextLine } from './page-reader.ts';
import type { FileSignature } from './signature-verifier.ts';

/** Most pages that are ever looked at, whatever a flow allows. */
export const mostPdfPages = 20;

/** Why nothing can be said of a PDF. */
export const pdfFaults = [
  'file.unreadable_pdf',
  'file.encrypted_pdf',
  'file.too_many_pages',
  'file.page_too_large',
] as const;
export type PdfFault = (typeof pdfFaults)[number];

export interface RenderedPage {
  jpeg: Buffer;
  widthPx: number;
  heightPx: number;
  /** The text that the file carries for this page, boxes in pixels of the picture; empty where the page is a picture itself. */
  textLayer: TextLine[];
}

/** What a file says of itself. */
export interface PdfFacts {
  /** Programs that the file names as its makers, as written there; null where it names none. */
  producer: string | null;
  creator: string | null;
  /** When the file says that it was made; null where it does not say. */
  createdAt: Date | null;
  /** What its signatures come to; null where it has none. Absent where nobody looked. */
  signature?: FileSignature | null | undefined;
}

/** How a file is made, for a reviewer who knows how its issuer makes them. None of it is proof: the maker of the file wrote it. */
export interface PdfMake extends PdfFacts {
  pageCount: number;
  /** Pages that have text; the others are pictures. */
  textPages: number;
  /** As the file calls them. */
  fonts: string[];
  /** How often it was saved: a file that was changed after it was finished has more than one. */
  revisions: number;
  /** How many signatures are in it. */
  signatures: number;
}

/** A PDF whose pages are drawn as they are asked for. @throws what only `PdfOpener.read` catches, when a page cannot be drawn */
export interface OpenedPdf extends PdfFacts {
  pageCount: number;
  /** The text that the file carries for a page, as in `RenderedPage`; nothing is drawn for it. */
  textOf(index: number): Promise<TextLine[]>;
  /** A page at half its size: enough to see what sort of page it is. */
  sketch(index: number): Promise<Buffer>;
  draw(index: number): Promise<RenderedPage>;
}

/** What came of a PDF, and what may be kept of it. */
export interface ReadPdf<T> {
  result: T;
  make: PdfMake;
  /**
   * A PDF of pictures of all its pages and nothing else: no scripts, attachments, metadata or hidden text. Pages that nobody drew are
   * there as sketches.
   */
  copy: Buffer;
  /** Of the first page. */
  widthPx: number;
  heightPx: number;
}

/** Opens PDFs of strangers where they can do no harm. What a file contains is an answer; @throws OutOfTime for one that takes too long. */
export interface PdfOpener {
  /** A quick look, without drawing anything. `maxPages` is at most `mostPdfPages`, here and below. */
  look(pdf: Buffer, options: { maxPages: number }): Promise<{ pageCount: number } | { fault: PdfFault }>;
  /** Holds the PDF open for `use`. A page that cannot be drawn makes the whole file a fault. */
  read<T>(
    pdf: Buffer,
    options: { maxPages: number },
    use: (opened: OpenedPdf) => Promise<T>,
  ): Promise<ReadPdf<T> | { fault: PdfFault }>;
}
