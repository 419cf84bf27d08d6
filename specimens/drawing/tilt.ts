import sharp from 'sharp';
import { adjugateOf, type Matrix } from '../../src/domain/capture/adjugate.ts';
import type { Random } from './create-random.ts';

/** How far a corner may move inwards, as a share of the side. */
const mostShift = 0.06;

/**
 * The page seen at a slant: its corners move inwards by random amounts and the pixels follow the projective mapping of
 * the four (Heckbert 1989, section 2.2.3: the inverse of the square-to-quadrilateral matrix).
 */
export async function tilt(
  jpeg: Buffer,
  random: Random,
  background: { r: number; g: number; b: number },
): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const shift = () => random.number(0, mostShift);
  const corners: Corners = [
    [shift() * width, shift() * height],
    [width - shift() * width, shift() * height],
    [width - shift() * width, height - shift() * height],
    [shift() * width, height - shift() * height],
  ];
  const m = adjugateOf(squareTo(corners));
  const out = Buffer.alloc(data.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const w = m[6] * x + m[7] * y + m[8];
      const sourceX = ((m[0] * x + m[1] * y + m[2]) / w) * width;
      const sourceY = ((m[3] * x + m[4] * y + m[5]) / w) * height;
      const isInside = sourceX >= 0 && sourceY >= 0 && sourceX < width - 1 && sourceY < height - 1;
      const left = Math.floor(sourceX);
      const top = Math.floor(sourceY);
      const [fx, fy] = [sourceX - left, sourceY - top];
      const from = (top * width + left) * 3;
      for (let channel = 0; channel < 3; channel++) {
        if (!isInside) {
          out[at + channel] = [background.r, background.g, background.b][channel] ?? 0;
          continue;
        }
        const a = data[from + channel] ?? 0;
        const b = data[from + channel + 3] ?? 0;
        const c = data[from + channel + width * 3] ?? 0;
        const d = data[from + channel + width * 3 + 3] ?? 0;
        out[at + channel] = (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
      }
    }
  }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

type Corner = readonly [x: number, y: number];
type Corners = readonly [Corner, Corner, Corner, Corner];

/** The projective matrix that takes the unit square to the corners (clockwise from the top left). */
function squareTo([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Corners): Matrix {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}
