import { mostClearFaces } from '../../../domain/faces/ghost-image-signal.ts';
import type { ClearFace, PageArea } from '../../../domain/ports/pages/page-reader.ts';
import type { FaceTemplate } from '../../../domain/traits.ts';
import { withoutOverlaps, type DetectedFace, type FaceDetector } from '../face-geometry/face-detector.ts';
import type { FaceMesher, MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';
import type { Square } from '../face-geometry/face-crop.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { eyeDistanceOf } from './face-quality.ts';

/** The side of a window in parts of the longer side of the area. The detector takes a fainter face when it sees it larger. */
const windowSide = 0.375;
/**
 * From these scores on, a detection counts as a face. On 640 drawn pages, print or guilloche reached 0.6 and 0.5 (score and mesh) 25 times, and
 * 0.65 and 0.9 never; these keep 84 % of the ghost images with 24 pixels and more between the eyes.
 */
const leastScore = 0.65;
const leastMeshScore = 0.9;
/** Between the outer corners of the eyes. Smaller faces of one person are as far apart as those of two. */
const leastEyeDistancePx = 24;
export interface ClearFaceSearch {
  picture: FacePicture;
  /** Where they can be, in fractions of the picture. */
  area: PageArea;
  isFace: (area: PageArea) => boolean;
  /** The largest face and its template; null when there is none, or its template was not requested. */
  largest: DetectedFace | null;
  template: FaceTemplate | null;
  /** Further faces that were found in larger windows. */
  others: readonly DetectedFace[];
}

/** The faces of an area that are clear enough to be compared with each other, the largest first. */
export async function findClearFaces(
  { picture, area, isFace, largest, template, others }: ClearFaceSearch,
  nets: {
    detector: FaceDetector;
    mesher: FaceMesher;
    embed: (mesh: readonly MeshPoint3[]) => Promise<FaceTemplate>;
    meter: PageMeter;
  },
): Promise<ClearFace[]> {
  const { detector, mesher, embed, meter } = nets;
  const seen = [...others];
  for (const window of windowsOf(picture, area)) seen.push(...(await detector.detect(picture, meter, window)));
  const sure = seen.filter(({ score }) => score >= leastScore).sort((a, b) => b.score - a.score);
  const first = largest === null ? [] : [largest];
  const apart = withoutOverlaps([...first, ...sure]).filter(
    (face) => face === largest || largest === null || !isWithin(face, largest),
  );
  const found: ClearFace[] = [];
  for (const face of apart) {
    if (found.length === mostClearFaces) break;
    if (face.score < leastScore || !isFace(areaOf(face, picture))) continue;
    const mesh = await mesher.fit(picture, face, meter);
    const eyeDistancePx = eyeDistanceOf(mesh.points) / picture.scale;
    if (mesh.score < leastMeshScore || eyeDistancePx < leastEyeDistancePx) continue;
    const own = face === largest ? template : null;
    found.push({ area: areaOf(face, picture), template: own ?? (await embed(mesh.points)) });
  }
  return found;
}

/** Squares that cover the area, each as far from the next as the others. */
function windowsOf({ widthPx, heightPx }: FacePicture, { x, y, width, height }: PageArea): Square[] {
  const sidePx = windowSide * Math.max(width * widthPx, height * heightPx);
  const middles = (from: number, length: number) => {
    const count = Math.max(1, Math.ceil(length / sidePx));
    const step = count === 1 ? 0 : (length - sidePx) / (count - 1);
    return Array.from({ length: count }, (_, index) =>
      count === 1 ? from + length / 2 : from + sidePx / 2 + index * step,
    );
  };
  return middles(y * heightPx, height * heightPx).flatMap((down) =>
    middles(x * widthPx, width * widthPx).map((across) => ({ centre: [across, down] as const, sidePx, angle: 0 })),
  );
}

/** A part of the largest face that is taken for another one. */
function isWithin(face: DetectedFace, largest: DetectedFace): boolean {
  const [x, y] = [face.left + face.width / 2, face.top + face.height / 2];
  const isAcross = x >= largest.left && x <= largest.left + largest.width;
  return isAcross && y >= largest.top && y <= largest.top + largest.height;
}

function areaOf({ left, top, width, height }: DetectedFace, { widthPx, heightPx }: FacePicture): PageArea {
  const [x, y] = [Math.max(0, left / widthPx), Math.max(0, top / heightPx)];
  return { x, y, width: Math.min(1 - x, width / widthPx), height: Math.min(1 - y, height / heightPx) };
}
