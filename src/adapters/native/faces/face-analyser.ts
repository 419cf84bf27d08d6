import { createHash } from 'node:crypto';
import type {
  AnalysedFace,
  FaceAnalyser,
  FaceQuestions,
  FaceReading,
  RgbPicture,
} from '../../../domain/ports/faces/face-analyser.ts';
import { defaultAntiSpoofing, type AntiSpoofing } from '../../../domain/faces/anti-spoofing.ts';
import type { ClearFace, PageArea } from '../../../domain/ports/pages/page-reader.ts';
import type { FaceTemplate } from '../../../domain/traits.ts';
import { createEyeReader } from './eye-reader.ts';
import { faceCoverings } from './face-coverings.ts';
import { findClearFaces } from './find-clear-faces.ts';
import { createFaceDetector, withoutOverlaps, type DetectedFace } from '../face-geometry/face-detector.ts';
import { createFaceMesher, type FaceMesh, type MeshPoint3 } from '../face-geometry/face-mesh.ts';
import { openFacePicture, type FacePicture } from '../face-geometry/face-picture.ts';
import { faceAngles } from '../face-geometry/face-pose.ts';
import { faceQuality } from './face-quality.ts';
import { openFaceEmbedder } from '../matching/open-face-embedder.ts';
import { pictureSignature } from '../matching/picture-signature.ts';
import type { Model, ModelStore } from '../nets/model-store.ts';
import { createPageMeter, type PageMeter } from '../nets/page-meter.ts';
import { skinSignsOf } from './skin-signs.ts';
import { reproductionSignsOf } from './reproduction-signs.ts';
import { createSpoofPanel } from '../spoofing/spoof-panel.ts';

/** A picture with more faces than this shows a crowd; the largest are analysed. */
const mostFaces = 10;
/** Below this the mesh does not fit a face, however sure the detector was. */
const leastMeshScore = 0.02;

export interface FaceAnalyserOptions {
  models: Pick<ModelStore, 'load'>;
  antiSpoofing?: AntiSpoofing;
}

/**
 * Loads the face models and warms them up. Without an anti-spoofing model, the analyser works and its result names the missing model.
 * @throws ModelUnavailable when one of the others cannot be used
 */
