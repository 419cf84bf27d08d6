import QRCode from 'qrcode';

/** White modules around the code, as ISO/IEC 18004 requires. */
const quietZone = 4;

/** A text as a QR code: a black-and-white SVG without external colours, styles or scripts. */
export function qrCodeSvg(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * quietZone;
  const dark: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) dark.push(`M${column + quietZone} ${row + quietZone}h1v1h-1z`);
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${dark.join('')}"/></svg>`
  );
}
