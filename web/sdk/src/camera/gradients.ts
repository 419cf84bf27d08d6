import type { Frame } from '../flow/judge-frame.ts';

/** The change of brightness at each pixel, row by row, in levels per pixel. */
export interface Gradients {
  across: Float32Array;
  down: Float32Array;
  width: number;
  height: number;
}

/** Central differences of a frame that was smoothed by a binomial of three pixels, against noise. */
export function gradientsOf({ luma, width, height }: Frame): Gradients {
  const smooth = smoothed(luma, width, height);
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      across[at] = ((smooth[at + 1] ?? 0) - (smooth[at - 1] ?? 0)) / 2;
      down[at] = ((smooth[at + width] ?? 0) - (smooth[at - width] ?? 0)) / 2;
    }
  }
  return { across, down, width, height };
}

function smoothed(luma: Uint8Array, width: number, height: number): Float32Array {
  const rows = new Float32Array(luma.length);
  for (let at = 0; at < luma.length; at += 1) {
    const column = at % width;
    const value = luma[at] ?? 0;
    const before = column > 0 ? (luma[at - 1] ?? 0) : value;
    const after = column < width - 1 ? (luma[at + 1] ?? 0) : value;
    rows[at] = (before + 2 * value + after) / 4;
  }
  const both = new Float32Array(luma.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = Math.floor(at / width);
    const value = rows[at] ?? 0;
    const above = row > 0 ? (rows[at - width] ?? 0) : value;
    const below = row < height - 1 ? (rows[at + width] ?? 0) : value;
    both[at] = (above + 2 * value + below) / 4;
  }
  return both;
}