export async function createFaceAnalyser({
  models,
  antiSpoofing = defaultAntiSpoofing,
}: FaceAnalyserOptions): Promise<FaceAnalyser> {
  const detector = createFaceDetector(await models.load('blazeface'));
  const mesher = createFaceMesher(await models.load('facemesh'));
  const eyeReader = createEyeReader(await models.load('iris'));
  const embedder = await openFaceEmbedder(models);
  const spoofPanel = await createSpoofPanel(models, antiSpoofing);

  /** The four quarters, overlapping, each treated as a picture. */
  async function detectSmall(picture: FacePicture, meter: PageMeter): Promise<DetectedFace[]> {
    const side = Math.max(picture.widthPx, picture.heightPx) * 0.6;
    const found: DetectedFace[] = [];
    for (const across of [0.3, 0.7]) {
      for (const down of [0.3, 0.7]) {
        const centre = [picture.widthPx * across, picture.heightPx * down] as const;
        found.push(...(await detector.detect(picture, meter, { centre, sidePx: side, angle: 0 })));
      }
    }
    return withoutOverlaps(found.sort((a, b) => b.score - a.score));
  }

  async function detect(
    picture: FacePicture,
    { small = false, everyone = false, isWanted = () => true }: FaceQuestions,
    meter: PageMeter,
  ): Promise<DetectedFace[]> {
    const isHere = (face: DetectedFace) => isWanted(areaOf(face, picture));
    const bySize = (a: DetectedFace, b: DetectedFace) => b.width * b.height - a.width * a.height;
    const found = (await detector.detect(picture, meter)).filter(isHere).sort(bySize);
    const isSought = (found.length === 0 && small) || everyone;
    const closer = isSought ? (await detectSmall(picture, meter)).filter(isHere).sort(bySize) : [];
    return withoutOverlaps([...found, ...closer]).slice(0, mostFaces);
  }

  async function describe(
    picture: FacePicture,
    detected: DetectedFace,
    mesh: FaceMesh,
    meter: PageMeter,
  ): Promise<AnalysedFace> {
    const toGiven = (value: number) => value / picture.scale;
    // Started first: the model runs while this thread measures the rest.
    const eyes = eyeReader.openness(picture, mesh.points, meter);
    const face = {
      box: {
        left: toGiven(detected.left),
        top: toGiven(detected.top),
        width: toGiven(detected.width),
        height: toGiven(detected.height),
      },
      score: detected.score,
      meshScore: mesh.score,
      mesh: mesh.points.map(([x, y, z]) => [toGiven(x), toGiven(y), toGiven(z)] as const),
      pose: faceAngles(mesh.points),
      mouth: mouthOf(mesh.points),
      quality: faceQuality(picture, mesh.points, detected.roll),
      template: null,
      antiSpoofing: null,
      coverings: null,
      skin: null,
    };
    return { ...face, eyes: await eyes };
  }

  async function describeLook(
    picture: FacePicture,
    points: readonly MeshPoint3[],
    { pictureSha256, meter }: { pictureSha256: string; meter: PageMeter },
  ): Promise<FaceTemplate> {
    const embedding = await embedder.embed(picture, points, meter);
    return {
      embedding: Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength).toString('base64'),
      appearance: Buffer.from(pictureSignature(picture, points)).toString('base64'),
      modelSha256: embedder.model.sha256,
      alternates: [],
      source: 'camera',
      pictureSha256,
    };
  }

  const analyser: FaceAnalyser = {
    templateModel: referenceOf(embedder.model),
    antiSpoofing: { rule: spoofPanel.rule, models: spoofPanel.models, missing: spoofPanel.missing },
    async analyse(given, questions: FaceQuestions = {}) {
      const startedAt = performance.now();
      const meter = createPageMeter();
      const picture = await openFacePicture(given);
      const faces: AnalysedFace[] = [];
      const detectedFaces = await detect(picture, questions, meter);
      let largest: DetectedFace | null = null;
      let reproduction: FaceReading['reproduction'] = null;
      for (const detected of detectedFaces) {
        const mesh = await mesher.fit(picture, detected, meter);
        if (mesh.score < leastMeshScore) continue;
        const described = describe(picture, detected, mesh, meter);
        if (faces.length > 0) {
          const wanted = questions.template === true && questions.everyone === true;
          const template = wanted
            ? await describeLook(picture, mesh.points, { pictureSha256: hashOf(given), meter })
            : null;
          faces.push({ ...(await described), template });
          continue;
        }
        // In parallel: a model keeps one core busy, and searching for signs runs no model.
        const [face, template, antiSpoofing, signs] = await Promise.all([
          described,
          questions.template ? describeLook(picture, mesh.points, { pictureSha256: hashOf(given), meter }) : null,
          questions.antiSpoofing ? spoofPanel.judge(picture, mesh.points, meter) : null,
          questions.reproduction ? Promise.resolve().then(() => reproductionSignsOf(picture, mesh.points)) : null,
        ]);
        reproduction = signs;
        largest = detected;
        const coverings = questions.coverings ? faceCoverings(picture, mesh.points, face) : null;
        const skin = questions.coverings ? skinSignsOf(picture, mesh.points) : null;
        faces.push({ ...face, template, antiSpoofing, coverings, skin });
      }
      return {
        widthPx: picture.givenWidthPx,
        heightPx: picture.givenHeightPx,
        faces,
        clearFaces: await clearFacesOf(),
        reproduction,
        models: meter.models(),
        totalMs: performance.now() - startedAt,
        modelMs: meter.recogniserMs(),
      };

      async function clearFacesOf(): Promise<ClearFace[]> {
        const { clearFacesIn: place } = questions;
        if (place == null) return [];
        const embed = (mesh: readonly MeshPoint3[]) =>
          describeLook(picture, mesh, { pictureSha256: hashOf(given), meter });
        const known = { largest, template: faces[0]?.template ?? null, others: detectedFaces };
        return findClearFaces({ picture, ...place, ...known }, { detector, mesher, embed, meter });
      }
    },
    async templateOf(given, { mesh }) {
      const picture = await openFacePicture(given);
      return describeLook(picture, mesh, { pictureSha256: hashOf(given), meter: createPageMeter() });
    },
  };
  await warmUp();
  return analyser;

  /** The first real picture must not wait for what the models set up at their first run. */
  async function warmUp(): Promise<void> {
    const blank = await openFacePicture({ rgb: new Uint8Array(256 * 256 * 3), widthPx: 256, heightPx: 256 });
    const meter = createPageMeter();
    const face = { left: 64, top: 64, width: 128, height: 128, score: 1, roll: 0 };
    await detector.detect(blank, meter);
    const { points } = await mesher.fit(blank, face, meter);
    await eyeReader.openness(blank, points, meter);
    await embedder.embed(blank, points, meter);
    await spoofPanel.judge(blank, points, meter);
  }
}

function areaOf({ left, top, width, height }: DetectedFace, { widthPx, heightPx }: FacePicture): PageArea {
  return { x: left / widthPx, y: top / heightPx, width: width / widthPx, height: height / heightPx };
}

/** Openness and width of the mouth, for `AnalysedFace.mouth`. */
function mouthOf(mesh: readonly MeshPoint3[]): AnalysedFace['mouth'] {
  const distance = (a: number, b: number) => {
    const [from, to] = [mesh[a] ?? [0, 0, 0], mesh[b] ?? [0, 0, 0]];
    return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  };
  return {
    openness: distance(13, 14) / Math.max(1e-6, distance(78, 308)),
    width: distance(61, 291) / Math.max(1e-6, distance(33, 263)),
  };
}

function hashOf(given: Buffer | RgbPicture): string {
  return createHash('sha256')
    .update(Buffer.isBuffer(given) ? given : given.rgb)
    .digest('hex');
}

function referenceOf({ name, sha256 }: Model) {
  return { name, sha256 };
}
