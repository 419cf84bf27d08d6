import type { PortraitEdgeFinder, PortraitPlace } from '../../../domain/ports/pages/portrait-edge-finder.ts';
import type { Raster } from '../rasters/raster.ts';
import { openOwnJpeg } from '../rasters/own-jpeg.ts';

/** Larger pictures are not examined: one of their pixels is finer than any paste. */
const mostPixels = 16_000_000;
/** Where borders are searched for, in widths and heights of the face: its box contains skin, and the page begins farther out. */
const search = { from: -0.05, to: 1.1 };
/** A step from one pixel to the next, of 255: smaller ones are paper and compression. */
const leastStep = 8;
/** A step that is complete within one pixel is this many times its neighbours. */
const leastConcentration = 2.5;
/**
 * The share of a side whose steps are complete within one pixel and in one row of pixels. (Drawn pages: borders that were printed and then
 * rotated, tilted or blurred have 0.00 to 0.29, pasted ones 0.4 to 1.)
 */
const leastShare = 0.5;
const leastSides = 3;
/** The share of the picture's other strong steps that may be as sharp. A picture that is sharp everywhere proves nothing. */
const mostSharpElsewhere = 0.08;
/** A page leans when its text leans by this much; then its own borders cannot run along the pixels. */
const leastLeanDegrees = 0.8;

/**
 * Searches for a straight border around the face that runs exactly along the pixels and is one pixel wide, on a page that leans or whose
 * other edges are as soft as a lens makes them. Such a border means that another portrait was laid over the picture. Does not find pastes
 * that were softened or rotated with the page. Null when it cannot tell: on straight pages that are sharp throughout (scans, exports),
 * whose own borders look the same, and on pictures that are too large.
 */
export const findPortraitEdges: PortraitEdgeFinder = async (jpeg, face, leanDegrees) => {
  const picture = openOwnJpeg(jpeg);
  const { width, height } = await picture.metadata();
  if (width * height > mostPixels) return null;
  const data = await picture.greyscale().raw().toBuffer();
  const raster: Raster = { data, widthPx: width, heightPx: height };
  const contradiction = contradictionOf(raster, face, leanDegrees);
  if (contradiction === null) return null;
  const borders = findBorders(raster, face);
  const sides = Object.values(borders).filter(({ share }) => share >= leastShare);
  if (sides.length < leastSides) {
    return {
      score: 0,
      area: null,
      evidence: 'No border around the portrait follows the pixel rows or columns and is sharp to one pixel.',
    };
  }
  const { left, right, top, bottom } = borders;
  return {
    score: sides.reduce((sum, { share }) => sum + share, 0) / sides.length,
    area: {
      x: left.at / width,
      y: top.at / height,
      width: (right.at - left.at) / width,
      height: (bottom.at - top.at) / height,
    },
    evidence: `${sides.length} sides of the portrait follow the pixel rows or columns and are sharp to one pixel, ${contradiction}.`,
  };
};

/** Why the page itself cannot have such a border; null when it can. */
function contradictionOf(raster: Raster, face: PortraitPlace, leanDegrees: number): string | null {
  if (Math.abs(leanDegrees) >= leastLeanDegrees) return `while the text leans by ${leanDegrees.toFixed(1)} degrees`;
  const share = shareOfSharpSteps(raster, face);
  return share > mostSharpElsewhere ? null : `as ${(100 * share).toFixed(0)} % of the other edges do`;
}

interface Border {
  /** Column or row, in pixels. */
  at: number;
  /** The share of its length that ends here within one pixel. */
  share: number;
}

function findBorders(raster: Raster, { left, top, width, height }: PortraitPlace) {
  const [right, bottom] = [left + width, top + height];
  const across = (from: number, to: number) => sharpestLine(raster, 'upright', [from, to], [top, bottom]);
  const down = (from: number, to: number) => sharpestLine(raster, 'level', [from, to], [left, right]);
  return {
    left: across(left - search.to * width, left - search.from * width),
    right: across(right + search.from * width, right + search.to * width),
    top: down(top - search.to * height, top - search.from * height),
    bottom: down(bottom + search.from * height, bottom + search.to * height),
  };
}

/** The line within a range whose steps are sharpest over the length of the face. */
function sharpestLine(
  { data, widthPx, heightPx }: Raster,
  direction: 'upright' | 'level',
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Border {
  const [step, along] = direction === 'upright' ? [1, widthPx] : [widthPx, 1];
  const [wide, long] = direction === 'upright' ? [widthPx, heightPx] : [heightPx, widthPx];
  const [first, last] = [Math.max(2, Math.ceil(from)), Math.min(wide - 4, Math.floor(to))];
  const [low, high] = [Math.max(0, Math.ceil(start)), Math.min(long - 1, Math.floor(end))];
  let best: Border = { at: Math.max(0, first), share: 0 };
  for (let at = first; at <= last; at++) {
    let rising = 0;
    let falling = 0;
    for (let place = low; place <= high; place++) {
      const sign = sharpStep(data, place * along + at * step, step);
      if (sign > 0) rising += 1;
      else if (sign < 0) falling += 1;
    }
    const share = Math.max(rising, falling) / Math.max(1, high - low + 1);
    if (share > best.share) best = { at, share };
  }
  return best;
}

/** 1 or -1 where the value rises or falls within one pixel, 0 where the step is soft or weak. */
function sharpStep(data: Uint8Array, at: number, step: number): number {
  const here = (data[at + step] ?? 0) - (data[at] ?? 0);
  const height = Math.abs(here);
  if (height < leastStep) return 0;
  const before = Math.abs((data[at] ?? 0) - (data[at - step] ?? 0));
  const after = Math.abs((data[at + 2 * step] ?? 0) - (data[at + step] ?? 0));
  return height >= leastConcentration * Math.max(before, after, 1) ? Math.sign(here) : 0;
}

/** Of the strong steps away from the portrait, the share that is complete within one pixel. */
function shareOfSharpSteps({ data, widthPx, heightPx }: Raster, face: PortraitPlace): number {
  let [strong, sharpOnes] = [0, 0];
  for (let y = 2; y < heightPx - 3; y++) {
    const isBeside = y > face.top - 1.2 * face.height && y < face.top + 2.2 * face.height;
    for (let x = 2; x < widthPx - 3; x++) {
      if (isBeside && x > face.left - 1.2 * face.width && x < face.left + 2.2 * face.width) continue;
      const at = y * widthPx + x;
      for (const step of [1, widthPx]) {
        const here = Math.abs((data[at + step] ?? 0) - (data[at] ?? 0));
        const before = Math.abs((data[at] ?? 0) - (data[at - step] ?? 0));
        const after = Math.abs((data[at + 2 * step] ?? 0) - (data[at + step] ?? 0));
        // An edge is counted once, at its steepest place.
        if (here < 2 * leastStep || here < before || here < after) continue;
        strong += 1;
        if (sharpStep(data, at, step) !== 0) sharpOnes += 1;
      }
    }
  }
  return strong === 0 ? 1 : sharpOnes / strong;
}
