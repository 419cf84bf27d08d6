import type { AnalysedFace, FaceAnalyser, FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { PageArea, PageReading } from '../../domain/ports/pages/page-reader.ts';
import type { PortraitEdgeFinder } from '../../domain/ports/pages/portrait-edge-finder.ts';
import { isPortraitPlace, likeLargeFaces, printAreaOf } from '../../steps/document/portrait-place.ts';
import { textAngle } from '../../steps/document/visual/page-layout.ts';

/** Portraits on documents are small and printed. A face with this distance between the eyes, in pixels, can still be compared. */
const leastEyeDistancePx = 24;
const leastMeshScore = 0.5;
/** The largest share of a face that lines of text may cover. */
const mostText = 0.5;

/** The models for portraits. `faceAnalyser` is null when one of its models is missing. */
export interface PortraitTools {
  faceAnalyser: FaceAnalyser | null;
  findPortraitEdges: PortraitEdgeFinder;
}

/**
 * Adds the document's portrait and its surroundings to the reading: the largest face that can be on the document. Without the analyser, the
 * page is still read; the selfie then finds no face to compare with, which is a warning. `jpeg` is the picture that was read.
 */
export async function withPortrait(
  reading: PageReading,
  jpeg: Buffer,
  { faceAnalyser, findPortraitEdges }: PortraitTools,
): Promise<PageReading> {
  if (faceAnalyser === null) return reading;
  const documentArea = printAreaOf(reading);
  const seenFaces = await faceAnalyser.analyse(jpeg, {
    template: true,
    small: true,
    everyone: true,
    clearFacesIn: documentArea === null ? null : { area: documentArea, isFace: (area) => !isAmongText(area, reading) },
    isWanted: (area) => isPortraitPlace(area, reading),
  });
  const { faces, clearFaces, models, widthPx, heightPx } = seenFaces;
  const [face, ...others] = faces;
  if (face === undefined || face.meshScore < leastMeshScore) return { ...reading, clearFaces };
  const portraitEdges = await findPortraitEdges(jpeg, face.box, leanOf(reading));
  const { left, top, width, height } = face.box;
  const portraitArea = {
    x: left / widthPx,
    y: top / heightPx,
    width: width / widthPx,
    height: height / heightPx,
  };
  const rivalPortraits = others.filter((other) => isRival(other, face)).map(comparableOf);
  const signals = { ...reading.signals, portraitEdges };
  const seen = { ...reading, clearFaces, portraitArea, ...(rivalPortraits.length > 0 && { rivalPortraits }), signals };
  return face.quality.eyeDistancePx < leastEyeDistancePx
    ? seen
    : {
        ...seen,
        portrait: portraitOf(seenFaces),
        models: [...reading.models, ...models],
      };
}

/** The template of the page's largest face; null when no face is large and certain enough to compare. */
export function portraitOf({ faces: [face] }: Pick<FaceReading, 'faces'>): FaceTemplate | null {
  return face === undefined ? null : comparableOf(face);
}

function comparableOf({ template, meshScore, quality }: AnalysedFace): FaceTemplate | null {
  if (template === null || meshScore < leastMeshScore) return null;
  return quality.eyeDistancePx < leastEyeDistancePx ? null : { ...template, source: 'document' };
}

/** Whether another face is as large as the portrait, and not a second view of it. */
function isRival({ box, meshScore }: AnalysedFace, portrait: AnalysedFace): boolean {
  const isBetween = (value: number, from: number, length: number) => value >= from && value <= from + length;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const { left, top, width, height } = portrait.box;
  const isWithin = isBetween(x, left, width) && isBetween(y, top, height);
  return meshScore >= leastMeshScore && box.width >= likeLargeFaces * width && !isWithin;
}

/** Whether most of a place is lines of text: letters of a zone, enlarged, may look like a face. */
function isAmongText({ x, y, width, height }: PageArea, { lines, mrz, widthPx, heightPx }: PageReading): boolean {
  const covered = [...lines.map(({ box }) => box), ...(mrz === null ? [] : [mrz.box])].map((box) => {
    const across = box.map((corner) => corner[0] / widthPx);
    const down = box.map((corner) => corner[1] / heightPx);
    const shared = (from: number, length: number, values: readonly number[]) =>
      Math.max(0, Math.min(from + length, Math.max(...values)) - Math.max(from, Math.min(...values)));
    return shared(x, width, across) * shared(y, height, down);
  });
  return covered.reduce((sum, area) => sum + area, 0) > mostText * width * height;
}

/** The angle in degrees, -45 to 45, between the text and the nearer of pixel rows and columns. */
function leanOf({ lines }: PageReading): number {
  const degrees = (textAngle(lines) * 180) / Math.PI;
  return degrees - 90 * Math.round(degrees / 90);
}
