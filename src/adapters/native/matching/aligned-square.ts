import type { Point } from '../../../domain/ports/pages/page-reader.ts';
import type { Square } from '../face-geometry/face-crop.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';

/** Where the net's training crops have a point of the face: the mean of these mesh points is at `at`, 0..1 across and down. */
export interface ChipAnchor {
  mesh: readonly number[];
  at: Point;
}

/** The square whose crop shows the face like a training crop: the similarity transform that moves the mesh nearest to the anchors. */
export function alignedSquare(mesh: readonly MeshPoint3[], anchors: readonly ChipAnchor[]): Square {
  const pairs = anchors.map((anchor) => ({
    chip: anchor.at,
    seen: meanOf(
      anchor.mesh.map((index) => {
        const [x, y] = mesh[index] ?? [0, 0];
        return [x, y] as const;
      }),
    ),
  }));
  const chip = meanOf(pairs.map((pair) => pair.chip));
  const seen = meanOf(pairs.map((pair) => pair.seen));
  // In complex numbers, seen = a * crop + b: `a` contains scale and rotation.
  let [re, im, weight] = [0, 0, 0];
  for (const pair of pairs) {
    const [cx, cy] = [pair.chip[0] - chip[0], pair.chip[1] - chip[1]];
    const [sx, sy] = [pair.seen[0] - seen[0], pair.seen[1] - seen[1]];
    re += cx * sx + cy * sy;
    im += cx * sy - cy * sx;
    weight += cx * cx + cy * cy;
  }
  [re, im] = [re / weight, im / weight];
  const [dx, dy] = [0.5 - chip[0], 0.5 - chip[1]];
  return {
    centre: [seen[0] + re * dx - im * dy, seen[1] + im * dx + re * dy],
    sidePx: Math.hypot(re, im),
    angle: Math.atan2(im, re),
  };
}

function meanOf(points: readonly Point[]): Point {
  const [x, y] = points.reduce<Point>((sum, point) => [sum[0] + point[0], sum[1] + point[1]], [0, 0]);
  return [x / points.length, y / points.length];
}
