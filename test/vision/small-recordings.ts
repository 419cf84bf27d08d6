import { encodeRecording, soundRate, type RecordingPictures } from '../../specimens/captures/encode-recording.ts';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import type { DecodingWish } from '../../src/domain/ports/faces/recording-decoder.ts';

export const decoder = createRecordingDecoder();
export const asVideo = {
  form: 'video',
  contentType: 'video/webm',
  frames: { everyMs: 200, windows: [], longSidePx: 160 },
  sound: true,
} satisfies DecodingWish;

export function pictures(seconds: number, framesPerSecond = 5): RecordingPictures {
  const [widthPx, heightPx] = [160, 120];
  const count = seconds * framesPerSecond;
  const shades = Array.from({ length: count }, (_, index) => new Uint8Array(widthPx * heightPx * 3).fill(index * 2));
  return { widthPx, heightPx, framesPerSecond, pictures: shades };
}

export const sound = (seconds: number) =>
  Float32Array.from({ length: seconds * soundRate }, (_, index) => 0.3 * Math.sin(index / 20));
export const webm = (videos: RecordingPictures[], heard: Float32Array | null = null) =>
  encodeRecording({ container: 'webm', videos, sound: heard });

/** The fault of a recording; null if it could be decoded. */
export async function faultOf(recording: Buffer, wish: DecodingWish = asVideo): Promise<string | null> {
  const decoded = await decoder.decode(recording, wish);
  return 'fault' in decoded ? decoded.fault : null;
}
