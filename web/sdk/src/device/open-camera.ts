import { Fault } from '../flow/fault.ts';

export interface CameraRequest {
  facing: 'user' | 'environment';
  /** Requests the microphone as well: only where it is used. */
  sound?: boolean;
  /**
   * Pictures need every pixel available; recordings need few, for the network's sake. A thrifty recording has fewer frames, so that each
   * gets enough bits to show the colours of the light.
   */
  purpose: 'picture' | 'recording' | 'thrifty-recording';
}

/** A browser that takes photos needs the stream only for the preview; in others the stream is the only source. */
const still =
  'ImageCapture' in globalThis
    ? { width: { ideal: 2560 }, height: { ideal: 1440 } }
    : { width: { ideal: 3840 }, height: { ideal: 2160 } };

const recorded = { width: { ideal: 640 }, height: { ideal: 480 } };
const framesPerSecond = { recording: 24, 'thrifty-recording': 15 };

/** @throws Fault that says whether camera or microphone is missing, refused or in use */
export async function openCamera({ facing, sound = false, purpose }: CameraRequest): Promise<MediaStream> {
  const size = purpose === 'picture' ? still : { ...recorded, frameRate: { ideal: framesPerSecond[purpose] } };
  return openMedia({ video: { facingMode: { ideal: facing }, ...size }, audio: sound }, 'camera');
}

export function openMicrophone(): Promise<MediaStream> {
  return openMedia({ audio: { echoCancellation: true, noiseSuppression: false }, video: false }, 'microphone');
}

async function openMedia(wanted: MediaStreamConstraints, part: 'camera' | 'microphone'): Promise<MediaStream> {
  // Undefined outside secure contexts and in web views that forbid it.
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

/** Whether the person has allowed it before, so that no explanation is needed first. False in browsers that cannot tell. */
export async function isGranted(name: 'camera' | 'microphone' | 'geolocation'): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name })).state === 'granted';
  } catch {
    return false;
  }
}
