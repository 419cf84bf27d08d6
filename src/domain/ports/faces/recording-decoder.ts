import type { MediaForm } from '../../media/media-kind.ts';
import type { RgbPicture } from './face-analyser.ts';

/** The longest recording; a recorder may stop up to half a second late. */
export const maxRecordingMs = 20_000;
export const recordingToleranceMs = 500;

/** Why a recording cannot be used. */
export type RecordingFault = 'file.unreadable_video' | 'file.unreadable_audio' | 'file.too_long';

/** A picture of a video, scaled down. `atMs` counts from the start of the recording, as the moments of its parts do. */
export interface VideoFrame extends RgbPicture {
  atMs: number;
  /** One of those at the wish's interval; the others are only in a window. Which ones these are depends only on the pictures before them. */
  isRegular: boolean;
}

/** The difference between a picture and the one before, on 64 × 48 grey values. */
export interface FrameChange {
  atMs: number;
  /** Mean absolute difference, 0..1. */
  difference: number;
  /**
   * The smallest difference from a picture of the 300 ms before the previous one: small when earlier content returns immediately. 1 when
   * there is none.
   */
  differenceFromEarlier: number;
  /** How much rows of the picture became lighter or darker relative to each other, as a share of their light: rolling bands. */
  banding: number;
}

/** The first and last moment of what a part of the file completed: pictures, and sound if the wish has it or there are no pictures. */
export interface RecordedPart {
  fromMs: number;
  toMs: number;
}

/** The parts of a recording, in order; null for a part that completes nothing. */
export type RecordedParts = readonly (RecordedPart | null)[];

export interface DecodedRecording {
  durationMs: number;
  /** The recording's own size, upright; 0 when no pictures were asked for. */
  widthPx: number;
  heightPx: number;
  /** Empty when no pictures were requested. */
  frames: VideoFrame[];
  /** Some of the same moments in the recording's full size. */
  stills: VideoFrame[];
  changes: FrameChange[];
  /** Mono at 16 kHz, -1..1; null when not requested or absent. */
  sound: Float32Array | null;
  /** The parts that end at the wish's `ends`; null when there are none, or when the recording does not tell their moments. */
  parts: RecordedParts | null;
}

/** A recording that cannot be used. Its parts are known if its packets could be read. */
export interface FaultyRecording {
  fault: RecordingFault;
  parts?: RecordedParts;
}

/** A time during which further pictures are extracted, at a shorter interval. */
export interface FrameWindow {
  fromMs: number;
  toMs: number;
  everyMs: number;
}

/** The parts to extract from a recording. */
export interface DecodingWish {
  /** `video` must have exactly one video track; `audio` at least a sound track and no relevant video. */
  form: Extract<MediaForm, 'video' | 'audio'>;
  contentType: string;
  /** The interval between pictures, and a shorter one within the windows; null for no pictures. */
  frames: {
    everyMs: number;
    windows: readonly FrameWindow[];
    longSidePx: number;
    /** Regular pictures at this interval are also extracted at a larger size: scaling down removes the signs of a screen. */
    stills?: { everyMs: number; longSidePx: number };
  } | null;
  sound: boolean;
  /** Where parts of the file end, in bytes. */
  ends?: readonly number[];
}

/** Called while a recording is decoded. */
export interface DecodingListener {
  /**
   * For a wish with `ends`: called once, before any picture, and chooses windows in place of the wish's. `parts` is null when the recording
   * does not tell their moments.
   */
  chooseWindows?: (parts: RecordedParts | null) => readonly FrameWindow[];
  /** Gets each of `frames` as soon as it is available, so that it can be examined while the next ones are decoded. A fault can follow. */
  onFrame?: (frame: VideoFrame) => void;
}

/** Decodes hostile recordings in a separate process, which is killed when it takes too much time or memory. */
export interface RecordingDecoder {
  /** A fault is a result. Throws when the decoder could not be started, and `OutOfTime` when it took too long. */
  decode(
    recording: Buffer,
    wish: DecodingWish,
    listener?: DecodingListener,
  ): Promise<DecodedRecording | FaultyRecording>;
  /** The length of a recording, without decoding it: from its packets' times, whatever its header says. */
  measure(
    recording: Buffer,
    wish: Pick<DecodingWish, 'form' | 'contentType' | 'ends'>,
  ): Promise<{ durationMs: number; parts: RecordedParts } | FaultyRecording>;
}
