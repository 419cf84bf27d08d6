import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A bill of a fictitious person, with a text layer. */
export async function billPdf(lines: readonly string[], pageCount = 1): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setProducer('Example Energy Billing 3.1');
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let index = 0; index < pageCount; index++) {
    const page = document.addPage([595, 842]);
    for (const [row, text] of lines.entries()) page.drawText(text, { x: 50, y: 780 - 24 * row, size: 12, font });
  }
  return Buffer.from(await document.save());
}

/** A page that is a picture, as a scanner makes it. */
export async function scannedPdf(jpegs: readonly Buffer[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const jpeg of jpegs) {
    const picture = await document.embedJpg(jpeg);
    const width = 595;
    const height = (width * picture.height) / picture.width;
    document.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
  }
  return Buffer.from(await document.save());
}

/** A PDF of these objects (the first is the catalogue), without a table: readers rebuild it. */
export function pdfOfObjects(objects: readonly string[], trailer = ''): Buffer {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(
    `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer}>>\n%%EOF\n`,
    'latin1',
  );
}

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';

export function pageOfSize(width: number, height: number): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] >>`;
  return pdfOfObjects([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page]);
}

export function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
  return pdfOfObjects([
    catalogue,
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array<string>(count).fill(page),
  ]);
}

/** Forms that each draw the next one ten times: a billion drawings in two kilobytes. */
export function nestedForms(depth = 9): Buffer {
  const stream = (entries: string, content: string) =>
    `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const drawTenTimes = '/F Do '.repeat(10);
  const forms = Array.from({ length: depth }, (_, index) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F ${6 + index} 0 R >> >>`,
      drawTenTimes,
    ),
  );
  const last = stream('/Type /XObject /Subtype /Form /BBox [0 0 595 842]', '0 0 595 842 re f '.repeat(20));
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>';
  return pdfOfObjects([
    catalogue,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page,
    stream('', drawTenTimes),
    ...forms,
    last,
  ]);
}

/** Locked with an unknown password. */
export function encryptedPdf(): Buffer {
  const hex = (byte: string) => `<${byte.repeat(32)}>`;
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
  const encrypt = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${hex('a7')} /U ${hex('5c')} >>`;
  return pdfOfObjects(
    [catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, encrypt],
    `/Encrypt 4 0 R /ID [${hex('01')} ${hex('01')}] `,
  );
}

/** One content stream that unpacks to 2 GB of operators. */
export function unpackingBomb(): Buffer {
  const once = deflateSync(Buffer.alloc(100_000_000, 'q Q '), { level: 9 });
  const packed = deflateSync(once, { level: 9 }).toString('latin1');
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R] >>';
  const content = `<< /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
  return pdfOfObjects([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, content]);
}
