import type { SpoofAgreement, SpoofCalibration } from '../../faces/face-calibration.ts';
import type { SpoofRule } from '../../faces/anti-spoofing.ts';
import type { FaceTemplate } from '../../traits.ts';
import type { ClearFace, ModelReference, PageArea } from '../pages/page-reader.ts';

/** A decoded picture: red, green and blue, one byte each, row by row. This is also the form of a video frame. */
export interface RgbPicture {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** Optional results in addition to position, pose and quality. Computed for the largest face only, since each costs model runs. */
export interface FaceQuestions {
  /** The embedding for comparisons with other faces. */
  template?: boolean;
  /** The anti-spoofing models' scores. */
  antiSpoofing?: boolean;
  /** Whether a mask or lenses cover the face, and whether its surface is like skin. */
  coverings?: boolean;
  /** Signs of a screen or a print on and around the face. */
  reproduction?: boolean;
  /** Searches again, enlarged, in parts of the picture without a face: portraits on documents are small. */
  small?: boolean;
  /** Searches parts of the picture for further faces, too, and makes the `template` of every face. */
  everyone?: boolean;
  /**
   * Where the page may show its portrait again, in fractions of the picture. This area is searched for `clearFaces`, which may be smaller and
   * fainter than other faces. `isFace`: whether what looks like a face at this place can be one.
   */
  clearFacesIn?: { area: PageArea; isFace: (area: PageArea) => boolean } | null;
  /** Whether a face at this place counts; by default every face does. The area is in fractions of the picture. */
  isWanted?: (area: PageArea) => boolean;
}

/** Left and right are always the person's. Coordinates are pixels of the given picture. */
export interface AnalysedFace {
  box: { left: number; top: number; width: number; height: number };
  /** The detector's confidence, 0..1. */
  score: number;
  /** The mesh model's own confidence that it sees a face, 0..1. */
  meshScore: number;
  /** 468 points of the face mesh, in the order of MediaPipe's canonical face model; z in the same unit as x, smaller is nearer. */
  mesh: readonly (readonly [x: number, y: number, z: number])[];
  /**
   * Degrees, 0 for a face that looks into the camera. Yaw: positive when the person turns to their own left (to the right in the
   * picture). Pitch: positive when up. Roll: positive when the head is tilted clockwise in the picture.
   */
  pose: { yaw: number; pitch: number; roll: number };
  /** Height of the opening between the lids divided by the width of the eye: about 0.3 open, below 0.15 closed. */
  eyes: { left: number; right: number };
  mouth: {
    /** Height of the opening between the lips divided by the width of the mouth: about 0 closed. */
    openness: number;
    /** Width of the mouth divided by the distance between the outer corners of the eyes: a smile increases it by a tenth and more. */
    width: number;
  };
  quality: {
    /** Distance between the outer corners of the eyes. */
    eyeDistancePx: number;
    /** 0..1: the steepness of edges within the face, at a fixed size of the face; below about 0.2 it is blurred. */
    sharpness: number;
    /** Mean luminance of the face, 0..1. */
    light: number;
    /** Share of the face's outline that lies outside the picture, 0..1. */
    cutOff: number;
    /** Share of the face that does not look like this face's skin, 0..1: a hand, cloth or paper. */
    occlusion: number;
  };
  /** Null when it was not requested, or not for this face. */
  template: FaceTemplate | null;
  antiSpoofing: SpoofReading[] | null;
  coverings: FaceCoverings | null;
  /** With `coverings`. */
  skin: SkinSigns | null;
}

/** One anti-spoofing model's result for the crops of one face. */
export interface SpoofReading {
  /** The mean over the crops, on the model's own scale: higher is more likely live. */
  score: number;
  /** One per crop, in a fixed order. */
  scores: number[];
  /** The meaning of the model's scores: each model has its own scale. */
  calibration: SpoofCalibration;
  /** The meaning of its score combined with another model's; null when that was not measured. */
  agreement: SpoofAgreement | null;
  /**
   * How far the model's crop is from the same area as a person sees it, in values of 0 to 255. Null: the crop leaves out nothing. Missing in older
   * results.
   */
  drift?: number | null | undefined;
  model: ModelReference;
}

/** 0: no evidence, 1: full evidence; null: cannot be judged in this picture. */
export interface FaceCoverings {
  mask: number | null;
  sunglasses: number | null;
  reflections: number | null;
  /** 1: both eyes are visible. */
  eyesVisible: number | null;
}

/** The surface of the face in detail. */
export interface SkinSigns {
  /** How much fine detail the skin has for a picture of this sharpness; the lower, the smoother. Log-odds of skin against a smooth doll. */
  texture: number;
  /** How much its colour changes from one place to the next, as a logarithm; the higher, the more it changes in steps. */
  colour: number;
  /**
   * How closely the colours of the face vary along one line, from blue-green to red: 1 on one line, 0 without any relation or without
   * colours. The minus of the correlation of both colour differences.
   */
  colourLine: number;
}

/** Signs of a picture of a picture, each from 0 (none) to 1. */
export interface ReproductionSigns {
  /** Corners of a dark border around the face. */
  screen: number;
  /** Corners of a straight-edged surface around the face without such a border: paper. */
  printEdge: number;
  /** One wave over the whole picture: a pixel grid, or two interfering grids. */
  moire: number;
}

export interface FaceReading {
  widthPx: number;
  heightPx: number;
  /** Largest first; with `everyone`, those that only the closer search finds come last. */
  faces: AnalysedFace[];
  /**
   * The faces of the area that was asked for that are clear enough to be compared with each other, the largest of `faces` first; at most
   * `mostClearFaces`.
   */
  clearFaces: ClearFace[];
  /** Null when it was not requested, or without a face. */
  reproduction: ReproductionSigns | null;
  /** The models that were used. */
  models: ModelReference[];
  /** Wall time of everything, and the part of it inside the models. */
  totalMs: number;
  modelMs: number;
}

/** The models that judge liveness together. */
export interface AntiSpoofingPanel {
  rule: SpoofRule;
  /** The available models: a face has one `SpoofReading` of each, in this order. */
  models: ModelReference[];
  /** The unavailable models, by their names in the catalogue: while there is one, nothing passes. */
  missing: string[];
}

export interface FaceAnalyser {
  antiSpoofing: AntiSpoofingPanel;
  /** The model that makes the templates. Templates of different models cannot be compared. */
  templateModel: ModelReference;
  /**
   * `picture`: a normalised JPEG, or a decoded picture. Throws only when the models themselves fail, which means that the service could not
   * tell.
   */
  analyse(picture: Buffer | RgbPicture, questions?: FaceQuestions): Promise<FaceReading>;
  /**
   * The template of a face that `analyse` found in this decoded picture: the one that `analyse` makes when asked for it, without searching
   * again.
   */
  templateOf(picture: RgbPicture, face: Pick<AnalysedFace, 'mesh'>): Promise<FaceTemplate>;
}
