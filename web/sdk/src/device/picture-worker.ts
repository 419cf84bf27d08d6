import { encodePicture, type PictureLimits } from './encode-picture.ts';

/** Encodes pictures off the main thread, which shows the camera. */
addEventListener('message', ({ data }: MessageEvent<{ source: Blob | ImageBitmap; limits: PictureLimits }>) => {
  encodePicture(data.source, data.limits).then(
    (blob) => postMessage({ blob }),
    (error: unknown) => postMessage({ fault: String(error) }),
  );
});
