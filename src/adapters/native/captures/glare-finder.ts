import type { Raster } from '../rasters/raster.ts';

/** The side of the squares in pixels. A square counts only when all of it is burnt out. */
const cellPx = 16;
const burntOut = 250;
/** A reflection fades all around its border; a white field of the document ends abruptly, or at print. */
const leastBorderLuminance = 215;
const borderPercentile = 0.1;
/** Smaller reflections hide a word at most; larger ones are a white background. */
const leastShare = 0.02;
const mostShare = 0.6;
/** On white paper, a reflection cannot be distinguished from the paper. */
const mostPaperLuminance = 225;

/**
 * Whether a reflection has burnt out part of the rectangle (in pixels of the raster). The text around it shows that the place belongs to
 * the document.
 */
export function hasGlare(raster: Raster, area: { left: number; top: number; right: number; bottom: number }): boolean {
  const cells = measureCells(raster, area);
  const { columns, rows, means, burnt } = cells;
  const total = columns * rows;
  if (total === 0) return false;
  const paper = Float32Array.from(means).sort()[total >> 1] ?? 0;
  if (paper > mostPaperLuminance) return false;
  for (let seed = 0; seed < total; seed++) {
    if (burnt[seed] !== 1) continue;
    const { size, border } = growSpot(cells, seed);
    if (size >= leastShare * total && size <= mostShare * total && border >= leastBorderLuminance) return true;
  }
  return false;
}

interface Cells {
  columns: number;
  rows: number;
  means: Float32Array;
  /** 1 where every pixel is burnt out; reset to 0 as spots are collected. */
  burnt: Uint8Array;
}

function measureCells(raster: Raster, area: { left: number; top: number; right: number; bottom: number }): Cells {
  const columns = Math.max(0, Math.floor((area.right - area.left) / cellPx));
  const rows = Math.max(0, Math.floor((area.bottom - area.top) / cellPx));
  const means = new Float32Array(columns * rows);
  const burnt = new Uint8Array(columns * rows);
  for (let cell = 0; cell < means.length; cell++) {
    const left = Math.round(area.left) + (cell % columns) * cellPx;
    const top = Math.round(area.top) + Math.floor(cell / columns) * cellPx;
    let sum = 0;
    let dark = 0;
    for (let y = top; y < top + cellPx; y++) {
      for (let at = y * raster.widthPx + left, end = at + cellPx; at < end; at++) {
        const value = raster.data[at] ?? 0;
        sum += value;
        if (value < burntOut) dark++;
      }
    }
    means[cell] = sum / (cellPx * cellPx);
    burnt[cell] = dark === 0 ? 1 : 0;
  }
  return { columns, rows, means, burnt };
}

/** The spot's size in cells, and the brightness that all but the darkest cells around it reach. */
function growSpot({ columns, rows, means, burnt }: Cells, seed: number): { size: number; border: number } {
  const spot = [seed];
  burnt[seed] = 0;
  const around = new Set<number>();
  // Brightness that continues beyond the text belongs to the surface under the document.
  let isBackground = false;
  for (const cell of spot) {
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    for (const [x, y] of [
      [column - 1, row],
      [column + 1, row],
      [column, row - 1],
      [column, row + 1],
    ] as const) {
      if (x < 0 || y < 0 || x >= columns || y >= rows) {
        isBackground = true;
        continue;
      }
      const neighbour = y * columns + x;
      if (burnt[neighbour] === 1) {
        burnt[neighbour] = 0;
        spot.push(neighbour);
      } else around.add(neighbour);
    }
  }
  for (const cell of spot) around.delete(cell);
  const border = Float32Array.from(around, (cell) => means[cell] ?? 0).sort();
  return { size: isBackground ? 0 : spot.length, border: border[Math.floor(border.length * borderPercentile)] ?? 0 };
}
