import type { DecodingWish } from '../../../domain/ports/faces/recording-decoder.ts';

/**
 * What the decoding process is asked for and what it answers. Without zod, and types alone are taken from elsewhere: the process
 * starts again for every recording, and what it loads is waited for.
 */
export interface ProcessWish extends Pick<DecodingWish, 'form' | 'frames' | 'sound'> {
  /** FFmpeg's name of the container: nothing is guessed from the content, so that no other parser runs. */
  demuxer: 'matroska,webm' | 'mov,mp4,m4a,3gp,3g2,mj2' | 'ogg' | 'mp3' | 'wav';
  maxMs: number;
  /** Only the times of the packets are asked for: nothing is decoded. */
  measureOnly: boolean;
  /** Where parts of the file end, in bytes. */
  ends: readonly number[];
}
