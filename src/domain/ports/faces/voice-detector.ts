import type { ModelReference } from '../pages/page-reader.ts';

/** Length of one judged piece of sound. */
export const voiceFrameMs = 32;

/** Distinguishes speech from other sound. */
export interface VoiceDetector {
  model: ModelReference;
  /** `sound`: mono at 16 kHz, -1..1. Probability of speech, 0..1, for each piece of `voiceFrameMs`. */
  detect(sound: Float32Array): Promise<Float32Array>;
}
