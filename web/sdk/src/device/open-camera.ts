import { Fault } from '../flow/fault.ts';

export interface CameraRequest {
  facing: 'user' | 'environment';
  /** Ask for the microphone, too: only where it is used. */
  sound?: boolean;
  /** Pictures want every pixel there is; recordings want few, for the network's sake. */
  purpose: 'picture' | 'recording';
}

/** A browser that takes photos needs the stream for the way there only; of others the stream is all there is. */
const still =
  'ImageCapture' in globalThis
    ? { width: { ideal: 2560 }, height: { ideal: 1440 } }
    : { width: { ideal: 3840 }, height: { ideal: 2160 } };

/** @throws Fault that says which of camera and microphone is missing, refused or taken */
export async function openCamera({ facing, sound = false, purpose }: CameraRequest): Promise<MediaStream> {
  const size =
    purpose === 'picture' ? still : { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 } };
  return openMedia({ video: { facingMode: { ideal: facing }, ...size }, audio: sound }, 'camera');
}

export function openMicrophone(): Promise<MediaStream> {
  return openMedia({ audio: { echoCancellation: true, noiseSuppression: false }, video: false }, 'microphone');
}

async function openMedia(wanted: MediaStreamConstraints, part: 'camera' | 'microphone'): Promise<MediaStream> {
  // Absent outside of secure contexts and in web views that forbid it.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new Fault(`${part}.missing`, { retryable: true });
  try {
    return await devices.getUserMedia(wanted);
  } catch (error) {
    throw new Fault(codeOf(error, part), { retryable: true });
  }
}

function codeOf(error: unknown, part: 'camera' | 'microphone'): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return `${part}.denied`;
    case 'NotFoundError':
    case 'OverconstrainedError':
      return `${part}.missing`;
    case 'NotReadableError':
    case 'AbortError':
      return part === 'camera' ? 'camera.in_use' : 'microphone.missing';
    default:
      return part === 'camera' ? 'camera.failed' : 'microphone.missing';
  }
}

export function stopMedia(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Whether the person has said yes before, so that no primer is needed. Browsers that cannot tell say no. */
export async function isGranted(name: 'camera' | 'microphone' | 'geolocation'): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name })).state === 'granted';
  } catch {
    return false;
  }
}
