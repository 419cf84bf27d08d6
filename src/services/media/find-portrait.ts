import type { FaceAnalyser, FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { PageReading } from '../../domain/ports/pages/page-reader.ts';
import type { PortraitEdgeFinder } from '../../domain/ports/pages/portrait-edge-finder.ts';
import { textAngle } from '../../steps/document/visual/page-layout.ts';

/** Portraits on documents are small and printed: a face this wide between the eyes can still be compared. */
const leastEyeDistancePx = 24;
const leastMeshScore = 0.5;

/** What looks at portraits; `faceAnalyser` is null when one of its models is missing. */
export interface PortraitTools {
  faceAnalyser: FaceAnalyser | null;
  findPortraitEdges: PortraitEdgeFinder;
}

/**
 * Adds the largest face of a page to its reading, and what its surroundings tell. A page is read without the analyser, too:
 * then the selfie finds no face to be compared with, which is a warning. `jpeg` is the picture that the reading is of.
 */
export async function withPortrait(
  reading: PageReading,
  jpeg: Buffer,
  { faceAnalyser, findPortraitEdges }: PortraitTools,
): Promise<PageReading> {
  if (faceAnalyser === null) return reading;
  const seenFaces = await faceAnalyser.analyse(jpeg, { template: true, small: true });
  const { faces, models, widthPx, heightPx } = seenFaces;
  const [face] = faces;
  if (face === undefined || face.meshScore < leastMeshScore) return reading;
  const portraitEdges = await findPortraitEdges(jpeg, face.box, leanOf(reading));
  const { left, top, width, height } = face.box;
  const portraitArea = {
    x: left / widthPx,
    y: top / heightPx,
    width: width / widthPx,
    height: height / heightPx,
  };
  const seen = { ...reading, portraitArea, signals: { ...reading.signals, portraitEdges } };
  return face.quality.eyeDistancePx < leastEyeDistancePx
    ? seen
    : {
        ...seen,
        portrait: portraitOf(seenFaces),
        models: [...reading.models, ...models],
      };
}

/** The largest face of a page, described; null where none is large and sure enough to be compared. */
export function portraitOf({ faces: [face] }: Pick<FaceReading, 'faces'>): FaceTemplate | null {
  if (face?.template == null || face.meshScore < leastMeshScore) return null;
  return face.quality.eyeDistancePx < leastEyeDistancePx ? null : { ...face.template, source: 'document' };
}

/** By how many degrees the text leans from the nearer of rows and columns of pixels, -45 to 45. */
function leanOf({ lines }: PageReading): number {
  const degrees = (textAngle(lines) * 180) / Math.PI;
  return degrees - 90 * Math.round(degrees / 90);
}
