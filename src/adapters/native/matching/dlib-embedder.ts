import { cropSquare } from '../face-geometry/face-crop.ts';
import type { Model } from '../nets/model-store.ts';
import { alignedSquare, type ChipAnchor } from './aligned-square.ts';
import type { FaceEmbedder } from './face-embedder.ts';

const inputPx = 150;
/** The margin around the mean face on each side, as a share of its size. dlib cropped its training pictures in this way. */
const padding = 0.25;
const onChip = (index: number, x: number, y: number): ChipAnchor => ({
  mesh: [index],
  at: [(x + padding) / (1 + 2 * padding), (y + padding) / (1 + 2 * padding)],
});

/**
 * Points of the mesh, and their positions on dlib's mean face (its 68-point shape within 0..1, `get_face_chip_details`): corners of the
 * eyes, base of the nose, corners of the mouth. The mesh is steadier than the detector's own key points.
 */
export const dlibAnchors: readonly ChipAnchor[] = [
  onChip(33, 0.122, 0.216),
  onChip(133, 0.335, 0.232),
  onChip(362, 0.646, 0.232),
  onChip(263, 0.859, 0.216),
  onChip(2, 0.49, 0.628),
  onChip(61, 0.254, 0.78),
  onChip(291, 0.726, 0.78),
];

/** dlib's net: 128 numbers. */
export function createDlibEmbedder(model: Model): FaceEmbedder {
  return {
    model,
    async embed(picture, mesh, meter) {
      const crop = cropSquare(picture, alignedSquare(mesh, dlibAnchors), inputPx);
      const { data } = await meter.run(model, crop, [1, inputPx, inputPx, 3]);
      return data;
    },
  };
}
