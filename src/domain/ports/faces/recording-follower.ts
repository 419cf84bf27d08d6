import type { DecodingWish, VideoFrame } from './recording-decoder.ts';

/** What to extract from a video while it is made. */
export interface FollowingWish {
  contentType: string;
  frames: NonNullable<DecodingWish['frames']>;
}

/**
 * Decodes hostile videos while they are made, in a separate process. What it delivers is no result: the video is decoded again when it is
 * complete. Its pictures only show what may be measured before that.
 */
export interface RecordingFollower {
  /** Ends when the chunks end or when the video cannot be decoded. Throws when the decoder could not be started or took too long. */
  follow: (
    chunks: AsyncIterable<Buffer>,
    wish: FollowingWish,
    listener: { onFrame: (frame: VideoFrame) => void; onStill: (still: VideoFrame) => void },
  ) => Promise<void>;
}
