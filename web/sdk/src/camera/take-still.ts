import { visiblePart, type Part } from '../flow/visible-part.ts';

/** A photo that has not arrived by then never will: some cameras never answer. */
const photoPatienceMs = 3_000;

interface PhotoSettings {
  imageWidth?: number;
  imageHeight?: number;
  fillLightMode?: string;
}

/** ImageCapture of the W3C draft, which TypeScript’s DOM types leave out. */
interface PhotoCamera {
  takePhoto(settings: PhotoSettings): Promise<Blob>;
  getPhotoCapabilities(): Promise<{
    imageWidth?: { max?: number };
    imageHeight?: { max?: number };
    fillLightMode?: string[];
  }>;
}
type PhotoCameraConstructor = new (track: MediaStreamTrack) => PhotoCamera;

export interface Still {
  picture: ImageBitmap;
  /** Size of the whole frame or photo that the picture was cut from: the service doubts a picture that is larger than that. */
  widthPx: number;
  heightPx: number;
}

/**
 * The sharpest picture that the device can take of the visible scene: a photo by the camera's whole sensor, or else a frame of the stream.
 * @param part of the video's picture that is shown
 * @throws where no frame can be read
 */
export async function takeStill(video: HTMLVideoElement, track: MediaStreamTrack | null, part: Part): Promise<Still> {
  const frame = await createImageBitmap(video, part.x, part.y, part.width, part.height);
  const shape = { width: video.videoWidth, height: video.videoHeight };
  const ofStream = { picture: frame, widthPx: shape.width, heightPx: shape.height };
  const photo = track === null ? null : await takePhoto(track).catch(() => null);
  if (photo === null) return ofStream;
  const still = await sameView(photo, shape, part).catch(() => null);
  if (still === null) return ofStream;
  if (still.picture.width <= frame.width) {
    still.picture.close();
    return ofStream;
  }
  frame.close();
  return still;
}

async function takePhoto(track: MediaStreamTrack): Promise<Blob | null> {
  const Camera = photoCamera();
  if (Camera === null || track.readyState !== 'live' || track.muted) return null;
  const camera = new Camera(track);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), photoPatienceMs));
  const work = async () => {
    const can = await camera.getPhotoCapabilities();
    return camera.takePhoto({
      ...(can.imageWidth?.max !== undefined && { imageWidth: can.imageWidth.max }),
      ...(can.imageHeight?.max !== undefined && { imageHeight: can.imageHeight.max }),
      // A flash would be a reflection in the middle of the document. A torch that is on stays on.
      ...(can.fillLightMode?.includes('off') && track.getSettings().torch !== true && { fillLightMode: 'off' }),
    });
  };
  return Promise.race([work(), late]);
}

/** The part of a photo that the video shows. Null where the two differ in orientation. */
async function sameView(photo: Blob, video: { width: number; height: number }, part: Part): Promise<Still | null> {
  const whole = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  try {
    if (whole.width > whole.height !== video.width > video.height) return null;
    // A stream of another shape is cut from the middle of what the sensor sees.
    const seen = visiblePart(whole, video);
    const scale = seen.width / video.width;
    const picture = await createImageBitmap(
      whole,
      seen.x + part.x * scale,
      seen.y + part.y * scale,
      part.width * scale,
      part.height * scale,
    );
    return { picture, widthPx: whole.width, heightPx: whole.height };
  } finally {
    whole.close();
  }
}

function photoCamera(): PhotoCameraConstructor | null {
  const found = (globalThis as { ImageCapture?: PhotoCameraConstructor }).ImageCapture;
  return found ?? null;
}

/** Whether the camera has a torch that a page may switch. */
export function hasTorch(track: MediaStreamTrack | null): boolean {
  // Firefox has no capabilities; other browsers have no torch.
  const capabilities = track?.getCapabilities as (() => { torch?: boolean }) | undefined;
  return track !== null && capabilities?.call(track).torch === true;
}

/** @returns whether the lamp is on now */
export async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }); // Not in the DOM types yet.
    return on;
  } catch {
    return !on;
  }
}
