import type { AnalysedFace } from '../../../domain/ports/faces/face-analyser.ts';
import { edgeSteepness } from '../rasters/edge-steepness.ts';
import { cropSquare } from '../face-geometry/face-crop.ts';
import { colourDistance, createColourPicker, medianColour, skinPoints } from '../face-geometry/face-colours.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';

/** The size at which every face is examined, for any camera: details that are invisible at this size help no model. */
const sharpnessPx = 112;
const steepShare = 0.02;
/** The extent of the face in distances between the outer corners of the eyes, around the middle between them and the nose. */
const faceSide = 1.9;
const mostSkinDistance = 1;

/** The quality of a picture of a face, in the units of `AnalysedFace.quality`. */
export function faceQuality(picture: FacePicture, mesh: readonly MeshPoint3[], roll: number): AnalysedFace['quality'] {
  const [right, left, nose] = [mesh[33] ?? [0, 0, 0], mesh[263] ?? [0, 0, 0], mesh[4] ?? [0, 0, 0]];
  const apart = eyeDistanceOf(mesh);
  const square = {
    centre: [(left[0] + right[0] + nose[0]) / 3, (left[1] + right[1] + nose[1]) / 3] as const,
    sidePx: Math.max(1, apart * faceSide),
    angle: roll,
  };
  const grey = toGrey(cropSquare(picture, square, sharpnessPx));
  const outside = mesh.filter(([x, y]) => x < 0 || y < 0 || x >= picture.widthPx || y >= picture.heightPx);
  return {
    eyeDistancePx: apart / picture.scale,
    sharpness: Math.min(1, edgeSteepness(grey, sharpnessPx, sharpnessPx, steepShare)),
    light: grey.reduce((sum, value) => sum + value, 0) / grey.length / 255,
    cutOff: outside.length / mesh.length,
    occlusion: occlusionOf(picture, mesh),
  };
}

/** Between the outer corners of the eyes, in pixels of the picture's largest level. */
export function eyeDistanceOf(mesh: readonly MeshPoint3[]): number {
  const [right, left] = [mesh[33] ?? [0, 0, 0], mesh[263] ?? [0, 0, 0]];
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}

function toGrey(crop: Float32Array): Float32Array {
  const grey = new Float32Array(crop.length / 3);
  for (let i = 0, from = 0; i < grey.length; i++, from += 3) {
    grey[i] = 0.299 * (crop[from] ?? 0) + 0.587 * (crop[from + 1] ?? 0) + 0.114 * (crop[from + 2] ?? 0);
  }
  return grey;
}

/** The share of the skin points whose colour differs from that of most of them. */
function occlusionOf(picture: FacePicture, mesh: readonly MeshPoint3[]): number {
  const colours = createColourPicker(picture, mesh).of(Object.values(skinPoints).flat());
  const skin = medianColour(colours);
  if (skin === null) return 0;
  return colours.filter((colour) => colourDistance(colour, skin) > mostSkinDistance).length / colours.length;
}
