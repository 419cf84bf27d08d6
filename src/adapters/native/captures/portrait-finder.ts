import { createFaceDetector } from '../face-geometry/face-detector.ts';
import { openFacePicture } from '../face-geometry/face-picture.ts';
import { createFaceMesher } from '../face-geometry/face-mesh.ts';
import type { ModelStore } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';

export interface PortraitFinder {
  /** Whether the picture of a document shows a face. The document may be on its side or upside down. */
  hasPortrait(jpeg: Buffer, meter: PageMeter): Promise<boolean>;
}

/** The detector sees 256 pixels, so a portrait that is small on the page is searched in parts of it. Shares of width and height. */
const parts = [0.3, 0.7];
const partSide = 0.6;
const turns = [0, Math.PI, Math.PI / 2, -Math.PI / 2];

/**
 * A detection counts as a face when the detector is sure or the mesh fits. On 17 real and 22 drawn pictures, the portraits had a score of
 * 0.74 and more or a mesh of 0.27 and more; silhouettes and backs of cards had at most 0.62 and 0.001.
 */
const sureScore = 0.7;
const leastMeshScore = 0.1;

/**
 * Loads its nets.
 * @throws ModelUnavailable when one cannot be used
 */
export async function createPortraitFinder(models: Pick<ModelStore, 'load'>): Promise<PortraitFinder> {
  const detector = createFaceDetector(await models.load('blazeface'));
  const mesher = createFaceMesher(await models.load('facemesh'));
  return {
    async hasPortrait(jpeg, meter) {
      const picture = await openFacePicture(jpeg);
      const longest = Math.max(picture.widthPx, picture.heightPx);
      const centres = parts.flatMap((x) => parts.map((y) => [picture.widthPx * x, picture.heightPx * y] as const));
      const whole = [picture.widthPx / 2, picture.heightPx / 2] as const;
      for (const angle of turns) {
        const windows = [
          { centre: whole, sidePx: longest, angle },
          ...centres.map((centre) => ({ centre, sidePx: longest * partSide, angle })),
        ];
        for (const window of windows) {
          for (const face of await detector.detect(picture, meter, window)) {
            if (face.score >= sureScore) return true;
            if ((await mesher.fit(picture, face, meter)).score >= leastMeshScore) return true;
          }
        }
      }
      return false;
    },
  };
}
