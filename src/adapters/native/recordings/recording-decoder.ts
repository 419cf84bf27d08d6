import type {
  DecodedRecording,
  DecodingListener,
  DecodingWish,
  FaultyRecording,
  RecordingDecoder,
  RecordingFault,
} from '../../../domain/ports/faces/recording-decoder.ts';
import { maxRecordingMs, recordingToleranceMs } from '../../../domain/ports/faces/recording-decoder.ts';
import { frameHead } from '../processes/frames.ts';
import { confineScript, type Confinement } from '../processes/run-confined.ts';
import { createMessageReader, type DecoderMessage } from './message-reader.ts';
import { demuxerOf, type ChosenWindows, type ProcessWish } from './recording-messages.ts';

const script = new URL('./recording-decoder-process.ts', import.meta.url);
/** A recording of 20 s takes about a second; hostile ones get no more than this. */
const confinement: Confinement = { timeoutMs: 15_000, maxMemoryBytes: 600_000_000, maxOutputBytes: 200_000_000 };

/**
 * FFmpeg in a separate process for each recording. `limits`: for tests. `startsAhead`: for a process that decodes one recording after
 * another; the next decoding process then waits for its recording.
 */
export function createRecordingDecoder(
  limits: Partial<Confinement> = {},
  { startsAhead = false }: { startsAhead?: boolean } = {},
): RecordingDecoder {
  const decoding = confineScript(script, { startsAhead });

  async function ask(
    recording: Buffer,
    wish: DecodingWish,
    { measureOnly, listener = {} }: { measureOnly: boolean; listener?: DecodingListener | undefined },
  ): Promise<DecodedRecording | FaultyRecording> {
    const asked: ProcessWish = {
      form: wish.form,
      demuxer: demuxerOf(wish.contentType),
      maxMs: maxRecordingMs + recordingToleranceMs,
      frames: wish.frames && { ...wish.frames, windows: [...wish.frames.windows] },
      sound: wish.sound,
      measureOnly,
      ends: wish.ends ?? [],
    };
    const replies: Buffer[] = [];
    const gathered = createGatherer(wish, listener, (windows) => replies.push(frameHead(windows, 0)));
    const read = createMessageReader(gathered.take);
    const opening = Buffer.concat([frameHead(asked, recording.length), recording]);
    const bounds = { ...confinement, ...limits };
    const kept = await decoding.run({ opening }, bounds, (part, write) => {
      read(part);
      replies.splice(0).forEach(write);
    });
    return kept ? gathered.answer() : gathered.faulty(unreadable(wish));
  }

  return {
    decode: (recording, wish, listener) => ask(recording, wish, { measureOnly: false, listener }),
    async measure(recording, wish) {
      const measured = await ask(recording, { ...wish, frames: null, sound: false }, { measureOnly: true });
      return 'fault' in measured ? measured : { durationMs: measured.durationMs, parts: measured.parts ?? [] };
    },
  };
}

/** Gathers the messages of the process, and answers with the windows when the parts are known. */
function createGatherer(
  wish: DecodingWish,
  { chooseWindows, onFrame }: DecodingListener,
  reply: (windows: ChosenWindows) => void,
) {
  const decoded: DecodedRecording = {
    durationMs: 0,
    widthPx: 0,
    heightPx: 0,
    frames: [],
    stills: [],
    changes: [],
    sound: null,
    parts: null,
  };
  // The process was killed, or crashed, before its last message.
  let fault: RecordingFault | null = unreadable(wish);
  let ended = false;
  let hasParts = false;

  function takeParts({ parts }: Extract<DecoderMessage, { type: 'parts' }>): void {
    // A file may have taken over the process. It cannot choose the moments of the parts a second time.
    if (hasParts || decoded.frames.length > 0) throw new Error('the parts of a recording came late');
    hasParts = true;
    decoded.parts = parts?.map((part) => part && { fromMs: part[0], toMs: part[1] }) ?? null;
    reply({ windows: chooseWindows?.(decoded.parts) ?? wish.frames?.windows ?? [] });
  }

  function take(message: DecoderMessage, payload: Buffer): void {
    if (ended) return;
    if (message.type === 'parts') takeParts(message);
    if (message.type === 'frame' || message.type === 'still') {
      const { type, ...about } = message;
      const frame = { ...about, rgb: payload };
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
      Object.assign(decoded, { durationMs, widthPx, heightPx });
      fault = null;
    }
    if (message.type === 'fault') fault = message.fault === 'tooLong' ? 'file.too_long' : unreadable(wish);
    ended = message.type === 'end' || message.type === 'fault';
  }

  function faulty(found: RecordingFault): FaultyRecording {
    return { fault: found, ...(decoded.parts && { parts: decoded.parts }) };
  }

  return { take, faulty, answer: () => (fault === null ? decoded : faulty(fault)) };
}

function unreadable({ form }: DecodingWish): RecordingFault {
  return form === 'video' ? 'file.unreadable_video' : 'file.unreadable_audio';
}
