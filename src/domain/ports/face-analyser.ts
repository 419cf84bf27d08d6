import type { FaceTemplate } from '../traits.ts';
import type { ModelReference } from './page-reader.ts';

/** One face in a picture. Coordinates in pixels of the picture as given. */
export interface AnalysedFace {
  box: { left: number; top: number; width: number; height: number };
  /** The detector's confidence, 0..1. */
  score: number;
  /** 468 points of the face mesh, in the order of MediaPipe's canonical face model; z in the same unit as x. */
  mesh: readonly (readonly [x: number, y: number, z: number])[];
  /** Degrees. Yaw: positive when the person looks to their own left; pitch: positive when up; roll: clockwise in the picture. */
  pose: { yaw: number; pitch: number; roll: number };
  /** Openness as the ratio of height to width: eyes about 0.3 open, under 0.15 closed. `left` is the person's own. */
  eyes: { left: number; right: number };
  mouth: number;
  quality: {
    /** Of the distance between the outer corners of the eyes. */
    eyeDistancePx: number;
    /** 0..1, higher is better. */
    sharpness: number;
    /** Mean luminance of the face, 0..1. */
    light: number;
    /** Part of the box that lies outside the picture, 0..1. */
    cutOff: number;
  };
  /** Null when it was not asked for. */
  template: FaceTemplate | null;
}

export interface FaceReading {
  widthPx: number;
  heightPx: number;
  /** Largest first. */
  faces: AnalysedFace[];
  models: ModelReference[];
}

export interface FaceAnalyser {
  /** `picture`: a normalised JPEG. `templates`: whether to compute embeddings (of the largest face only). */
  analyse(picture: Buffer, options: { templates: boolean }): Promise<FaceReading>;
}
