import type { DecodingWish, VideoFrame } from './recording-decoder.ts';

/** What to extract from a video while it is made. */
export interface FollowingWish {
  contentType: string;
  frames: NonNullable<DecodingWish['frames']>;
}

/**
 * Decodes hostile videos while they are made, in a separate process. Its pictures show what may be measured early. The judgement decodes the
 * complete video again.
 */
export interface RecordingFollower {
  /** Ends when the chunks end or when the video cannot be decoded. Throws when the decoder could not be started or took too long. */
  follow: (
    chunks: AsyncIterable<Buffer>,
    wish: FollowingWish,
    listener: { onFrame: (frame: VideoFrame) => void; onStill: (still: VideoFrame) => void },
  ) => Promise<void>;
}
