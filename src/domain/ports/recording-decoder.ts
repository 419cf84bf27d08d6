import type { MediaForm } from '../media-kind.ts';
import type { RgbPicture } from './face-analyser.ts';

/** No recording may be longer; a recorder stops up to half a second late. */
export const maxRecordingMs = 20_000;
export const recordingToleranceMs = 500;

/** Why a recording cannot be made use of. */
export type RecordingFault = 'file.unreadable_video' | 'file.unreadable_audio' | 'file.too_long';

/** A picture of a video, scaled down; `atMs` counts from the recording's start. */
export interface VideoFrame extends RgbPicture {
  atMs: number;
}

/** How much each picture differs from the one before: mean absolute difference of 64 × 48 grey values, 0..1. */
export interface FrameChange {
  atMs: number;
  difference: number;
}

export interface DecodedRecording {
  durationMs: number;
  widthPx: number;
  heightPx: number;
  /** Empty when no pictures were asked for. */
  frames: VideoFrame[];
  changes: FrameChange[];
  /** Mono at 16 kHz, -1..1; null when not asked for or when there is none. */
  sound: Float32Array | null;
}

/** What to take out of a recording. */
export interface DecodingWish {
  /** `video` must have exactly one video track, `audio` at least a sound track and no video that counts. */
  form: Extract<MediaForm, 'video' | 'audio'>;
  contentType: string;
  /** Pictures this far apart, and closer within the windows; null for none. */
  frames: {
    everyMs: number;
    windows: readonly { fromMs: number; toMs: number; everyMs: number }[];
    longSidePx: number;
  } | null;
  sound: boolean;
}

/** Takes hostile recordings apart in a process of its own that is killed when it takes too long or too much memory. */
export interface RecordingDecoder {
  /** A fault is an answer; throws only when the decoder itself could not be started. */
  decode(recording: Buffer, wish: DecodingWish): Promise<DecodedRecording | { fault: RecordingFault }>;
}
