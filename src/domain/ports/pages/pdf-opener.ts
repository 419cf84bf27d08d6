import type { TextLine } from './page-reader.ts';
import type { FileSignature } from './signature-verifier.ts';

/** The most pages that are ever examined, whatever a flow allows. */
export const mostPdfPages = 20;

/** Why a PDF cannot be used. */
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
  /** The file's text layer for this page, with boxes in pixels of the picture; empty where the page is a picture itself. */
  textLayer: TextLine[];
}

/** A file's statements about itself. */
export interface PdfFacts {
  /** Programs that the file names as its makers, as written there; null when it names none. */
  producer: string | null;
  creator: string | null;
  /** The creation time in the file; null when there is none. */
  createdAt: Date | null;
  /** The time of the last change in the file; null when there is none. Missing in what an older version stored. */
  changedAt?: Date | null | undefined;
  /** The result of its signatures; null when it has none. Missing when they were not verified. */
  signature?: FileSignature | null | undefined;
}

/** How a file is built, for a reviewer who knows its issuer's files. None of it is proof: the file's maker wrote it. */
export interface PdfMake extends PdfFacts {
  pageCount: number;
  /** The number of pages with text; the others are pictures. */
  textPages: number;
  /** Under their names in the file. */
  fonts: string[];
  /** How often it was saved: a file that was changed after it was finished has more than one. */
  revisions: number;
  /** The number of signatures in it. */
  signatures: number;
}

/** A PDF whose pages are rendered on request. @throws an error that only `PdfOpener.read` catches, when a page cannot be rendered */
export interface OpenedPdf extends PdfFacts {
  pageCount: number;
  /** The file's text layer for a page, as in `RenderedPage`, without rendering it. */
  textOf(index: number): Promise<TextLine[]>;
  /** A page at half its size: enough to tell what kind of page it is. */
  sketch(index: number): Promise<Buffer>;
  draw(index: number): Promise<RenderedPage>;
}

/** The result for a PDF, and what may be kept of it. */
export interface ReadPdf<T> {
  result: T;
  make: PdfMake;
  /**
   * A PDF that contains pictures of all its pages and nothing else: no scripts, attachments, metadata or hidden text. Pages that were not
   * rendered are included as sketches.
   */
  copy: Buffer;
  /** For the first page. */
  widthPx: number;
  heightPx: number;
}

/** Opens strangers' PDFs where they can do no harm. The content of a file is a result. @throws OutOfTime for one that takes too long */
export interface PdfOpener {
  /** A quick check without rendering. `maxPages` is at most `mostPdfPages`, here and below. */
  look(pdf: Buffer, options: { maxPages: number }): Promise<{ pageCount: number } | { fault: PdfFault }>;
  /** Opens the PDF for `use`. If a page cannot be rendered, the whole file is faulty. */
  read<T>(
    pdf: Buffer,
    options: { maxPages: number },
    use: (opened: OpenedPdf) => Promise<T>,
  ): Promise<ReadPdf<T> | { fault: PdfFault }>;
}
