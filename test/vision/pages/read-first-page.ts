import { createPdfOpener } from '../../../src/adapters/native/pdf/pdf-opener.ts';
import { drawAllPages } from '../../support/documents/draw-all-pages.ts';
import { openPageReader } from '../open-page-reader.ts';

export const printed = [
  'Conta de luz - agosto de 2034',
  'João Gonçalves Peçanha',
  'Rua das Flores, 12',
  'São Paulo SP',
];

/** Reads the first page of a PDF as a worker does: drawn, and with its own text where it has one. */
export async function readFirstPage(pdf: Buffer) {
  const opener = createPdfOpener();
  try {
    const drawn = await drawAllPages(opener, pdf);
    if ('fault' in drawn) throw new Error(drawn.fault);
    const [page] = drawn.pages;
    if (page === undefined) throw new Error('no page');
    const reader = await openPageReader();
    return await reader.read(page.jpeg, { textLayer: page.textLayer });
  } finally {
    opener.close();
  }
}
