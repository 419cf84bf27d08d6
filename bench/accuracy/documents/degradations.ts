import sharp from 'sharp';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { distort } from '../../../specimens/captures/distort.ts';
import type { PageDrawing, PageText } from '../../../specimens/documents/page-drawing.ts';

/** What a forger can do to the print, before the page is drawn (`redraw`) or in its picture (`repaint`). */
export interface Degradation {
  name: string;
  redraw?: (page: PageDrawing) => PageDrawing;
  repaint?: (jpeg: Buffer, seed: number) => Promise<Buffer>;
}

/** Labels are drawn in their own ink, between these lightnesses (`drawPrintStyle`). */
const labelInk = /^hsl\(\d+,\d+%,(2[89]|3\d|4[0-2])%\)$/;

const withLabels =
  (change: (text: PageText) => PageText[]) =>
  (page: PageDrawing): PageDrawing => ({
    ...page,
    texts: page.texts.flatMap((text) => (labelInk.test(text.fill) ? change(text) : [text])),
  });

const resized = (longestPx: number) => (jpeg: Buffer) =>
  sharp(jpeg).resize(longestPx, longestPx, { fit: 'inside' }).jpeg({ quality: 85 }).toBuffer();

/** The twelve that the guarantee covers: a false value in the zone must be verified under none of them. */
export const degradations: readonly Degradation[] = [
  { name: 'print left as it is' },
  { name: 'labels removed', redraw: withLabels(() => []) },
  { name: 'labels too small to read', redraw: withLabels((text) => [{ ...text, size: text.size * 0.35 }]) },
  { name: 'labels of another language', redraw: withLabels((text) => [{ ...text, text: 'Thông tin' }]) },
  { name: '620 pixels wide', repaint: resized(620) },
  { name: '460 pixels wide', repaint: resized(460) },
  { name: 'blurred', repaint: (jpeg) => sharp(jpeg).blur(2.2).jpeg({ quality: 90 }).toBuffer() },
  { name: 'glare', repaint: (jpeg, seed) => distort(jpeg, 'glare', seed) },
  { name: 'upper half cropped', repaint: croppedAbove },
  { name: 'JPEG of quality 12', repaint: (jpeg) => sharp(jpeg).jpeg({ quality: 12 }).toBuffer() },
  { name: 'low light', repaint: (jpeg, seed) => distort(jpeg, 'low-light', seed) },
  { name: 'perspective', repaint: (jpeg, seed) => distort(jpeg, 'perspective', seed) },
];

async function croppedAbove(jpeg: Buffer, seed: number): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const top = Math.round(height * createRandom(seed).number(0.25, 0.5));
  return sharp(jpeg)
    .extract({ left: 0, top, width, height: height - top })
    .jpeg({ quality: 90 })
    .toBuffer();
}
