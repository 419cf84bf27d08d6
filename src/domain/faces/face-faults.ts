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
 * All limits were set on the portraits in an npm package, and on blurred, darkened, shrunk, half covered and closed-eyed copies of them
 * (test/vision/face-inspector.test.ts). Beyond each limit, the models' answers begin to drift.
 */
export const faceLimits = {
  /** A second face counts if it is at least this wide relative to the largest. People far in the background may be there. */
  otherFaceShare: 0.3,
  leastEyeDistancePx: 60,
  mostCutOff: 0.03,
  /** Open eyes have 0.28 and more, closed ones 0.13 and less. One eye may be hidden when the head is turned. */
  leastEyeOpenness: 0.19,
  leastSharpness: 0.105,
  leastLight: 0.15,
  leastMeshScore: 0.5,
  mostOcclusion: 0.4,
  /**
   * A face that is turned farther shows only half of itself, and the models learn little from a profile. In 240 webcam pictures of 8 people
   * who look at the screen, the largest angle is 12°.
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

/** The number of faces that are not in the background. A face that is hard to recognise counts if it is the only one. */
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
  // The eyes of a covered or blurred face cannot be judged.
  if (faults.length === 0 && Math.max(eyes.left, eyes.right) < faceLimits.leastEyeOpenness) {
    faults.push('face.eyes_closed');
  }
  return faults;
}
