/**
 * What a browser says of the camera. All of it is the device's word: a program can say the same. It can only raise a doubt, and never help
 * anybody to pass.
 */
export interface BrowserCamera {
  kind: 'browser';
  /** `drawn`: the pictures come from a canvas or another script of the page, as far as the browser shows it. */
  track: 'device' | 'drawn';
  /** Whether the browser lists the camera among its devices; null where it does not say. */
  listed: boolean | null;
  /** Whether it refuses a size that no camera has; null where it was not asked. */
  refusesImpossible: boolean | null;
  /** What the browser says that the camera delivers. */
  settings: CameraMode | null;
  /** What it delivers when it is asked for a small picture at ten a second; null where it was not asked. */
  whenSmall: CameraMode | null;
  /** Share of the pixels that are equal in two pictures, one after the other, 0 to 1; null where it was not measured. */
  equalShare: number | null;
}

export interface CameraMode {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number | null;
}

/**
 * As the device sends it. `label`: the camera's name, which may hold the name of a person ("Ana's iPhone"): the service keeps its class alone.
 * A native app gets another kind here, with the evidence of its platform (App Attest, Play Integrity).
 */
export type CameraClaim = BrowserCamera & { label: string | null };

/** `virtual`: a program that is known to make pictures look like a camera's. */
export const labelClasses = ['virtual', 'other', 'unnamed'] as const;

/** As it is kept. */
export type CameraEvidence = BrowserCamera & { labelClass: (typeof labelClasses)[number] };

/**
 * Programs that offer themselves as a camera, by the names that browsers show. Some of them pass a real camera on (a phone, a filter): a
 * reason to look, not to refuse.
 */
const virtualCameras =
  /\bobs\b|virtual|manycam|splitcam|xsplit|\bvcam|vcamera|\bsnap camera|droidcam|epoccam|\bivcam|iriun|altercam|webcammax|youcam|camtwist|webcamoid|akvcam|v4l2loopback|dummy video|\bndi\b|mmhmm|facerig|animaze|vtube|prism live|streamlabs|chromacam|nvidia broadcast|unity video capture|screen ?capture|sparkocam|magic camera|fake[_ ]device|\.(?:y4m|mjpeg)\b|avatarify|deepfacelive|deep-live/i;

export function cameraEvidenceOf({ label, ...camera }: CameraClaim): CameraEvidence {
  const name = label?.trim() ?? '';
  return { ...camera, labelClass: name === '' ? 'unnamed' : virtualCameras.test(name) ? 'virtual' : 'other' };
}
