import { Fault } from '../flow/fault.ts';
import { isForServer } from '../flow/picture-plan.ts';
import { encodePicture, type PictureLimits } from './encode-picture.ts';
import PictureWorker from './picture-worker.ts?worker&inline';

/** A worker that does not answer within this time never will. */
const workerPatienceMs = 15_000;

/**
 * Shrinks a picture to what the server needs. In a worker; a host whose policy forbids workers gets the same on its main thread. A format
 * that this browser cannot open but the server can is returned as it is.
 * @throws Fault `picture.unreadable`
 */
export async function shrinkPicture(source: Blob | ImageBitmap, limits: PictureLimits): Promise<Blob> {
  try {
    return await inWorker(source, limits);
  } catch {
    try {
      return await encodePicture(source, limits);
    } catch {
      if (source instanceof Blob && isForServer(new Uint8Array(await source.slice(0, 12).arrayBuffer()))) return source;
      throw new Fault('picture.unreadable');
    }
  }
}

function inWorker(source: Blob | ImageBitmap, limits: PictureLimits): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const worker = new PictureWorker();
    const timer = setTimeout(() => end(() => reject(new Error('the worker is silent'))), workerPatienceMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    worker.onerror = () => end(() => reject(new Error('no worker')));
    worker.onmessage = ({ data }: MessageEvent<{ blob?: Blob; fault?: string }>) => {
      const { blob, fault } = data;
      end(() => (blob === undefined ? reject(new Error(fault)) : resolve(blob)));
    };
    // A bitmap is copied, not moved: the main thread may need it after all.
    worker.postMessage({ source, limits });
  });
}
