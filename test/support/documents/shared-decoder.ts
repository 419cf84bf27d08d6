import { createPictureDecoder, type PictureDecoder } from '../../../src/adapters/native/decoding/picture-decoder.ts';
import { createPdfOpener } from '../../../src/adapters/native/pdf/pdf-opener.ts';
import type { PdfOpener } from '../../../src/domain/ports/pages/pdf-opener.ts';

let decoder: PictureDecoder | undefined;
let pdfOpener: PdfOpener | undefined;

/** The decoder of this process, as a worker has one for all its queues: each new one starts a process. */
export function sharedDecoder(): PictureDecoder {
  return (decoder ??= createPictureDecoder());
}

/** What opens the files of this process's stacks. Each new opener starts a process that waits for a PDF. */
export function sharedOpeners(): { decoder: PictureDecoder; pdfOpener: PdfOpener } {
  return { decoder: sharedDecoder(), pdfOpener: (pdfOpener ??= createPdfOpener()) };
}
