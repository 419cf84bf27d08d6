/** A browser's description of its camera. A program can claim the same, so it can only raise a doubt and never helps anybody to pass. */
export interface BrowserCamera {
  kind: 'browser';
  /** `drawn`: the pictures come from a canvas or another script of the page, as far as the browser shows it. */
  track: 'device' | 'drawn';
  /** Whether the browser lists the camera among its devices; null when it does not say. */
  listed: boolean | null;
  /** Whether it refuses a size that no camera has; null when this was not tested. */
  refusesImpossible: boolean | null;
  /** The camera's mode, according to the browser. */
  settings: CameraMode | null;
  /** The mode after a request for a small picture at ten frames a second; null when this was not tested. */
  whenSmall: CameraMode | null;
  /** Share of the pixels that are equal in two consecutive pictures, 0 to 1; null when it was not measured. */
  equalShare: number | null;
}

export interface CameraMode {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number | null;
}

/**
 * The device's claim. `label`: the camera's name, which may contain the name of a person ("Ana's iPhone"), so the service keeps only its
 * class. A native app sends another kind here, with the evidence of its platform (App Attest, Play Integrity).
 */
export type CameraClaim = BrowserCamera & { label: string | null };

/** `virtual`: a program that is known to offer pictures as a camera. */
export const labelClasses = ['virtual', 'other', 'unnamed'] as const;

/** The stored form. */
export type CameraEvidence = BrowserCamera & { labelClass: (typeof labelClasses)[number] };

/**
 * Programs that offer themselves as a camera, by the names that browsers show. Some of them pass on a real camera (a phone, a filter), so
 * this is a reason to review, not to refuse.
 */
const virtualCameras =
  /\bobs\b|virtual|manycam|splitcam|xsplit|\bvcam|vcamera|\bsnap camera|droidcam|epoccam|\bivcam|iriun|altercam|webcammax|youcam|camtwist|webcamoid|akvcam|v4l2loopback|dummy video|\bndi\b|mmhmm|facerig|animaze|vtube|prism live|streamlabs|chromacam|nvidia broadcast|unity video capture|screen ?capture|sparkocam|magic camera|fake[_ ]device|\.(?:y4m|mjpeg)\b|avatarify|deepfacelive|deep-live/i;

export function cameraEvidenceOf({ label, ...camera }: CameraClaim): CameraEvidence {
  const name = label?.trim() ?? '';
  return { ...camera, labelClass: name === '' ? 'unnamed' : virtualCameras.test(name) ? 'virtual' : 'other' };
}
