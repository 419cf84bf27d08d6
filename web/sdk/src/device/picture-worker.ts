import { encodePicture, type PictureLimits } from './encode-picture.ts';

/** Encodes away from the main thread, which has a camera to show. */
addEventListener('message', ({ data }: MessageEvent<{ source: Blob | ImageBitmap; limits: PictureLimits }>) => {
  encodePicture(data.source, data.limits).then(
    (blob) => postMessage({ blob }),
    (error: unknown) => postMessage({ fault: String(error) }),
  );
});
