import type { Gradients } from './gradients.ts';

/**
 * A line that runs down: x = offset + slope · (y − height / 2), or across: y = offset + slope · (x − width / 2), in pixels.
 * In the middle of the frame it is at its offset.
 */
export interface Line {
  offset: number;
  slope: number;
}

/** The steepest line that counts: a document may be turned by up to 27 degrees. */
const mostSlope = 0.5;
const slopeStep = 0.04;
const slopes = Math.round((2 * mostSlope) / slopeStep) + 1;
/** A pixel votes for lines whose slope its gradient allows, give or take this. */
const slopeTolerance = 0.14;
const faintest = 3;
/** A strong edge is no better than a clear one. */
const strongest = 30;
const mostLines = 10;
/** Two lines closer than this at either end are one. */
const samePixels = 4;

/** The clearest lines that run down the frame. */
export function downLines({ across, down, width, height }: Gradients): Line[] {
  return strongestLines(
    vote(across, down, { along: height, offsets: width, strideAlong: width, strideOffset: 1 }),
    height,
  );
}

/** The clearest lines that run across the frame. */
export function acrossLines({ across, down, width, height }: Gradients): Line[] {
  return strongestLines(
    vote(down, across, { along: width, offsets: height, strideAlong: 1, strideOffset: width }),
    width,
  );
}

interface Axes {
  /** Pixels along the lines. */
  along: number;
  /** Pixels across them. */
  offsets: number;
  strideAlong: number;
  strideOffset: number;
}

interface Votes {
  cells: Float32Array;
  offsets: number;
}

/** `normal`: gradient across the lines; `tangent`: along them. */
function vote(normal: Float32Array, tangent: Float32Array, axes: Axes): Votes {
  const { along, offsets, strideAlong, strideOffset } = axes;
  const cells = new Float32Array(slopes * offsets);
  for (let position = 1; position < along - 1; position += 1) {
    const fromMiddle = position - along / 2;
    for (let offset = 1; offset < offsets - 1; offset += 1) {
      const at = position * strideAlong + offset * strideOffset;
      const strength = Math.abs(normal[at] ?? 0);
      if (strength < faintest) continue;
      // Only the ridge of an edge votes: its flanks belong to the same line.
      if (strength < Math.abs(normal[at - strideOffset] ?? 0) || strength <= Math.abs(normal[at + strideOffset] ?? 0)) {
        continue;
      }
      // The line runs at a right angle to the gradient.
      const slope = -(tangent[at] ?? 0) / (normal[at] ?? 1);
      if (Math.abs(slope) > mostSlope + slopeTolerance) continue;
      const first = Math.max(0, Math.ceil((slope - slopeTolerance + mostSlope) / slopeStep));
      const last = Math.min(slopes - 1, Math.floor((slope + slopeTolerance + mostSlope) / slopeStep));
      for (let index = first; index <= last; index += 1) {
        const middle = Math.round(offset - (index * slopeStep - mostSlope) * fromMiddle);
        if (middle < 0 || middle >= offsets) continue;
        const cell = index * offsets + middle;
        cells[cell] = (cells[cell] ?? 0) + Math.min(strength, strongest);
      }
    }
  }
  return { cells, offsets };
}

function strongestLines({ cells, offsets }: Votes, along: number): Line[] {
  // Votes for one line fall on neighbouring offsets.
  const strengthAt = (cell: number) => (cells[cell - 1] ?? 0) + (cells[cell] ?? 0) + (cells[cell + 1] ?? 0);
  const candidates: { cell: number; strength: number }[] = [];
  for (let cell = 0; cell < cells.length; cell += 1) {
    const strength = strengthAt(cell);
    // A line of a sixth of the frame's length, faint all along.
    if (strength >= (faintest * along) / 6) candidates.push({ cell, strength });
  }
  candidates.sort((one, other) => other.strength - one.strength);
  const lines: Line[] = [];
  for (const { cell } of candidates) {
    const line = { slope: Math.floor(cell / offsets) * slopeStep - mostSlope, offset: cell % offsets };
    const half = along / 2;
    const isKnown = lines.some(
      (known) =>
        Math.abs(known.offset + known.slope * half - line.offset - line.slope * half) < samePixels ||
        Math.abs(known.offset - known.slope * half - line.offset + line.slope * half) < samePixels,
    );
    if (isKnown) continue;
    lines.push(line);
    if (lines.length === mostLines) break;
  }
  return lines;
}
