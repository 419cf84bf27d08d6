import type { SpoofAgreement, SpoofCalibration } from '../../faces/face-calibration.ts';
import type { SpoofRule } from '../../faces/anti-spoofing.ts';
import type { FaceTemplate } from '../../traits.ts';
import type { ModelReference } from '../pages/page-reader.ts';

/** A decoded picture: red, green and blue, a byte each, row by row. A frame of a video comes like this. */
export interface RgbPicture {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** What to find out in addition to position, pose and quality. Asked of the largest face only, since each costs model runs. */
export interface FaceQuestions {
  /** The embedding that is compared with others. */
  template?: boolean;
  /** How alive it looks. */
  antiSpoofing?: boolean;
  /** Whether a mask or lenses cover it. */
  coverings?: boolean;
  /** Signs of a screen or a print around and over the face. */
  reproduction?: boolean;
  /** Look again, closer, at the parts of a picture in which no face is found: portraits on documents are small. */
  small?: boolean;
}

/** Left and right are the person's own throughout. Coordinates are in pixels of the picture as given. */
export interface AnalysedFace {
  box: { left: number; top: number; width: number; height: number };
  /** The detector's confidence, 0..1. */
  score: number;
  /** The mesh model's own confidence that what it looks at is a face, 0..1. */
  meshScore: number;
  /** 468 points of the face mesh, in the order of MediaPipe's canonical face model; z in the same unit as x, smaller is nearer. */
  mesh: readonly (readonly [x: number, y: number, z: number])[];
  /**
   * Degrees, 0 for a face that looks into the camera. Yaw: positive when the person turns to their own left (to the right in the
   * picture). Pitch: positive when up. Roll: positive when the head is tilted clockwise in the picture.
   */
  pose: { yaw: number; pitch: number; roll: number };
  /** Height of the opening between the lids to the width of the eye: about 0.3 open, under 0.15 closed. */
  eyes: { left: number; right: number };
  mouth: {
    /** Height of the opening between the lips to the width of the mouth: about 0 closed. */
    openness: number;
    /** Width of the mouth to the distance between the outer corners of the eyes: a smile widens it by a tenth and more. */
    width: number;
  };
  quality: {
    /** Distance between the outer corners of the eyes. */
    eyeDistancePx: number;
    /** 0..1: how steep the edges within the face are, at a fixed size of the face; below about 0.2 blurred. */
    sharpness: number;
    /** Mean luminance of the face, 0..1. */
    light: number;
    /** Share of the face's outline that lies outside the picture, 0..1. */
    cutOff: number;
    /** Share of the face that does not look like this face's skin, 0..1: a hand, a cloth, a paper. */
    occlusion: number;
  };
  /** Each null when it was not asked for, or not of this face. */
  template: FaceTemplate | null;
  antiSpoofing: SpoofReading[] | null;
  coverings: FaceCoverings | null;
}

/** What one anti-spoofing model says of the crops of one face. */
export interface SpoofReading {
  /** The mean over the crops, on the model's own scale: higher is more alive. */
  score: number;
  /** One a crop, in a fixed order. */
  scores: number[];
  /** What the model's scores are worth: each has its own scale. */
  calibration: SpoofCalibration;
  /** What its score is worth together with that of another model; null where that was not measured. */
  agreement: SpoofAgreement | null;
  model: ModelReference;
}

/** 0: nothing speaks for it, 1: everything does; null: it cannot be told from this picture. */
export interface FaceCoverings {
  mask: number | null;
  sunglasses: number | null;
  reflections: number | null;
  /** 1: both eyes can be seen. */
  eyesVisible: number | null;
}

/** Signs that the picture shows a picture, each 0 (none) to 1. */
export interface ReproductionSigns {
  /** Corners of a dark border around the face. */
  screen: number;
  /** Corners of a straight-edged surface around the face that has no such border: paper. */
  printEdge: number;
  /** One wave all over the picture: a grid of pixels, or two grids that meet. */
  moire: number;
}

export interface FaceReading {
  widthPx: number;
  heightPx: number;
  /** Largest first. */
  faces: AnalysedFace[];
  /** Null when it was not asked for, or without a face. */
  reproduction: ReproductionSigns | null;
  /** The models that took part. */
  models: ModelReference[];
  /** Wall time of everything, and the part of it that was spent inside the models' own runs. */
  totalMs: number;
  modelMs: number;
}

/** The models that judge life together. */
export interface AntiSpoofingPanel {
  rule: SpoofRule;
  /** Those that can be used: a face has one `SpoofReading` of each, in this order. */
  models: ModelReference[];
  /** Those that cannot, by their names in the catalogue: while there is one, nothing passes. */
  missing: string[];
}

export interface FaceAnalyser {
  antiSpoofing: AntiSpoofingPanel;
  /** The model that templates come from: those of another cannot be compared with them. */
  templateModel: ModelReference;
  /** `picture`: a normalised JPEG, or a decoded picture. Throws only when the models themselves fail (we could not tell). */
  analyse(picture: Buffer | RgbPicture, questions?: FaceQuestions): Promise<FaceReading>;
}
