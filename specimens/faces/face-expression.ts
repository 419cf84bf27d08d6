import type { Vertex } from './projected-face.ts';

/** An expression of a face. Angles in degrees, positive to the person's own left and up; closed and smile from 0 to 1. */
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
/** The edge of the lips towards the teeth: the upper one from the person's right to left, the lower one back. */
const upperLip = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const lowerLip = [324, 318, 402, 317, 14, 87, 178, 88, 95];
/** How far a jaw drops to speak, in heights of the face. */
const jawDrop = 0.09;
/** The upper lid covers the lower one a little. */
const lidReach = 1.3;

/** Closes the lids, drops the jaw and draws the corners of the mouth apart and up. */
export function express(
  vertices: readonly Vertex[],
  { eyesClosed, smile, mouthOpen = 0 }: Expression,
  height: number,
): Vertex[] {
  const moved = dropJaw(vertices, mouthOpen * jawDrop * height);
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

/** The edge of an open mouth, inside which the space behind the teeth is visible. */
export function mouthOf(vertices: readonly Vertex[]): Vertex[] {
  return [...upperLip, ...lowerLip].flatMap((index) => {
    const vertex = vertices[index];
    return vertex === undefined ? [] : [vertex];
  });
}
