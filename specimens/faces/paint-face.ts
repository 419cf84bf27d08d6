import type { Triangle } from '../drawing/triangulate.ts';
import type { ProjectedFace, Vertex } from './projected-face.ts';

/** What is seen behind the teeth. */
const mouthColour = [52, 22, 22];

/** Fills what lies within the outline of a mouth (by the even-odd rule). */
export function darken(rgb: Uint8Array, { widthPx, heightPx }: ProjectedFace, corners: readonly Vertex[]): void {
  const ys = corners.map(([, y]) => y);
  for (let y = Math.max(0, Math.ceil(Math.min(...ys))); y <= Math.min(heightPx - 1, Math.max(...ys)); y += 1) {
    const crossings = corners
      .flatMap(([x, cornerY], index) => {
        const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, cornerY];
        return cornerY <= y === nextY <= y ? [] : [x + ((y - cornerY) / (nextY - cornerY)) * (nextX - x)];
      })
      .sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const to = Math.min(widthPx - 1, Math.floor(crossings[pair + 1] ?? 0));
      for (let x = Math.max(0, Math.ceil(crossings[pair] ?? 0)); x <= to; x += 1)
        rgb.set(mouthColour, (y * widthPx + x) * 3);
    }
  }
}

/** Lays the picture over the moved triangles, the farthest first. */
export function paint(
  face: ProjectedFace,
  from: readonly Vertex[],
  to: readonly Vertex[],
  triangles: readonly Triangle[],
): Uint8Array {
  const output = new Uint8Array(face.rgb.length);
  const depth = ([a, b, c]: Triangle) => (to[a]?.[2] ?? 0) + (to[b]?.[2] ?? 0) + (to[c]?.[2] ?? 0);
  for (const triangle of [...triangles].sort((first, second) => depth(second) - depth(first))) {
    paintTriangle(face, output, triangle, from, to);
  }
  return output;
}

/** What a corner's share of a pixel may be below zero by rounding. */
const tolerance = 1e-4;

function paintTriangle(
  { rgb, widthPx, heightPx }: ProjectedFace,
  output: Uint8Array,
  corners: Triangle,
  from: readonly Vertex[],
  to: readonly Vertex[],
): void {
  const [s0, s1, s2] = corners.map((corner) => from[corner] ?? [0, 0, 0]) as [Vertex, Vertex, Vertex];
  const [t0, t1, t2] = corners.map((corner) => to[corner] ?? [0, 0, 0]) as [Vertex, Vertex, Vertex];
  const [x1, y1] = [t1[0] - t0[0], t1[1] - t0[1]];
  const [x2, y2] = [t2[0] - t0[0], t2[1] - t0[1]];
  const area = x1 * y2 - x2 * y1;
  if (Math.abs(area) < 1e-6) return;
  const left = Math.max(0, Math.ceil(Math.min(t0[0], t1[0], t2[0])));
  const right = Math.min(widthPx - 1, Math.floor(Math.max(t0[0], t1[0], t2[0])));
  const top = Math.max(0, Math.ceil(Math.min(t0[1], t1[1], t2[1])));
  const bottom = Math.min(heightPx - 1, Math.floor(Math.max(t0[1], t1[1], t2[1])));
  const [across1, across2] = [y2 / area, -y1 / area];
  for (let y = top; y <= bottom; y += 1) {
    const [down1, down2] = [x2 * (y - t0[1]), x1 * (y - t0[1])];
    // A film is thousands of pictures: only the pixels of a row that can be within the triangle are tried.
    const first1 = ((left - t0[0]) * y2 - down1) / area;
    const first2 = (down2 - (left - t0[0]) * y1) / area;
    const span = { from: left, to: right };
    narrow(span, left, first1, across1);
    narrow(span, left, first2, across2);
    narrow(span, left, 1 - first1 - first2, -across1 - across2);
    for (let x = span.from; x <= span.to; x += 1) {
      const b1 = ((x - t0[0]) * y2 - down1) / area;
      const b2 = (down2 - (x - t0[0]) * y1) / area;
      const b0 = 1 - b1 - b2;
      if (b0 < -tolerance || b1 < -tolerance || b2 < -tolerance) continue;
      const sourceX = Math.min(widthPx - 1.001, Math.max(0, b0 * s0[0] + b1 * s1[0] + b2 * s2[0]));
      const sourceY = Math.min(heightPx - 1.001, Math.max(0, b0 * s0[1] + b1 * s1[1] + b2 * s2[1]));
      const column = Math.floor(sourceX);
      const row = Math.floor(sourceY);
      const across = sourceX - column;
      const down = sourceY - row;
      const at = (row * widthPx + column) * 3;
      const below = at + widthPx * 3;
      const target = (y * widthPx + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = (rgb[at + channel] ?? 0) * (1 - across) + (rgb[at + 3 + channel] ?? 0) * across;
        const lower = (rgb[below + channel] ?? 0) * (1 - across) + (rgb[below + 3 + channel] ?? 0) * across;
        output[target + channel] = upper * (1 - down) + lower * down;
      }
    }
  }
}

/** Leaves the part of a row, with a pixel more, in which a corner's share is not below zero; it is `first` at `left` and grows by `step`. */
function narrow(span: { from: number; to: number }, left: number, first: number, step: number): void {
  if (step === 0) return;
  const edge = left + (-tolerance - first) / step;
  if (step > 0) span.from = Math.max(span.from, Math.floor(edge) - 1);
  else span.to = Math.min(span.to, Math.ceil(edge) + 1);
}
