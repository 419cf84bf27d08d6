import { Fault } from '../flow/fault.ts';

/** What the server understands, the best first; browsers differ in what they can write. */
const videoTypes = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const audioTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm'];

const videoBitsPerSecond = 1_500_000;
const audioBitsPerSecond = 64_000;

export interface Recording {
  /** When it began, by `performance.now()`. */
  startedAt: number;
  finish(): Promise<Blob>;
}

/** @throws Fault `recording.unsupported` or `recording.failed` */
export async function startRecording(stream: MediaStream): Promise<Recording> {
  if (typeof MediaRecorder === 'undefined') throw new Fault('recording.unsupported');
  const video = stream.getVideoTracks().length > 0;
  const mimeType = (video ? videoTypes : audioTypes).find((type) => MediaRecorder.isTypeSupported(type));
  if (mimeType === undefined) throw new Fault('recording.unsupported');
  const parts: Blob[] = [];
  try {
    const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond, audioBitsPerSecond });
    recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data));
    const stopped = new Promise<Blob>((resolve, reject) => {
      recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: mimeType.split(';')[0] ?? mimeType })));
      recorder.addEventListener('error', () => reject(new Fault('recording.failed', { retryable: true })));
    });
    stopped.catch(() => {});
    const started = new Promise((resolve) => recorder.addEventListener('start', resolve, { once: true }));
    recorder.start(1000);
    await started;
    return {
      startedAt: performance.now(),
      finish() {
        if (recorder.state !== 'inactive') recorder.stop();
        return stopped;
      },
    };
  } catch {
    throw new Fault('recording.failed', { retryable: true });
  }
}

/** Loudness of a stream, 0 to 1, read when asked for. */
export function openLevelMeter(stream: MediaStream): { level(): number; close(): void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      let square = 0;
      for (const sample of samples) square += ((sample - 128) / 128) ** 2;
      // Speech is rarely louder than a third of full scale.
      return Math.min(1, Math.sqrt(square / samples.length) * 3);
    },
    close: () => void context.close().catch(() => {}),
  };
}
