/** Probabilities over a line of text: `frames` rows of `classes` values, row by row. Class 0 is the blank of CTC. */
export interface FrameProbabilities {
  data: Float32Array;
  frames: number;
  classes: number;
  /** The length of the line in frames; the last frame may be partial. */
  framesAcross?: number;
}

/** In brief: `frames` rows of `width` values, of which the first are the likeliest class and its probability. */
export interface FrameAnswers {
  data: Float32Array;
  frames: number;
  width: number;
}
