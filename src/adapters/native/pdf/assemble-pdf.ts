/** A page as a JPEG, and its printed size. */
export interface PdfPicture {
  jpeg: Buffer;
  widthPx: number;
  heightPx: number;
  pointsPerPixel: number;
}

/** Of a page at its full size. */
export const pointsPerPixel = 72 / 200;

/** A PDF 1.4 that contains only pictures, one per page: nothing in it can run, hide, or reveal its origin. */
export function assemblePdf(pictures: readonly PdfPicture[]): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
  const firstPage = 3;
  const kids = pictures.map((_, index) => `${firstPage + 3 * index} 0 R`);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pictures.length} >>`);
  for (const [index, { jpeg, widthPx, heightPx, pointsPerPixel: scale }] of pictures.entries()) {
    const page = firstPage + 3 * index;
    const [width, height] = [widthPx, heightPx].map((px) => (px * scale).toFixed(2));
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${page + 1} 0 R ` +
        `/Resources << /XObject << /P ${page + 2} 0 R >> >> >>`,
    );
    add(toStream('', Buffer.from(`${width} 0 0 ${height} 0 0 cm /P Do`, 'latin1')));
    const picture = `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /ColorSpace /DeviceRGB `;
    add(toStream(`${picture}/BitsPerComponent 8 /Filter /DCTDecode `, jpeg));
  }

  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const offsets: number[] = [];
  for (const [index, body] of objects.entries()) {
    offsets.push(length);
    push(Buffer.from(`${index + 1} 0 obj\n`));
    push(body);
    push(Buffer.from('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = length;
  push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}`));
  push(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function toStream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries}/Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}
