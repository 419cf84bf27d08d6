import { appearanceSide } from '../../../domain/faces/same-picture.ts';
import { cropSquare } from '../face-geometry/face-crop.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';
import { alignedSquare } from './aligned-square.ts';
import { dlibAnchors } from './dlib-embedder.ts';

/** Each value is the mean of a block with this many pixels per side. */
const block = 2;
const cropPx = appearanceSide * block;

/** The luminance of the aligned face, each value the mean of a small block. Two signatures show that one picture is a copy of another. */
export function pictureSignature(picture: FacePicture, mesh: readonly MeshPoint3[]): Uint8Array {
  const crop = cropSquare(picture, alignedSquare(mesh, dlibAnchors), cropPx);
  const sums = new Float32Array(appearanceSide * appearanceSide);
  for (let row = 0, at = 0; row < cropPx; row++) {
    for (let column = 0; column < cropPx; column++, at += 3) {
      const to = Math.floor(row / block) * appearanceSide + Math.floor(column / block);
      const luminance = 0.299 * (crop[at] ?? 0) + 0.587 * (crop[at + 1] ?? 0) + 0.114 * (crop[at + 2] ?? 0);
      sums[to] = (sums[to] ?? 0) + luminance / (block * block);
    }
  }
  return Uint8Array.from(sums, Math.round);
}
