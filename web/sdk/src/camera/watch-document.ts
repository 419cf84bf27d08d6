import type { Part } from '../flow/visible-part.ts';
import { lookAtDocument, type DocumentLook } from './look-at-document.ts';
import LookWorker from './look-worker.ts?worker&inline';
import { createFrameReader } from './read-frame.ts';

/** From the end of one examination to the next: about eight a second leave the rest of a slow phone to the camera. */
const pauseMs = 80;
/** A worker that does not answer within this time never will. */
const workerPatienceMs = 4_000;
const longestSide = 640;

interface Watched {
  /** Width by height of the documents that are expected. */
  aspects: readonly number[];
  /** The visible part of the camera's picture, in its pixels; null while nothing is visible. */
  part(): Part | null;
  onLook(look: DocumentLook): void;
}

/**
 * Searches the camera's frames for a document, continuously. In a worker; under a policy that forbids workers on the main thread.
 * @returns a function that stops it
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
        // The bitmap went with the message: the next frame is examined here.
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
      // After an unreadable frame, others follow.
      const seen = await look().catch(() => null);
      // Stopped during the examination.
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
