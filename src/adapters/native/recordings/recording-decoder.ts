import type {
  DecodedRecording,
  DecodingWish,
  RecordedPart,
  RecordingDecoder,
  RecordingFault,
  VideoFrame,
} from '../../../domain/ports/faces/recording-decoder.ts';
import { maxRecordingMs, recordingToleranceMs } from '../../../domain/ports/faces/recording-decoder.ts';
import { runConfined, type Confinement } from '../processes/run-confined.ts';
import { createMessageReader, type DecoderMessage } from './message-reader.ts';
import type { ProcessWish } from './recording-messages.ts';

const script = new URL('./recording-decoder-process.ts', import.meta.url);
/** A recording of 20 s takes about a second; hostile ones get no more than this. */
const confinement: Confinement = { timeoutMs: 15_000, maxMemoryBytes: 600_000_000, maxOutputBytes: 200_000_000 };

/** FFmpeg in a separate process for each recording. `limits`: for tests. */
export function createRecordingDecoder(limits: Partial<Confinement> = {}): RecordingDecoder {
  async function ask(
    recording: Buffer,
    wish: DecodingWish & { ends?: readonly number[] },
    { measureOnly, onFrame }: { measureOnly: boolean; onFrame?: ((frame: VideoFrame) => void) | undefined },
  ): Promise<(DecodedRecording & { parts: (RecordedPart | null)[] }) | { fault: RecordingFault }> {
    const asked: ProcessWish = {
      form: wish.form,
      demuxer: demuxerOf(wish.contentType),
      maxMs: maxRecordingMs + recordingToleranceMs,
      frames: wish.frames && { ...wish.frames, windows: [...wish.frames.windows] },
      sound: wish.sound,
      measureOnly,
      ends: wish.ends ?? [],
    };
    const gathered = createGatherer(wish, onFrame);
    const read = createMessageReader(gathered.take);
    const bounds = { ...confinement, ...limits };
    const kept = await runConfined(script, JSON.stringify(asked), recording, bounds, read);
    return kept ? gathered.answer() : { fault: unreadable(wish) };
  }

  return {
    decode: (recording, wish, onFrame) => ask(recording, wish, { measureOnly: false, onFrame }),
    measure: (recording, wish) => ask(recording, { ...wish, frames: null, sound: false }, { measureOnly: true }),
  };
}

function createGatherer(wish: DecodingWish, onFrame?: (frame: VideoFrame) => void) {
  const decoded: DecodedRecording & { parts: (RecordedPart | null)[] } = {
    durationMs: 0,
    widthPx: 0,
    heightPx: 0,
    frames: [],
    stills: [],
    changes: [],
    sound: null,
    parts: [],
  };
  // The process was killed, or crashed, before its last message.
  let fault: RecordingFault | null = unreadable(wish);
  let ended = false;

  function take(message: DecoderMessage, payload: Buffer): void {
    if (ended) return;
    if (message.type === 'frame' || message.type === 'still') {
      const { type, atMs, widthPx, heightPx } = message;
      const frame = { atMs, widthPx, heightPx, rgb: payload };
      decoded[type === 'frame' ? 'frames' : 'stills'].push(frame);
      if (type === 'frame') onFrame?.(frame);
    }
    if (message.type === 'changes') {
      decoded.changes = message.changes.map(([atMs, difference, differenceFromEarlier, banding]) => ({
        atMs,
        difference,
        differenceFromEarlier,
        banding,
      }));
    }
    if (message.type === 'sound') decoded.sound = new Float32Array(Uint8Array.from(payload).buffer);
    if (message.type === 'end') {
      const { durationMs, widthPx, heightPx } = message;
      const parts = message.parts.map((part) => part && { fromMs: part[0], toMs: part[1] });
      Object.assign(decoded, { durationMs, widthPx, heightPx, parts });
      fault = null;
    }
    if (message.type === 'fault') fault = message.fault === 'tooLong' ? 'file.too_long' : unreadable(wish);
    ended = message.type === 'end' || message.type === 'fault';
  }

  return { take, answer: () => (fault === null ? decoded : { fault }) };
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
