import type { Frame } from '../flow/judge-frame.ts';
import { findDocument, type Corners } from './find-document.ts';
import { gradientsOf } from './gradients.ts';

export type DocumentHint = 'find' | 'closer' | 'tooDark' | 'tooBright' | 'glare' | 'blurry' | 'good';

export interface DocumentLook {
  corners: Corners | null;
  hint: DocumentHint;
}

/** Lines are searched at this size: sides stay straight, print fades. */
const coarseSide = 176;
/** With a smaller share of the frame's width and height, print is too small. */
const leastExtent = 0.55;
const darkBelow = 45;
const brightAbove = 235;
const burntFrom = 250;
/** Share of the document's blocks that are burnt out, while the rest is not that bright. */
const glareFrom = 0.012;
const glareBlock = 4;
const glareMeanBelow = 215;
/** Sharp from this `sharpnessOf` on. `bench/RESULTS.md`, "Document camera", says how it separates sharp frames from blurred ones. */
export const sharpFrom = 0.2;
/** Differences over three pixels below this are noise and plain paper. */
const contrastFrom = 12;

/**
 * What a camera's frame shows: where the document is, and what keeps its picture from being taken. The server's look at the picture
 * is what counts; this one saves the person a second try.
 * @param frame at most 640 pixels at its longer side: in a smaller one blur cannot be seen
 */
export function lookAtDocument(frame: Frame, aspects: readonly number[]): DocumentLook {
  const coarse = shrunk(frame, Math.max(1, Math.round(Math.max(frame.width, frame.height) / coarseSide)));
  const corners = findDocument(coarse, gradientsOf(coarse), aspects);
  if (corners === null) {
    const mean = meanOf(coarse, { left: 0, top: 0, right: coarse.width, bottom: coarse.height });
    return { corners, hint: mean < darkBelow ? 'tooDark' : mean > brightAbove ? 'tooBright' : 'find' };
  }
  const box = boxOf(corners);
  const inside = scaled(box, coarse);
  const mean = meanOf(coarse, inside);
  const hint =
    mean < darkBelow
      ? 'tooDark'
      : mean > brightAbove
        ? 'tooBright'
        : box.right - box.left < leastExtent && box.bottom - box.top < leastExtent
          ? 'closer'
          : mean < glareMeanBelow && burntShare(coarse, inside) > glareFrom
            ? 'glare'
            : sharpnessOf(frame, scaled(box, frame)) < sharpFrom
              ? 'blurry'
              : 'good';
  return { corners, hint };
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The upright box around the corners, in shares of the frame. */
export function boxOf(corners: Corners): Box {
  const columns = corners.map(({ x }) => x);
  const rows = corners.map(({ y }) => y);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  return { left, top, right, bottom };
}

/** In pixels of the frame, a tenth smaller on each side: there the ground is outside of it. */
function scaled({ left, top, right, bottom }: Box, { width, height }: Pick<Frame, 'width' | 'height'>): Box {
  const [insetX, insetY] = [(right - left) / 10, (bottom - top) / 10];
  return {
    left: Math.max(0, Math.floor((left + insetX) * width)),
    top: Math.max(0, Math.floor((top + insetY) * height)),
    right: Math.min(width, Math.ceil((right - insetX) * width)),
    bottom: Math.min(height, Math.ceil((bottom - insetY) * height)),
  };
}

function meanOf({ luma, width }: Frame, { left, top, right, bottom }: Box): number {
  let sum = 0;
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += luma[y * width + x] ?? 0;
  return sum / Math.max(1, (right - left) * (bottom - top));
}

/** The share of blocks that are burnt out from corner to corner: white paper is not, a reflection is. */
function burntShare({ luma, width }: Frame, { left, top, right, bottom }: Box): number {
  let burnt = 0;
  let blocks = 0;
  for (let y = top; y + glareBlock <= bottom; y += glareBlock) {
    for (let x = left; x + glareBlock <= right; x += glareBlock) {
      blocks += 1;
      let least = 255;
      for (let index = 0; index < glareBlock * glareBlock; index += 1) {
        const at = (y + Math.floor(index / glareBlock)) * width + x + (index % glareBlock);
        least = Math.min(least, luma[at] ?? 0);
      }
      if (least >= burntFrom) burnt += 1;
    }
  }
  return burnt / Math.max(1, blocks);
}

/**
 * How sharp the print in a box is, from 0 to about 1: second differences over one pixel, as a share of those over three pixels. A
 * sharp edge has as much of one as of the other; a smooth one has a ninth. Contrast and the amount of print cancel out. 0 where nothing
 * is printed.
 */
export function sharpnessOf({ luma, width }: Pick<Frame, 'luma' | 'width'>, { left, top, right, bottom }: Box): number {
  let fine = 0;
  let coarse = 0;
  for (let y = top + 3; y < bottom - 3; y += 1) {
    for (let x = left + 3; x < right - 3; x += 1) {
      const at = y * width + x;
      for (const step of [1, width]) {
        const twice = 2 * (luma[at] ?? 0);
        const wide = Math.abs(twice - (luma[at - 3 * step] ?? 0) - (luma[at + 3 * step] ?? 0));
        if (wide < contrastFrom) continue;
        coarse += wide;
        fine += Math.abs(twice - (luma[at - step] ?? 0) - (luma[at + step] ?? 0));
      }
    }
  }
  return coarse === 0 ? 0 : fine / coarse;
}

/** Each pixel the mean of a square of so many pixels. */
export function shrunk({ luma, width, height }: Frame, factor: number): Frame {
  if (factor === 1) return { luma, width, height };
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const small = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let sum = 0;
      for (let y = 0; y < factor; y += 1) {
        const at = (row * factor + y) * width + column * factor;
        for (let x = 0; x < factor; x += 1) sum += luma[at + x] ?? 0;
      }
      small[row * columns + column] = sum / (factor * factor);
    }
  }
  return { luma: small, width: columns, height: rows };
}
