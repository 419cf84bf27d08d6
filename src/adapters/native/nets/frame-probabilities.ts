/** Probabilities over a line of text: `frames` rows of `classes` values, row by row. Class 0 is the blank of CTC. */
export interface FrameProbabilities {
  data: Float32Array;
  frames: number;
  classes: number;
  /** How many frames the line is long, where the last one is not whole. */
  framesAcross?: number;
}
