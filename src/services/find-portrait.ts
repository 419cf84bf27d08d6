import type { FaceAnalyser } from '../domain/ports/face-analyser.ts';
import type { PageReading } from '../domain/ports/page-reader.ts';

/** Portraits on documents are small and printed: a face this wide between the eyes can still be compared. */
const leastEyeDistancePx = 24;
const leastMeshScore = 0.5;

/**
 * Adds the largest face of a page to its reading. A page is read without the analyser, too: then the selfie finds no face to be
 * compared with, which is a warning. `jpeg` is the picture that the reading is of.
 */
export async function withPortrait(
  reading: PageReading,
  jpeg: Buffer,
  faceAnalyser: FaceAnalyser | null,
): Promise<PageReading> {
  if (faceAnalyser === null) return reading;
  const { faces, models } = await faceAnalyser.analyse(jpeg, { template: true, small: true });
  const [face] = faces;
  const usable =
    face !== undefined && face.meshScore >= leastMeshScore && face.quality.eyeDistancePx >= leastEyeDistancePx;
  return usable ? { ...reading, portrait: face.template, models: [...reading.models, ...models] } : reading;
}
