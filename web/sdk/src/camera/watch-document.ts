import type { Part } from '../flow/visible-part.ts';
import { lookAtDocument, type DocumentLook } from './look-at-document.ts';
import LookWorker from './look-worker.ts?worker&inline';
import { createFrameReader } from './read-frame.ts';

/** Between the end of a look and the next one: some eight looks a second leave the rest of a slow phone to the camera. */
const pauseMs = 80;
/** A worker that says nothing within this time never will. */
const workerPatienceMs = 4_000;
const longestSide = 640;

interface Watched {
  /** Width by height of the documents that are expected. */
  aspects: readonly number[];
  /** What of the camera's picture is shown, in its pixels; null while nothing is. */
  part(): Part | null;
  onLook(look: DocumentLook): void;
}

/**
 * Looks for a document in what the camera shows, over and over. In a worker; under a policy that forbids workers on the main thread.
 * @returns what ends it
 */
export function watchDocument(video: HTMLVideoElement, { aspects, part, onLook }: Watched): () => void {
  let stopped = false;
  let worker = openWorker();
  let readHere: ReturnType<typeof createFrameReader> | null = null;

  const dropWorker = () => {
    worker?.terminate();
    worker = null;
  };

  async function look(): Promise<DocumentLook | null> {
    const shown = part();
    if (shown === null || document.hidden) return null;
    const { x, y, width, height } = shown;
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const bitmap = await createImageBitmap(video, x, y, width, height, {
      resizeWidth: Math.max(1, Math.round(width * scale)),
      resizeHeight: Math.max(1, Math.round(height * scale)),
    });
    if (worker !== null) {
      try {
        return await askWorker(worker, bitmap, aspects);
      } catch {
        dropWorker();
        // The bitmap went with the message: the next look is made here.
        return null;
      }
    }
    readHere ??= createFrameReader(document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
    const frame = readHere(bitmap, bitmap);
    bitmap.close();
    return lookAtDocument(frame, aspects);
  }

  const run = async () => {
    while (!stopped) {
      // A frame that cannot be read is followed by others.
      const seen = await look().catch(() => null);
      // Stopped while it looked.
      if (seen !== null && !(stopped as boolean)) onLook(seen);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  void run();
  return () => {
    stopped = true;
    dropWorker();
  };
}

/** Null under a policy of the host that forbids workers: some browsers throw then, others report an error later. */
function openWorker(): Worker | null {
  try {
    return new LookWorker();
  } catch {
    return null;
  }
}

function askWorker(worker: Worker, bitmap: ImageBitmap, aspects: readonly number[]): Promise<DocumentLook> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the worker is silent')), workerPatienceMs);
    worker.onerror = () => {
      clearTimeout(timer);
      reject(new Error('no worker'));
    };
    worker.onmessage = ({ data }: MessageEvent<{ look?: DocumentLook; fault?: string }>) => {
      clearTimeout(timer);
      if (data.look === undefined) reject(new Error(data.fault));
      else resolve(data.look);
    };
    worker.postMessage({ bitmap, aspects }, [bitmap]);
  });
}
