import { lookAtDocument } from './look-at-document.ts';
import { createFrameReader } from './read-frame.ts';

const read = createFrameReader(new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));

/** Examines frames off the main thread, which shows the camera. */
addEventListener('message', ({ data }: MessageEvent<{ bitmap: ImageBitmap; aspects: readonly number[] }>) => {
  const { bitmap, aspects } = data;
  try {
    postMessage({ look: lookAtDocument(read(bitmap, bitmap), aspects) });
  } catch (error) {
    postMessage({ fault: String(error) });
  } finally {
    bitmap.close();
  }
});
