import type { FaceAnalyser } from '../domain/ports/faces/face-analyser.ts';
import type { VideoFrame } from '../domain/ports/faces/recording-decoder.ts';
import type { FollowingWish } from '../domain/ports/faces/recording-follower.ts';
import type { SentPrompt } from '../domain/verifications/challenge.ts';

/** Measures the pictures of one recording while it arrives. */
export interface MeasuringAhead {
  /** All prompts that were sent by now. */
  notePrompts: (prompts: readonly SentPrompt[]) => void;
  takeFrame: (frame: VideoFrame) => void;
  takeStill: (still: VideoFrame) => void;
  /** The next measurement; null when there is nothing to measure now. */
  next: () => (() => Promise<unknown>) | null;
}

/** What a worker may measure before the person submits the step. The step's work must not depend on whether it was measured. */
export interface StepAhead {
  pictures: FollowingWish['frames'];
  /** `analyser` remembers for the step's work. */
  begin(analyser: FaceAnalyser): MeasuringAhead;
}
