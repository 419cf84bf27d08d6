import type { Point, Quad } from '../../../domain/ports/pages/page-reader.ts';
import { quadDirection, quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { touchingInk } from './find-specks.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { findInkLevel } from './ink-level.ts';
import { usualMargins, withMargins } from './line-cut.ts';

/** Part of a page, and the box of a line in it. */
export interface LineOnPage {
  raster: Raster;
  box: Quad;
}

/** Shares of the box's height: what is seen beyond the usual cut, and how far beyond it the ink of a neighbour reaches at least; marks do not. */
const further = 0.5;
const leastReach = 0.2;
/** The part of the box's height, from the top, in which every letter of the line has ink. */
const letters = { from: 0.2, to: 0.8 };
/** Shares of the box's height: a mark is closer to its letter than this, so ink that is as close may be a mark that touches a neighbour. */
const farthestMark = 0.14;
const besideMark = 0.35;
/** Rows of the small picture that tells how dark ink is. */
const sampleHeightPx = 18;
/** Ink fades into the paper over this share of the box's height. */
const fading = 0.06;

/**
 * The line without the ink of its neighbours: feet of the line above and tops of the line below, which a reader takes for marks (`PÓLSKIE`
 * below `Obywatelstwo`). Ink is a neighbour's if it reaches further than any mark, has no part among the letters, and is further from them than
 * their marks. As it is where no such ink is in the usual cut, or where contrast is too low to tell.
 */
export function withOwnInk(raster: Raster, box: Quad): LineOnPage {
  const ink = inkOf(raster, box);
  const part = ink !== null && hasInkAtEdges(raster, box, ink.level) ? cutPart(raster, box) : null;
  if (part === null || ink === null) return { raster, box };
  const { data, widthPx, heightPx } = part.raster;
  const place = placeIn(part.box);
  const isInk = (at: number) => (data[at] ?? 255) < ink.level;
  const groups = groupsAcrossEdges(part.raster, place, isInk);
  const ofNeighbours = new Uint8Array(data.length);
  for (const group of groups.filter((pixels) => isOfNeighbour(pixels, place, widthPx)))
    for (const at of group) ofNeighbours[at] = 1;
  const isOwn = (at: number) => isInk(at) && ofNeighbours[at] !== 1;
  const erased = groups.filter(
    (pixels) => ofNeighbours[pixels[0] ?? -1] === 1 && !isNearLetters(pixels, place, part.raster, isOwn),
  );
  if (erased.length === 0) return { raster, box };
  const toErase = spread(erased.flat(), isInk, { widthPx, heightPx, by: Math.ceil(fading * place.heightPx) });
  const cleaned = (rendering: Uint8Array): Uint8Array => {
    const { paper } = inkOf({ ...part.raster, data: rendering }, part.box) ?? ink;
    return rendering.map((value, at) => (toErase[at] === 1 ? Math.max(value, Math.round(paper)) : value));
  };
  const { lightest } = part.raster;
  return {
    raster: { ...part.raster, data: cleaned(data), ...(lightest && { lightest: cleaned(lightest) }) },
    box: part.box,
  };
}

/** How dark ink is within the box of a line; a small picture of it tells. */
function inkOf(raster: Raster, box: Quad): ReturnType<typeof findInkLevel> {
  const widthPx = Math.max(1, Math.round((quadWidth(box) / Math.max(1, quadHeight(box))) * sampleHeightPx));
  return findInkLevel(sampleQuad(raster, box, widthPx, sampleHeightPx));
}

function hasInkAtEdges({ data, widthPx, heightPx }: Raster, box: Quad, level: number): boolean {
  let hasInk = false;
  eachAtEdges(placeIn(box), { widthPx, heightPx }, (at) => {
    hasInk ||= (data[at] ?? 255) < level;
  });
  return hasInk;
}

/** Visits the pixels on the upper and on the lower edge of the usual cut. */
function eachAtEdges(
  { width, heightPx, pixel }: Place,
  raster: Pick<Raster, 'widthPx' | 'heightPx'>,
  visit: (at: number) => void,
): void {
  const { above, below, beside } = usualMargins;
  for (const down of [-above, 1 + below]) {
    for (let along = -beside; along <= width + beside; along += 1 / heightPx) {
      const [x, y] = pixel(along, down);
      if (x >= 0 && y >= 0 && x < raster.widthPx && y < raster.heightPx) visit(y * raster.widthPx + x);
    }
  }
}

/** The surroundings of a line as a small raster; null where the line is not on the page. */
function cutPart(raster: Raster, box: Quad): LineOnPage | null {
  const { above, below, beside } = usualMargins;
  const seen = withMargins(box, { above: above + further, below: below + further, beside });
  const limits = (axis: 0 | 1, end: number): [number, number] => {
    const values = seen.map((point) => point[axis]);
    return [Math.max(0, Math.floor(Math.min(...values))), Math.min(end, Math.ceil(Math.max(...values)) + 1)];
  };
  const [left, right] = limits(0, raster.widthPx);
  const [top, bottom] = limits(1, raster.heightPx);
  if (right - left < 2 || bottom - top < 2) return null;
  const cut = (rendering: Uint8Array): Uint8Array => {
    const out = new Uint8Array((right - left) * (bottom - top));
    for (let y = top; y < bottom; y += 1) {
      out.set(rendering.subarray(y * raster.widthPx + left, y * raster.widthPx + right), (y - top) * (right - left));
    }
    return out;
  };
  const shift = ([x, y]: Point): Point => [x - left, y - top];
  const [a, b, c, d] = box;
  return {
    raster: {
      data: cut(raster.data),
      ...(raster.lightest && { lightest: cut(raster.lightest) }),
      widthPx: right - left,
      heightPx: bottom - top,
    },
    box: [shift(a), shift(b), shift(c), shift(d)],
  };
}

/** Where pixels are in relation to the box of a line, in heights of the box: along it, and down from its upper edge. */
interface Place {
  heightPx: number;
  width: number;
  down: (x: number, y: number) => number;
  /** The pixel at this place. */
  pixel: (along: number, down: number) => Point;
}

function placeIn(box: Quad): Place {
  const [[left, top]] = box;
  const [x1, y1] = quadDirection(box);
  const heightPx = Math.max(1, quadHeight(box));
  return {
    heightPx,
    width: quadWidth(box) / heightPx,
    down: (x, y) => ((y - top) * x1 - (x - left) * y1) / heightPx,
    pixel: (along, down) => [
      Math.round(left + (along * x1 - down * y1) * heightPx),
      Math.round(top + (along * y1 + down * x1) * heightPx),
    ],
  };
}

/** Groups of touching ink that cross the upper or lower edge of the usual cut. */
function groupsAcrossEdges(raster: Raster, place: Place, isInk: (at: number) => boolean): number[][] {
  const { widthPx, heightPx } = raster;
  const seen = new Uint8Array(widthPx * heightPx);
  const groups: number[][] = [];
  eachAtEdges(place, raster, (at) => {
    const pixels = touchingInk(at, isInk, { seen, widthPx });
    if (pixels.length > 0) groups.push(pixels);
  });
  return groups;
}

function isOfNeighbour(pixels: readonly number[], { down }: Place, widthPx: number): boolean {
  const { above, below } = usualMargins;
  const depths = pixels.map((at) => down(at % widthPx, Math.floor(at / widthPx)));
  const isFar = depths.some((depth) => depth < -above - leastReach || depth > 1 + below + leastReach);
  return isFar && !depths.some((depth) => depth > letters.from && depth < letters.to);
}

/** Whether ink of the line is as close to this ink as a letter is to its mark. */
function isNearLetters(
  pixels: readonly number[],
  { heightPx, down, pixel }: Place,
  raster: Raster,
  isOwn: (at: number) => boolean,
): boolean {
  const { above, below } = usualMargins;
  const [far, wide] = [Math.ceil(farthestMark * heightPx), Math.ceil(besideMark * heightPx)];
  const [originX, originY] = pixel(0, 0);
  const ways = [1, -1].map((way) =>
    Array.from({ length: far }, (_, step) =>
      Array.from({ length: 2 * wide + 1 }, (__, side) => {
        const [x, y] = pixel((side - wide) / heightPx, (way * (step + 1)) / heightPx);
        return [x - originX, y - originY] as const;
      }),
    ).flat(),
  );
  return pixels.some((at) => {
    const [x, y] = [at % raster.widthPx, Math.floor(at / raster.widthPx)];
    const depth = down(x, y);
    if (depth < -above || depth > 1 + below) return false;
    return ways[depth < letters.from ? 0 : 1]?.some(([byX, byY]) => {
      const [nextX, nextY] = [x + byX, y + byY];
      const isInside = nextX >= 0 && nextY >= 0 && nextX < raster.widthPx && nextY < raster.heightPx;
      return isInside && isOwn(nextY * raster.widthPx + nextX);
    });
  });
}

/** The pixels of this ink and those into which it fades, as far as they are no other ink. */
function spread(
  pixels: readonly number[],
  isInk: (at: number) => boolean,
  { widthPx, heightPx, by }: { widthPx: number; heightPx: number; by: number },
): Uint8Array {
  const found = new Uint8Array(widthPx * heightPx);
  for (const at of pixels) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    for (let toY = Math.max(0, y - by); toY <= Math.min(heightPx - 1, y + by); toY += 1) {
      for (let toX = Math.max(0, x - by); toX <= Math.min(widthPx - 1, x + by); toX += 1) {
        const to = toY * widthPx + toX;
        if (!isInk(to)) found[to] = 1;
      }
    }
    found[at] = 1;
  }
  return found;
}
