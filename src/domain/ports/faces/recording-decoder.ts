import type { MediaForm } from '../../media/media-kind.ts';
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

/** How a picture differs from the one before, by 64 × 48 grey values. */
export interface FrameChange {
  atMs: number;
  /** Mean absolute difference, 0..1. */
  difference: number;
  /**
   * The least difference from a picture of the 300 ms before that one: small where what was there comes back at once. 1 where there is
   * none.
   */
  differenceFromEarlier: number;
  /**
   * How far rows of the picture became lighter or darker against each other, as a share of their light: bands that roll over
   * it.
   */
  banding: number;
}

/** The first and the last moment of the pictures, or of the sound where there are none, that were whole with a part of the file. */
export interface RecordedPart {
  fromMs: number;
  toMs: number;
}

export interface DecodedRecording {
  durationMs: number;
  widthPx: number;
  heightPx: number;
  /** Empty when no pictures were asked for. */
  frames: VideoFrame[];
  /** Some of the same moments in the recording's own size. */
  stills: VideoFrame[];
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
    /** Of pictures so far apart a larger copy, too: what gives a screen away does not outlive being scaled down. */
    stills?: { everyMs: number; longSidePx: number };
  } | null;
  sound: boolean;
}

/** Takes hostile recordings apart in a separate process that is killed when it takes too long or too much memory. */
export interface RecordingDecoder {
  /**
   * A fault is an answer; throws when the decoder could not be started, and `OutOfTime` when it took too long. `onFrame` gets each of `frames` as soon as it
   * is there, so that it can be looked at while the next ones are decoded; a fault can still follow.
   */
  decode(
    recording: Buffer,
    wish: DecodingWish,
    onFrame?: (frame: VideoFrame) => void,
  ): Promise<DecodedRecording | { fault: RecordingFault }>;
  /**
   * How long a recording is, without decoding it: the times of its packets, whatever its header says. `ends`: where parts of the file
   * end, in bytes; the answer tells which moments each part holds.
   */
  measure(
    recording: Buffer,
    wish: Pick<DecodingWish, 'form' | 'contentType'> & { ends?: readonly number[] },
  ): Promise<{ durationMs: number; parts: (RecordedPart | null)[] } | { fault: RecordingFault }>;
}
