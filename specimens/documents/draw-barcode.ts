import bwipjs, { type RenderOptions } from 'bwip-js/node';
import type { Random } from '../drawing/create-random.ts';

export interface DrawnBarcode {
  png: Buffer;
  /** Width by height. */
  aspect: number;
  text: string;
}

/** A PDF417 symbol as licences carry it: many columns, few rows (ISO/IEC 15438, AAMVA card design standard D.3). */
export function drawPdf417(text: string): Promise<DrawnBarcode> {
  return draw({ bcid: 'pdf417', text, columns: 16, eclevel: 4, scale: 3, parse: false, binarytext: true }, text);
}

export function drawQr(text: string): Promise<DrawnBarcode> {
  return draw({ bcid: 'qrcode', text, eclevel: 'M', scale: 4 }, text);
}

/** What a signed code looks like from outside: letters without meaning. */
export function drawSealedText(random: Random): string {
  return random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 180);
}

/** Options of single symbologies, which the package's own types leave out. */
interface SymbolOptions extends RenderOptions {
  columns?: number;
  eclevel: number | string;
}

async function draw(options: SymbolOptions, text: string): Promise<DrawnBarcode> {
  const png = await bwipjs.toBuffer({ ...options, backgroundcolor: 'FFFFFF', paddingwidth: 4, paddingheight: 4 });
  // The PNG header says how large it is: width and height are its 17th to 24th bytes.
  return { png, aspect: png.readUInt32BE(16) / png.readUInt32BE(20), text };
}
