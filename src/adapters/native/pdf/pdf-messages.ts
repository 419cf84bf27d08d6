import type { PdfFault } from '../../../domain/ports/pages/pdf-opener.ts';

/** The requests to the process that holds a PDF. It answers each request once, in order. */
/** `share`: of the page's full size. */
export type PdfQuestion =
  | { ask: 'open'; pdf: Uint8Array; maxPages: number }
  | { ask: 'text'; index: number }
  | { ask: 'page'; index: number; share: number };

/** A printed line of the page's own text; the box in pixels of the drawn page. */
export interface PdfTextLine {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type PdfAnswer =
  | { answer: 'ready' }
  | { answer: 'fault'; fault: PdfFault }
  | {
      answer: 'opened';
      pageCount: number;
      producer: string | null;
      creator: string | null;
      creationDate: string | null;
      modificationDate: string | null;
    }
  /** `rgbx`: four bytes per pixel, the fourth without meaning. */
  | { answer: 'page'; widthPx: number; heightPx: number; rgbx: Uint8Array }
  | { answer: 'text'; lines: PdfTextLine[]; fonts: string[] };
