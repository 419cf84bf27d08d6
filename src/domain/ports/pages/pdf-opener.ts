import type { TextLine } from './page-reader.ts';

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

export interface RenderedPdf {
  pages: RenderedPage[];
  /** A PDF of the rendered pages and nothing else: no scripts, attachments, metadata or hidden text. */
  copy: Buffer;
  /** Programs that the file names as its makers, as written there; null where it names none. */
  producer: string | null;
  creator: string | null;
  /** When the file says that it was made; null where it does not say. */
  createdAt: Date | null;
}

/** Opens PDFs of strangers where they can do no harm. What a file contains is an answer; @throws OutOfTime for one that takes too long. */
export interface PdfOpener {
  /** A quick look, without drawing anything. `maxPages` is at most `mostPdfPages`, here and below. */
  look(pdf: Buffer, options: { maxPages: number }): Promise<{ pageCount: number } | { fault: PdfFault }>;
  /** Every page as a picture. */
  render(pdf: Buffer, options: { maxPages: number }): Promise<RenderedPdf | { fault: PdfFault }>;
}
