import type { PdfFacts, PdfFault, PdfOpener, RenderedPage } from '../../../src/domain/ports/pages/pdf-opener.ts';

type DrawnPdf = PdfFacts & { pages: RenderedPage[]; copy: Buffer };

/** Every page of a PDF as a picture at its full size. */
export async function drawAllPages(
  opener: Pick<PdfOpener, 'read'>,
  pdf: Buffer,
  maxPages = 20,
): Promise<DrawnPdf | { fault: PdfFault }> {
  const read = await opener.read(pdf, { maxPages }, async ({ pageCount, draw, producer, creator, createdAt }) => {
    const pages: RenderedPage[] = [];
    for (let index = 0; index < pageCount; index++) pages.push(await draw(index));
    return { pages, producer, creator, createdAt };
  });
  return 'fault' in read ? read : { ...read.result, copy: read.copy };
}
