import { triangulate } from '../drawing/triangulate.ts';
import { express, mouthOf, type Expression } from './face-expression.ts';
import { darken, paint } from './paint-face.ts';
import type { ProjectedFace, Vertex } from './projected-face.ts';

const chin = 152;
const forehead = 10;
/** The outline of the face. */
const outline = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
/** Rings around the outline that turn with it less and less: hair, ears and neck follow, the wall does not. */
const rings = [
  { scale: 1.12, weight: 0.95, back: 0.04 },
  { scale: 1.35, weight: 0.75, back: 0.1 },
  { scale: 1.8, weight: 0.3, back: 0.1 },
  { scale: 2.5, weight: 0, back: 0 },
];
/** Distance of the camera in heights of the face. */
const cameraDistance = 4;

/**
 * Turns a face by texture: the picture is laid over its mesh, the mesh is moved and turned in space and seen in perspective again.
 * What the picture does not show (the far side of a turned head) is stretched from what it shows: enough to try a service out, no
 * stand-in for people.
 */
export function createFaceProjector(face: ProjectedFace) {
  const top = face.mesh[forehead] ?? [0, 0, 0];
  const bottom = face.mesh[chin] ?? [0, 0, 0];
  const height = Math.hypot(bottom[0] - top[0], bottom[1] - top[1]);
  const centre: Vertex = [(top[0] + bottom[0]) / 2, (top[1] + bottom[1]) / 2, 0.25 * height];
  const { vertices, weights } = withSurroundings(face, centre, height);
  const triangles = triangulate(vertices.map(([x, y]) => [x, y] as const));

  /** One picture of the face, as large as the given one. */
  return function project(expression: Expression): Uint8Array {
    const moved = express(vertices, expression, height);
    const placed = moved.map((vertex, index) =>
      seen(vertex, { centre, height, weight: weights[index] ?? 0, expression }),
    );
    const painted = paint(face, vertices, placed, triangles);
    if (expression.mouthOpen !== undefined) darken(painted, face, mouthOf(placed));
    return painted;
  };
}

function withSurroundings(face: ProjectedFace, centre: Vertex, height: number) {
  const vertices: Vertex[] = [...face.mesh];
  const weights = vertices.map(() => 1);
  for (const { scale, weight, back } of rings) {
    for (const index of outline) {
      const [x, y, z] = face.mesh[index] ?? centre;
      vertices.push([centre[0] + (x - centre[0]) * scale, centre[1] + (y - centre[1]) * scale, z + back * height]);
      weights.push(weight);
    }
  }
  const [w, h] = [face.widthPx, face.heightPx];
  for (const [x, y] of [
    [-w, -h],
    [2 * w, -h],
    [-w, 2 * h],
    [2 * w, 2 * h],
    [w / 2, -h],
    [w / 2, 2 * h],
  ] as const) {
    vertices.push([x + 0.1 * y, y, 0]);
    weights.push(0);
  }
  return { vertices, weights };
}

function seen(
  [x0, y0, z0]: Vertex,
  { centre, height, weight, expression }: { centre: Vertex; height: number; weight: number; expression: Expression },
): Vertex {
  const yaw = (expression.yaw * weight * Math.PI) / 180;
  const pitch = (expression.pitch * weight * Math.PI) / 180;
  const [x, y, z] = [x0 - centre[0], y0 - centre[1], z0 - centre[2]];
  const turnedX = x * Math.cos(yaw) - z * Math.sin(yaw);
  const turnedZ = x * Math.sin(yaw) + z * Math.cos(yaw);
  const noddedY = y * Math.cos(pitch) + turnedZ * Math.sin(pitch);
  const noddedZ = -y * Math.sin(pitch) + turnedZ * Math.cos(pitch);
  // Relative to where the vertex lies when nothing turns, so that the face at rest is the picture itself.
  const camera = cameraDistance * height;
  const scale = (camera + z) / (camera + noddedZ);
  return [centre[0] + turnedX * scale + expression.shiftX, centre[1] + noddedY * scale + expression.shiftY, noddedZ];
}
