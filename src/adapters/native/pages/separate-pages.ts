import type { PageArea, Point } from '../../../domain/ports/pages/page-reader.ts';
import { convexHull } from '../rasters/convex-hull.ts';
import { minAreaRectangle } from '../rasters/min-area-rectangle.ts';
import { openOwnJpeg } from '../rasters/own-jpeg.ts';

/** Enough to distinguish a card from the table below it; smaller copies lose the gap between two cards. */
const longestSidePx = 320;
/**
 * The largest step of a colour between neighbouring pixels of a surface. Each value is tried: a pale card on white has only small steps.
 */
const surfaceSteps = [4, 7, 12, 20];
/** Share of the whole picture. */
const leastAreaShare = 0.03;
/** The share of the smallest rectangle around a page that the page fills: a tilted one fills less. */
const leastFilling = 0.8;
/** Cards are 1.59 times as wide as high, pages 1.41, each seen at an angle. */
const aspects = { least: 1.1, most: 2.3 };
/** A cut-out is slightly larger than the page that was found, in shares of the picture. */
const margin = 0.012;
const mostPages = 6;
/**
 * The share of the picture's steps that are higher than those of any surface and are in the areas. On a page that fills the picture, the
 * surface is its paper, and the portrait looks like a page: of 51 such portraits on drawn pages, 49 had at most 0.12, the others 0.17
 * and 0.25; 35 pictures of cards on a table had 1.00. The detector of text, which is asked otherwise, would say the same and takes a
 * tenth of a page's time.
 */
const leastShareOfSteps = 0.2;

/**
 * The areas of a picture that look like a page or a card on a plain surface, left to right: everything that the surface does not reach from
 * the edges of the picture. Empty when the surface is patterned or the page fills the picture, also if it has a portrait.
 */
export async function findSeparatePages(jpeg: Buffer): Promise<PageArea[]> {
  const { data, info } = await openOwnJpeg(jpeg)
    .resize(longestSidePx, longestSidePx, { fit: 'inside' })
    .toColourspace('srgb')
    .removeAlpha()
    .blur(0.8)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const steps = stepsOf(data, width, height);
  const found = surfaceSteps.map((most) => {
    const parts = listParts(floodFromEdges(steps, most, width, height), width, height);
    return parts.filter((part) => isPage(part, width, height));
  });
  const best = found.reduce((one, other) => (isBetter(other, one) ? other : one), []);
  const areas = best
    .slice(0, mostPages)
    .map((part) => boundsOf(part, width, height))
    .sort((one, other) => one.x - other.x || one.y - other.y);
  const areUpright = areas.every((area) => area.height * height > area.width * width);
  return areUpright && shareOfSteps(areas, steps, width, height) < leastShareOfSteps ? [] : areas;
}

/** How many of the picture's steps that no surface has are in one of the areas. */
function shareOfSteps(areas: readonly PageArea[], steps: Uint8Array, width: number, height: number): number {
  const highest = Math.max(...surfaceSteps);
  let [within, all] = [0, 0];
  for (const [at, step] of steps.entries()) {
    if (step <= highest) continue;
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    all += 1;
    if (areas.some((area) => x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height))
      within += 1;
  }
  return within / Math.max(1, all);
}

/** More pages win; with equal numbers, larger ones. */
function isBetter(one: readonly (readonly number[])[], other: readonly (readonly number[])[]): boolean {
  return one.length > other.length || (one.length === other.length && pixelsOf(one) > pixelsOf(other));
}

const pixelsOf = (parts: readonly (readonly number[])[]) => parts.reduce((sum, part) => sum + part.length, 0);

/** For each pixel, the largest step of a colour to its right or lower neighbour. */
function stepsOf(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const steps = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      let most = 0;
      for (let colour = 0; colour < 3; colour++) {
        const here = rgb[at * 3 + colour] ?? 0;
        if (x + 1 < width) most = Math.max(most, Math.abs(here - (rgb[(at + 1) * 3 + colour] ?? 0)));
        if (y + 1 < height) most = Math.max(most, Math.abs(here - (rgb[(at + width) * 3 + colour] ?? 0)));
      }
      steps[at] = most;
    }
  }
  return steps;
}

/** 1 for pixels that can be reached from the edges of the picture without a step. */
function floodFromEdges(steps: Uint8Array, most: number, width: number, height: number): Uint8Array {
  const edge: number[] = [];
  for (let x = 0; x < width; x++) edge.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y++) edge.push(y * width, y * width + width - 1);
  const reached = new Uint8Array(width * height);
  const open = edge.filter((at) => (steps[at] ?? 0) <= most);
  for (const at of open) reached[at] = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= reached.length || reached[next] === 1 || (steps[next] ?? 0) > most) continue;
      reached[next] = 1;
      open.push(next);
    }
  }
  return reached;
}

/** The connected parts that the surface does not reach, each as the indexes of its pixels. Thin bridges are cut. */
function listParts(surface: Uint8Array, width: number, height: number): number[][] {
  const solid = erode(surface, width, height);
  const seen = new Uint8Array(solid.length);
  const parts: number[][] = [];
  for (let from = 0; from < solid.length; from++) {
    if (solid[from] === 0 || seen[from] === 1) continue;
    const part = [from];
    seen[from] = 1;
    // The part grows during the loop.
    for (const at of part) {
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= solid.length || solid[next] === 0 || seen[next] === 1) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** 1 where neither the pixel nor one of its neighbours belongs to the surface. */
function erode(surface: Uint8Array, width: number, height: number): Uint8Array {
  const solid = new Uint8Array(surface.length);
  for (let y = 1; y + 1 < height; y++) {
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x;
      const isSolid =
        surface[at] === 0 &&
        surface[at - 1] === 0 &&
        surface[at + 1] === 0 &&
        surface[at - width] === 0 &&
        surface[at + width] === 0;
      solid[at] = isSolid ? 1 : 0;
    }
  }
  return solid;
}

function isPage(part: readonly number[], width: number, height: number): boolean {
  if (part.length < leastAreaShare * width * height) return false;
  const rectangle = minAreaRectangle(convexHull(endsOfRows(part, width, height)));
  if (rectangle === null) return false;
  const [long, short] = [
    Math.max(rectangle.width, rectangle.height) + 1,
    Math.min(rectangle.width, rectangle.height) + 1,
  ];
  const aspect = long / short;
  return part.length >= leastFilling * long * short && aspect >= aspects.least && aspect <= aspects.most;
}

/** The first and the last pixel of each row: the others of a row are never corners of the hull. */
function endsOfRows(part: readonly number[], width: number, height: number): Point[] {
  const first = new Int32Array(height).fill(width);
  const last = new Int32Array(height).fill(-1);
  for (const at of part) {
    const y = Math.floor(at / width);
    const x = at - y * width;
    if (x < (first[y] ?? 0)) first[y] = x;
    if (x > (last[y] ?? 0)) last[y] = x;
  }
  const ends: Point[] = [];
  first.forEach((x, y) => {
    const lastX = last[y] ?? -1;
    if (lastX >= x) ends.push([x, y], [lastX, y]);
  });
  return ends;
}

function boundsOf(part: readonly number[], width: number, height: number): PageArea {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const at of part) {
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  const [x, y] = [Math.max(0, left / width - margin), Math.max(0, top / height - margin)];
  return { x, y, width: Math.min(1, right / width + margin) - x, height: Math.min(1, bottom / height + margin) - y };
}
