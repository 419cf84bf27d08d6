import type { Point } from '../../../domain/ports/pages/page-reader.ts';
import type { Raster } from './raster.ts';

/** A clockwise turn. */
export type TurnDegrees = 0 | 90 | 180 | 270;

/** The raster turned clockwise. */
export function turnRaster(raster: Raster, turnDegrees: TurnDegrees): Raster {
  const { data, lightest, widthPx, heightPx } = raster;
  if (turnDegrees === 0) return raster;
  const size = turnDegrees === 180 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx };
  const turn = (pixels: Uint8Array) => turnPixels(pixels, turnDegrees, { widthPx, heightPx });
  return { data: turn(data), ...(lightest && { lightest: turn(lightest) }), ...size };
}

function turnPixels(
  data: Uint8Array,
  turnDegrees: 90 | 180 | 270,
  { widthPx, heightPx }: Pick<Raster, 'widthPx' | 'heightPx'>,
): Uint8Array {
  if (turnDegrees === 180) return Uint8Array.from(data).reverse();
  const turned = new Uint8Array(data.length);
  // Where the pixel to the right of a given one and the pixel below it are, counted in the rotated rows.
  const [first, rightwards, downwards] =
    turnDegrees === 90 ? [heightPx - 1, heightPx, -1] : [(widthPx - 1) * heightPx, -heightPx, 1];
  for (let y = 0, from = 0; y < heightPx; y++) {
    let to = first + y * downwards;
    for (let x = 0; x < widthPx; x++, from++, to += rightwards) turned[to] = data[from] ?? 0;
  }
  return turned;
}

/** Maps a point of the rotated raster back to the original raster of the given size. */
export function turnBack(
  [x, y]: Point,
  turnDegrees: TurnDegrees,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Point {
  switch (turnDegrees) {
    case 0:
      return [x, y];
    case 90:
      return [y, heightPx - x];
    case 180:
      return [widthPx - x, heightPx - y];
    case 270:
      return [widthPx - y, x];
  }
}
