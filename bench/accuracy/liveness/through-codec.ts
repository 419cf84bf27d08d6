import { encodeRecording } from '../../../specimens/captures/encode-recording.ts';
import { createRecordingDecoder } from '../../../src/adapters/native/recordings/recording-decoder.ts';
import type { LightFilm } from './light-world.ts';

/**
 * What the SDK asks the browser's recorder for, in bits of each pixel: 1,500,000 bits a second at 640 × 480 and 25 pictures a second, and
 * 250,000 at 15 pictures a second where the connection is slow (`web/sdk/src/device/record.ts`, `open-camera.ts`).
 */
export const recorders = { usual: 1_500_000 / (640 * 480 * 25), thrifty: 250_000 / (640 * 480 * 15) } as const;
/** The face of a made-up film is a quarter as wide as that of a camera. */
const enlarged = 4;

const decoder = createRecordingDecoder();

/** The film after a recorder (VP8 in WebM) and the service's own decoder, which brings it to the size that is measured. */
export async function throughCodec(film: LightFilm, recorder: keyof typeof recorders): Promise<LightFilm> {
  const { widthPx, heightPx, framesPerSecond, frames } = film;
  const recorded = { widthPx: widthPx * enlarged, heightPx: heightPx * enlarged };
  const bitsPerSecond = Math.round(recorded.widthPx * recorded.heightPx * framesPerSecond * recorders[recorder]);
  const pictures = frames.map(({ rgb }) => rgb);
  const video = { widthPx, heightPx, framesPerSecond, pictures, recordedAs: { ...recorded, bitsPerSecond } };
  const recording = encodeRecording({ container: 'webm', videos: [video], sound: null });
  const decoded = await decoder.decode(recording, {
    form: 'video',
    contentType: 'video/webm',
    frames: { everyMs: 1_000 / framesPerSecond, windows: [], longSidePx: Math.max(widthPx, heightPx) },
    sound: false,
  });
  if ('fault' in decoded) throw new Error(`a made-up film could not be decoded: ${decoded.fault}`);
  if (decoded.frames.length !== frames.length) throw new Error('the recorder or the decoder dropped a picture');
  return {
    ...film,
    frames: decoded.frames.map(({ rgb }, index) => {
      const frame = frames[index];
      if (frame === undefined) throw new Error('the decoder added a picture');
      return { ...frame, rgb };
    }),
  };
}
