import type {
  DecodedRecording,
  DecodingWish,
  RecordingDecoder,
  RecordingFault,
} from '../../domain/ports/recording-decoder.ts';
import { maxRecordingMs, recordingToleranceMs } from '../../domain/ports/recording-decoder.ts';
import { runConfined, type Confinement } from './run-confined.ts';
import { parseMessages, type ProcessWish } from './recording-messages.ts';

const script = new URL('./recording-decoder-process.ts', import.meta.url);
/** A recording of 20 s takes about a second; hostile ones may take no more than this. */
const confinement: Confinement = { timeoutMs: 15_000, maxMemoryBytes: 600_000_000, maxOutputBytes: 200_000_000 };

/** FFmpeg in a process of its own, one a recording. `limits`: for tests. */
export function createRecordingDecoder(limits: Partial<Confinement> = {}): RecordingDecoder {
  return {
    async decode(recording, wish) {
      const asked: ProcessWish = {
        form: wish.form,
        demuxer: demuxerOf(wish.contentType),
        maxMs: maxRecordingMs + recordingToleranceMs,
        frames: wish.frames && { ...wish.frames, windows: [...wish.frames.windows] },
        sound: wish.sound,
      };
      const answer = await runConfined(script, JSON.stringify(asked), recording, { ...confinement, ...limits });
      return answer === null ? { fault: unreadable(wish) } : gather(answer, wish);
    },
  };
}

function gather(answer: Buffer, wish: DecodingWish): DecodedRecording | { fault: RecordingFault } {
  const decoded: DecodedRecording = {
    durationMs: 0,
    widthPx: 0,
    heightPx: 0,
    frames: [],
    stills: [],
    changes: [],
    sound: null,
  };
  for (const { message, payload } of parseMessages(answer)) {
    if (message.type === 'fault') return { fault: message.fault === 'tooLong' ? 'file.too_long' : unreadable(wish) };
    if (message.type === 'frame' || message.type === 'still') {
      const { type, atMs, widthPx, heightPx } = message;
      decoded[type === 'frame' ? 'frames' : 'stills'].push({ atMs, widthPx, heightPx, rgb: payload });
    }
    if (message.type === 'changes') {
      decoded.changes = message.changes.map(([atMs, difference, banding]) => ({ atMs, difference, banding }));
    }
    if (message.type === 'sound') decoded.sound = new Float32Array(Uint8Array.from(payload).buffer);
    if (message.type === 'end') {
      const { durationMs, widthPx, heightPx } = message;
      return { ...decoded, durationMs, widthPx, heightPx };
    }
  }
  // It was killed or fell over before its last word.
  return { fault: unreadable(wish) };
}

function unreadable({ form }: DecodingWish): RecordingFault {
  return form === 'video' ? 'file.unreadable_video' : 'file.unreadable_audio';
}

function demuxerOf(contentType: string): ProcessWish['demuxer'] {
  const subtype = contentType.replace(/^(audio|video)\//, '');
  if (subtype === 'webm') return 'matroska,webm';
  if (subtype === 'ogg') return 'ogg';
  if (subtype === 'mpeg') return 'mp3';
  return subtype === 'wav' || subtype === 'vnd.wave' ? 'wav' : 'mov,mp4,m4a,3gp,3g2,mj2';
}
