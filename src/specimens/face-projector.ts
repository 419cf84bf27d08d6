import { triangulate, type Triangle } from './delaunay.ts';

type Vertex = readonly [x: number, y: number, z: number];

/** A picture of a face that looks into the camera, with its mesh of 468 points in the picture's pixels. */
export interface ProjectedFace {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
  mesh: readonly Vertex[];
}

/** What the face does. Angles in degrees with the signs of a person's own left and of up; closed and smile from 0 to 1. */
export interface Expression {
  yaw: number;
  pitch: number;
  eyesClosed: number;
  smile: number;
  /** How far the jaw is dropped, 0 to 1; closed when left out. */
  mouthOpen?: number;
  /** Moves of the whole picture, in pixels. */
  shiftX: number;
  shiftY: number;
}

/** Points of the mesh: the upper lid, and those of the lower lid below them. */
const lids: readonly (readonly [upper: number, lower: number])[] = [
  [246, 7],
  [161, 163],
  [160, 144],
  [159, 145],
  [158, 153],
  [157, 154],
  [173, 155],
  [466, 249],
  [388, 390],
  [387, 373],
  [386, 374],
  [385, 380],
  [384, 381],
  [398, 382],
];
/** The folds above the lids, which follow them half way. */
const folds = [247, 30, 29, 27, 28, 56, 190, 467, 260, 259, 257, 258, 286, 414];
const mouthCorners = [61, 291] as const;
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
/** The edge of the lips towards the teeth: the upper one from the person's right to left, the lower one back. */
const upperLip = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const lowerLip = [324, 318, 402, 317, 14, 87, 178, 88, 95];
/** How far a jaw drops to speak, in heights of the face, and what is seen behind the teeth. */
const jaw = { drop: 0.09, dark: [52, 22, 22] } as const;
/** The upper lid covers the lower one a little. */
const lidReach = 1.3;
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
    if (expression.mouthOpen !== undefined) darken(painted, face, outlineOf(placed, [...upperLip, ...lowerLip]));
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

/** Closes the lids and draws the corners of the mouth apart and up. */
function express(
  vertices: readonly Vertex[],
  { eyesClosed, smile, mouthOpen = 0 }: Expression,
  height: number,
): Vertex[] {
  const moved = dropJaw(vertices, mouthOpen * jaw.drop * height);
  lids.forEach(([upper, lower], index) => {
    const [from, to] = [vertices[upper] ?? [0, 0, 0], vertices[lower] ?? [0, 0, 0]];
    const [x, y] = [(to[0] - from[0]) * eyesClosed, (to[1] - from[1]) * eyesClosed];
    moved[upper] = [from[0] + x * lidReach, from[1] + y * lidReach, from[2]];
    const fold = folds[index] ?? upper;
    const above = vertices[fold] ?? from;
    moved[fold] = [above[0] + x / 2, above[1] + y / 2, above[2]];
  });
  if (smile === 0) return moved;
  const [right, left] = mouthCorners.map((index) => vertices[index] ?? [0, 0, 0]) as [Vertex, Vertex];
  const width = Math.hypot(left[0] - right[0], left[1] - right[1]);
  return moved.map((vertex, index) => {
    if (index >= 468) return vertex;
    const pull = (corner: Vertex) =>
      Math.exp(-((vertex[0] - corner[0]) ** 2 + (vertex[1] - corner[1]) ** 2) / (2 * (0.28 * width) ** 2)) * smile;
    const apart = (pull(left) - pull(right)) * 0.17 * width;
    const up = (pull(left) + pull(right)) * 0.03 * height;
    return [vertex[0] + apart, vertex[1] - up, vertex[2]];
  });
}

/** Moves the lower lip and what lies below it down, most in the middle. */
function dropJaw(vertices: readonly Vertex[], dropPx: number): Vertex[] {
  if (dropPx === 0) return [...vertices];
  const [right, left] = mouthCorners.map((index) => vertices[index] ?? [0, 0, 0]) as [Vertex, Vertex];
  const width = Math.hypot(left[0] - right[0], left[1] - right[1]);
  const [centreX, lineY] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  return vertices.map(([x, y, z], index) => {
    const isBelow = lowerLip.includes(index) || (y > lineY + 0.06 * width && !upperLip.includes(index));
    if (index >= 468 || !isBelow) return [x, y, z];
    return [x, y + dropPx * Math.exp(-(((x - centreX) / (0.75 * width)) ** 2)), z];
  });
}

function outlineOf(vertices: readonly Vertex[], indices: readonly number[]): Vertex[] {
  return indices.flatMap((index) => {
    const vertex = vertices[index];
    return vertex === undefined ? [] : [vertex];
  });
}

/** Fills what lies within the outline (by the even-odd rule). */
function darken(rgb: Uint8Array, { widthPx, heightPx }: ProjectedFace, corners: readonly Vertex[]): void {
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
        rgb.set(jaw.dark, (y * widthPx + x) * 3);
    }
  }
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

/** Lays the picture over the moved triangles, the farthest first. */
function paint(
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

function paintTriangle(
  { rgb, widthPx, heightPx }: ProjectedFace,
  output: Uint8Array,
  corners: Triangle,
  from: readonly Vertex[],
  to: readonly Vertex[],
): void {
  const [s0, s1, s2] = corners.map((corner) => from[corner] ?? [0, 0, 0]) as [Vertex, Vertex, Vertex];
  const [t0, t1, t2] = corners.map((corner) => to[corner] ?? [0, 0, 0]) as [Vertex, Vertex, Vertex];
  const area = (t1[0] - t0[0]) * (t2[1] - t0[1]) - (t2[0] - t0[0]) * (t1[1] - t0[1]);
  if (Math.abs(area) < 1e-6) return;
  const left = Math.max(0, Math.ceil(Math.min(t0[0], t1[0], t2[0])));
  const right = Math.min(widthPx - 1, Math.floor(Math.max(t0[0], t1[0], t2[0])));
  const top = Math.max(0, Math.ceil(Math.min(t0[1], t1[1], t2[1])));
  const bottom = Math.min(heightPx - 1, Math.floor(Math.max(t0[1], t1[1], t2[1])));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const b1 = ((x - t0[0]) * (t2[1] - t0[1]) - (t2[0] - t0[0]) * (y - t0[1])) / area;
      const b2 = ((t1[0] - t0[0]) * (y - t0[1]) - (x - t0[0]) * (t1[1] - t0[1])) / area;
      const b0 = 1 - b1 - b2;
      if (b0 < -1e-4 || b1 < -1e-4 || b2 < -1e-4) continue;
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
