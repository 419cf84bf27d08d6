import type { DecodingWish, FrameWindow } from '../../../domain/ports/faces/recording-decoder.ts';

/**
 * The messages to and from the decoding process. This file imports no zod, and only types from elsewhere: the process starts again for
 * every recording, and a person waits for it to load.
 */
export interface ProcessWish extends Pick<DecodingWish, 'form' | 'frames' | 'sound'> {
  /** FFmpeg's name of the container. FFmpeg never guesses it from the content, so that no other parser runs. */
  demuxer: 'matroska,webm' | 'mov,mp4,m4a,3gp,3g2,mj2' | 'ogg' | 'mp3' | 'wav';
  maxMs: number;
  /** Only the times of the packets are requested: nothing is decoded. */
  measureOnly: boolean;
  /** Where parts of the file end, in bytes. With these, the process first writes the moments of each part and waits for `ChosenWindows`. */
  ends: readonly number[];
}

/** The windows of `ProcessWish.frames`, chosen when the moments of the parts are known. */
export interface ChosenWindows {
  windows: readonly FrameWindow[];
}

/** The largest frames that the process reads from its parent: longer than any upload. */
export const mostInput = { jsonBytes: 1_000_000, payloadBytes: 200_000_000 };

/** Of a content type that the service accepts. */
export function demuxerOf(contentType: string): ProcessWish['demuxer'] {
  const subtype = contentType.replace(/^(audio|video)\//, '');
  if (subtype === 'webm') return 'matroska,webm';
  if (subtype === 'ogg') return 'ogg';
  if (subtype === 'mpeg') return 'mp3';
  return subtype === 'wav' || subtype === 'vnd.wave' ? 'wav' : 'mov,mp4,m4a,3gp,3g2,mj2';
}

/** The length of the request, before the request and the chunks of a recording that is followed. */
export const followedHeadBytes = 4;
