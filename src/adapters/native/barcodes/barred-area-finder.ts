import type { Point, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { across, along, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';

/** The side, in pixels, of the squares in which the direction of the edges is summed. */
const blockPx = 16;
/** The mean squared step from pixel to pixel in full light: less is not print. */
const printEnergy = 500;
/** 1 when all edges run in one direction. PDF417 has about 0.6, because its rows end in steps, and letters about 0.3. */
const leastCoherence = 0.42;
/** The cosine of twice the angle by which neighbouring squares may differ. */
const leastAlignment = 0.85;
const fewestBlocks = 24;
const mostAreas = 3;
const leastAspect = 0.8;
const shortestPx = 64;
/** Share of the rectangle around it. */
const leastFill = 0.2;

/** The edges of one square as a structure tensor in double-angle form, so that opposite steps do not cancel out. */
interface EdgeField {
  columns: number;
  rows: number;
  energy: Float32Array;
  cosine: Float32Array;
  sine: Float32Array;
}

/**
 * Finds areas filled with parallel bars, such as PDF417. Each is a rectangle whose direction runs across the bars (the reading direction,
 * up to a half turn), largest first. (Structure tensor: Bigün and Granlund, 1987.)
 */
export function findBarredAreas(raster: Raster, leastEnergy = printEnergy): Quad[] {
  const field = smooth(sumEdges(raster));
  const barred = Uint8Array.from(field.energy, (energy, i) => {
    const strength = Math.hypot(field.cosine[i] ?? 0, field.sine[i] ?? 0);
    return energy > leastEnergy && strength > leastCoherence * energy ? 1 : 0;
  });
  const areas: number[][] = [];
  for (let seed = 0; seed < barred.length; seed++) {
    if (barred[seed] !== 1) continue;
    const area = growArea(field, barred, seed);
    if (area.length >= fewestBlocks) areas.push(area);
  }
  return areas
    .sort((a, b) => b.length - a.length)
    .map((area) => ({ quad: boundArea(field, area), blocks: area.length }))
    .filter(({ quad, blocks }) => isCompact(quad, blocks))
    .slice(0, mostAreas)
    .map(({ quad }) => quad);
}

/** Long edges (of the page, or of pictures on it) look barred as well, but are narrow across their bars. */
function isCompact(quad: Quad, blocks: number): boolean {
  const [width, height] = [quadWidth(quad), quadHeight(quad)];
  return width > leastAspect * height && height > shortestPx && blocks * blockPx * blockPx > leastFill * width * height;
}

function sumEdges({ data, widthPx, heightPx }: Raster): EdgeField {
  const columns = Math.floor(widthPx / blockPx);
  const rows = Math.floor(heightPx / blockPx);
  const field = emptyField(columns, rows);
  const share = 1 / (blockPx * blockPx);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let energy = 0;
      let cosine = 0;
      let sine = 0;
      const lastY = Math.min((row + 1) * blockPx, heightPx - 1);
      const lastX = Math.min((column + 1) * blockPx, widthPx - 1);
      for (let y = row * blockPx; y < lastY; y++) {
        for (let at = y * widthPx + column * blockPx; at < y * widthPx + lastX; at++) {
          // Steps along both diagonals have the same midpoint. Steps along rows and columns would not, which would distort the direction.
          const falling = (data[at + widthPx + 1] ?? 0) - (data[at] ?? 0);
          const rising = (data[at + 1] ?? 0) - (data[at + widthPx] ?? 0);
          energy += (falling * falling + rising * rising) / 2;
          cosine += falling * rising;
          sine += (falling * falling - rising * rising) / 2;
        }
      }
      const block = row * columns + column;
      field.energy[block] = energy * share;
      field.cosine[block] = cosine * share;
      field.sine[block] = sine * share;
    }
  }
  return field;
}

function emptyField(columns: number, rows: number): EdgeField {
  const plane = () => new Float32Array(columns * rows);
  return { columns, rows, energy: plane(), cosine: plane(), sine: plane() };
}

/** Each square with its eight neighbours, because a single square may contain one wide bar. */
function smooth(field: EdgeField): EdgeField {
  const { columns, rows } = field;
  const smoothed = emptyField(columns, rows);
  for (const plane of ['energy', 'cosine', 'sine'] as const) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        let count = 0;
        for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
          for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
            sum += field[plane][y * columns + x] ?? 0;
            count++;
          }
        }
        smoothed[plane][row * columns + column] = sum / count;
      }
    }
  }
  return smoothed;
}

/** The connected squares around the seed whose bars run in the same direction. They are removed from `barred`. */
function growArea({ columns, cosine, sine }: EdgeField, barred: Uint8Array, seed: number): number[] {
  const directionOf = (block: number): Point => {
    const [x, y] = [cosine[block] ?? 0, sine[block] ?? 0];
    const length = Math.hypot(x, y) || 1;
    return [x / length, y / length];
  };
  const wanted = directionOf(seed);
  const area = [seed];
  barred[seed] = 0;
  for (const block of area) {
    const column = block % columns;
    const neighbours = [block - columns, block + columns];
    if (column > 0) neighbours.push(block - 1);
    if (column < columns - 1) neighbours.push(block + 1);
    for (const neighbour of neighbours) {
      if (barred[neighbour] !== 1) continue;
      const [x, y] = directionOf(neighbour);
      if (x * wanted[0] + y * wanted[1] < leastAlignment) continue;
      barred[neighbour] = 0;
      area.push(neighbour);
    }
  }
  return area;
}

function boundArea({ columns, cosine, sine }: EdgeField, area: readonly number[]): Quad {
  let x = 0;
  let y = 0;
  for (const block of area) {
    x += cosine[block] ?? 0;
    y += sine[block] ?? 0;
  }
  const angle = Math.atan2(y, x) / 2;
  const direction: Point = [Math.cos(angle), Math.sin(angle)];
  const origin: Point = [0, 0];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const block of area) {
    const centre: Point = [((block % columns) + 0.5) * blockPx, (Math.floor(block / columns) + 0.5) * blockPx];
    const u = along(centre, origin, direction);
    const v = across(centre, origin, direction);
    left = Math.min(left, u);
    right = Math.max(right, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const [dx, dy] = direction;
  return rectangleQuad([u * dx - v * dy, u * dy + v * dx], direction, right - left + blockPx, bottom - top + blockPx);
}
