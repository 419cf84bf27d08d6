import type { Point, Quad } from '../../../domain/ports/pages/page-reader.ts';

/** The length of the quad's top edge, or of its bottom edge if that is longer. */
export function quadWidth([topLeft, topRight, bottomRight, bottomLeft]: Quad): number {
  return Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight));
}

/** The length of the quad's left edge, or of its right edge if that is longer. */
export function quadHeight([topLeft, topRight, bottomRight, bottomLeft]: Quad): number {
  return Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight));
}

export function quadCentre([a, b, c, d]: Quad): Point {
  return [(a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4];
}

/** Unit vector along the text: from the middle of the left edge towards the middle of the right edge. */
export function quadDirection([topLeft, topRight, bottomRight, bottomLeft]: Quad): Point {
  const x = topRight[0] + bottomRight[0] - topLeft[0] - bottomLeft[0];
  const y = topRight[1] + bottomRight[1] - topLeft[1] - bottomLeft[1];
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** The rectangle around a centre, `width` long along `direction` and `height` high across it. */
export function rectangleQuad(centre: Point, direction: Point, width: number, height: number): Quad {
  const alongX = (direction[0] * width) / 2;
  const alongY = (direction[1] * width) / 2;
  const downX = (-direction[1] * height) / 2;
  const downY = (direction[0] * height) / 2;
  const [x, y] = centre;
  return [
    [x - alongX - downX, y - alongY - downY],
    [x + alongX - downX, y + alongY - downY],
    [x + alongX + downX, y + alongY + downY],
    [x - alongX + downX, y - alongY + downY],
  ];
}

/** The quad of a whole raster. */
export function wholeRaster({ widthPx, heightPx }: { widthPx: number; heightPx: number }): Quad {
  return [
    [0, 0],
    [widthPx, 0],
    [widthPx, heightPx],
    [0, heightPx],
  ];
}

/** The quad with its height multiplied by `share`, about its middle. */
export function scaleHeight([topLeft, topRight, bottomRight, bottomLeft]: Quad, share: number): Quad {
  const [keep, move] = [(1 + share) / 2, (1 - share) / 2];
  const blend = (a: Point, b: Point): Point => [a[0] * keep + b[0] * move, a[1] * keep + b[1] * move];
  return [
    blend(topLeft, bottomLeft),
    blend(topRight, bottomRight),
    blend(bottomRight, topRight),
    blend(bottomLeft, topLeft),
  ];
}

/** The quad without this much of the start of its text, in pixels. */
export function withoutStart(quad: Quad, by: number): Quad {
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const [x, y] = quadDirection(quad);
  const move = (point: Point): Point => [point[0] + x * by, point[1] + y * by];
  return [move(topLeft), topRight, bottomRight, move(bottomLeft)];
}

/** The quad without this much of the end of its text, in pixels. */
export function withoutEnd(quad: Quad, by: number): Quad {
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const [x, y] = quadDirection(quad);
  const move = (point: Point): Point => [point[0] - x * by, point[1] - y * by];
  return [topLeft, move(topRight), move(bottomRight), bottomLeft];
}

/** Every corner mapped by the function, in the same order. */
export function mapQuad([a, b, c, d]: Quad, map: (point: Point) => Point): Quad {
  return [map(a), map(b), map(c), map(d)];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The length of `point - origin` along a unit vector. */
export function along(point: Point, origin: Point, direction: Point): number {
  return (point[0] - origin[0]) * direction[0] + (point[1] - origin[1]) * direction[1];
}

/** The distance of `point` from the line through `origin` along `direction`, positive below it (y grows downwards). */
export function across(point: Point, origin: Point, direction: Point): number {
  return (point[1] - origin[1]) * direction[0] - (point[0] - origin[0]) * direction[1];
}
