import type { AnalysedFace, FaceReading } from '../ports/faces/face-analyser.ts';
import type { ReasonCode } from '../faults/reason-codes.ts';

/** Codes for one picture of a face. Each asks the person to retake it. */
export const faceFaultCodes = [
  'face.not_found',
  'face.several',
  'face.too_small',
  'face.cut_off',
  'face.eyes_closed',
  'face.blurry',
  'face.too_dark',
  'face.occluded',
  'face.turned_away',
] as const satisfies readonly ReasonCode[];
export type FaceFaultCode = (typeof faceFaultCodes)[number];

/**
 * All limits were set on the portraits in an npm package and on blurred, darkened, shrunk, half covered and closed-eyed copies of
 * them (test/vision/face-inspector.test.ts): beyond each the models' answers begin to drift.
 */
export const faceLimits = {
  /** A second face counts when it is this wide next to the largest: people far in the background may be there. */
  otherFaceShare: 0.3,
  leastEyeDistancePx: 60,
  mostCutOff: 0.03,
  /** Eyes that are open have 0.28 and more, really closed ones 0.13 and less. One may be hidden by the turn of the head. */
  leastEyeOpenness: 0.19,
  leastSharpness: 0.105,
  leastLight: 0.15,
  leastMeshScore: 0.5,
  mostOcclusion: 0.4,
  /**
   * A face turned farther shows one half of itself: a profile tells the models little. Of 240 webcam pictures of 8 people who look
   * at the screen the farthest is at 12°.
   */
  mostYawDegrees: 32,
} as const;

/** The faults of a picture that must show one person's face well. Empty: none. */
export function faceFaultsOf({ faces }: Pick<FaceReading, 'faces'>): FaceFaultCode[] {
  const [face, ...others] = faces;
  if (face === undefined) return ['face.not_found'];
  const large = others.filter(({ box, meshScore }) => isLarge(box, face) && meshScore >= faceLimits.leastMeshScore);
  if (large.length > 0) return ['face.several'];
  return faultsOf(face);
}

/** How many faces in a picture are not in the background. A face that is hard to make out counts when it is the only one. */
export function countFaces({ faces }: Pick<FaceReading, 'faces'>): number {
  const [largest] = faces;
  if (largest === undefined) return 0;
  const clear = faces.filter(({ box, meshScore }) => isLarge(box, largest) && meshScore >= faceLimits.leastMeshScore);
  return Math.max(1, clear.length);
}

function isLarge({ width }: AnalysedFace['box'], { box }: AnalysedFace): boolean {
  return width >= faceLimits.otherFaceShare * box.width;
}

function faultsOf({ quality, eyes, meshScore, pose }: AnalysedFace): FaceFaultCode[] {
  const faults: FaceFaultCode[] = [];
  const covered = meshScore < faceLimits.leastMeshScore || quality.occlusion > faceLimits.mostOcclusion;
  if (quality.eyeDistancePx < faceLimits.leastEyeDistancePx) faults.push('face.too_small');
  if (quality.cutOff > faceLimits.mostCutOff) faults.push('face.cut_off');
  if (quality.light < faceLimits.leastLight) faults.push('face.too_dark');
  if (quality.sharpness < faceLimits.leastSharpness) faults.push('face.blurry');
  if (covered) faults.push('face.occluded');
  if (Math.abs(pose.yaw) > faceLimits.mostYawDegrees) faults.push('face.turned_away');
  // The eyes of a covered or blurred face are not judged.
  if (faults.length === 0 && Math.max(eyes.left, eyes.right) < faceLimits.leastEyeOpenness) {
    faults.push('face.eyes_closed');
  }
  return faults;
}
