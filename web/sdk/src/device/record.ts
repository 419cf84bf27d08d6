import { Fault } from '../flow/fault.ts';
import { recordingTypes } from '../flow/recording-plan.ts';

/** A browser that has not started, or not ended, a recording by then never will. */
const patienceMs = 5_000;
/** The least data that the most economical codec produces per second. A smaller recording holds no picture and no sound. */
const leastBytesPerSecond = 500;

/** A film is sent while it is made, so its bit rate must fit the network; `thrifty` suits a slow one. */
const videoBitsPerSecond = { usual: 1_500_000, thrifty: 250_000 };
const audioBitsPerSecond = 64_000;

export interface Recording {
  /** When it began, by `performance.now()`. */
  startedAt: number;
  finish(): Promise<Blob>;
}

/**
 * @throws Fault `recording.unsupported` or `recording.failed`. `finish` throws the second one, too, when the recording is empty
 * or does not end.
 */
export async function startRecording(
  stream: MediaStream,
  { thrifty = false, onPart }: { thrifty?: boolean; onPart?: (part: Blob) => void } = {},
): Promise<Recording> {
  if (typeof MediaRecorder === 'undefined') throw new Fault('recording.unsupported');
  const tracks = { video: stream.getVideoTracks().length > 0, sound: stream.getAudioTracks().length > 0 };
  const mimeType = recordingTypes(tracks).find((type) => MediaRecorder.isTypeSupported(type));
  if (mimeType === undefined) throw new Fault('recording.unsupported');
  const parts: Blob[] = [];
  try {
    const recorder = new MediaRecorder(stream, {
      mimeType,
      videoBitsPerSecond: videoBitsPerSecond[thrifty ? 'thrifty' : 'usual'],
      audioBitsPerSecond,
    });
    recorder.addEventListener('dataavailable', ({ data }) => {
      parts.push(data);
      onPart?.(data);
    });
    const stopped = new Promise<Blob>((resolve, reject) => {
      recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: mimeType.split(';')[0] ?? mimeType })));
      recorder.addEventListener('error', () => reject(failed()));
    });
    stopped.catch(() => {});
    const started = new Promise((resolve) => recorder.addEventListener('start', resolve, { once: true }));
    recorder.start(onPart === undefined ? 1000 : 400);
    await inTime(started);
    const startedAt = performance.now();
    return {
      startedAt,
      async finish() {
        const seconds = (performance.now() - startedAt) / 1000;
        if (recorder.state !== 'inactive') recorder.stop();
        const recording = await inTime(stopped);
        if (recording.size < leastBytesPerSecond * seconds) throw failed();
        return recording;
      },
    };
  } catch {
    throw failed();
  }
}

const failed = () => new Fault('recording.failed', { retryable: true });

function inTime<T>(wait: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(failed()), patienceMs);
    wait.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
