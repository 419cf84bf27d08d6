import type { CameraClaim } from '../api/contract.ts';

/** The person waits for this, so anything that the browser has not answered by then is omitted. */
const patienceMs = 600;
const cropPx = 64;
/** Requested after the recording, because it changes the camera's pictures. */
const small = { width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { ideal: 10 } };
const impossible = { width: { exact: 99_999 } };

/**
 * The browser's description of the camera of a recording that has ended. The server compares this evidence with the recording: it can raise
 * a doubt and never helps anybody to pass.
 */
export async function describeCamera(stream: MediaStream, video: HTMLVideoElement | null): Promise<CameraClaim | null> {
  const [track] = stream.getVideoTracks();
  if (track === undefined) return null;
  const settings = modeOf(track);
  const equalShare = video === null ? null : await inTime(equalShareOf(video));
  const listed = await inTime(isListed(track));
  const refusesImpossible = await inTime(refuses(track));
  const whenSmall = await inTime(track.applyConstraints(small).then(() => modeOf(track)));
  return {
    kind: 'browser',
    label: track.label === '' ? null : track.label.slice(0, 200),
    track: Object.prototype.toString.call(track) === '[object MediaStreamTrack]' ? 'device' : 'drawn',
    listed,
    refusesImpossible,
    settings,
    whenSmall,
    equalShare,
  };
}

function modeOf(track: MediaStreamTrack): CameraClaim['settings'] {
  const { width, height, frameRate } = track.getSettings();
  if (width === undefined || height === undefined || width < 1 || height < 1) return null;
  return { widthPx: Math.round(width), heightPx: Math.round(height), framesPerSecond: frameRate ?? null };
}

async function isListed(track: MediaStreamTrack): Promise<boolean | null> {
  const { deviceId = '' } = track.getSettings();
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
  const ids = cameras.map((camera) => camera.deviceId).filter((id) => id !== '');
  return deviceId === '' || ids.length === 0 ? null : ids.includes(deviceId);
}

/** A camera refuses a size that it does not support. */
async function refuses(track: MediaStreamTrack): Promise<boolean> {
  try {
    await track.applyConstraints(impossible);
    return false;
  } catch {
    return true;
  }
}

/** A sensor never produces the same picture twice. */
async function equalShareOf(video: HTMLVideoElement): Promise<number | null> {
  if (typeof (video.requestVideoFrameCallback as unknown) !== 'function') return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = cropPx;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  const next = async () => {
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const [left, top] = [(video.videoWidth - cropPx) / 2, (video.videoHeight - cropPx) / 2];
    context.drawImage(video, left, top, cropPx, cropPx, 0, 0, cropPx, cropPx);
    return context.getImageData(0, 0, cropPx, cropPx).data;
  };
  const [one, other] = [await next(), await next()];
  let equal = 0;
  for (let at = 0; at < one.length; at += 4) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) equal += 1;
  }
  return equal / (cropPx * cropPx);
}

function inTime<T>(answer: Promise<T>): Promise<T | null> {
  return Promise.race([
    answer.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs)),
  ]);
}
