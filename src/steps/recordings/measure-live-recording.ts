import type {
  DecodedRecording,
  FaultyRecording,
  RecordingDecoder,
  VideoFrame,
} from '../../domain/ports/faces/recording-decoder.ts';
import {
  decodeLiveRecording,
  type LiveListener,
  type LiveRecordingFacts,
  type RecordingToDecode,
} from './live-recording.ts';
import { measureInTurn } from './measure-in-turn.ts';

/**
 * Decodes a recording and measures each of its pictures while the decoder, which is a separate process, works on the next ones. There are no
 * readings of a recording with a fault.
 */
export async function measureLiveRecording<Reading>(
  recordings: Pick<RecordingDecoder, 'decode'>,
  given: RecordingToDecode,
  { measure, ...listener }: Pick<LiveListener, 'chooseWindows'> & { measure: (frame: VideoFrame) => Promise<Reading> },
): Promise<{ live: LiveRecordingFacts | null; recording: DecodedRecording | FaultyRecording; readings: Reading[] }> {
  const inTurn = measureInTurn(measure);
  try {
    const decoded = await decodeLiveRecording(recordings, given, { ...listener, onFrame: inTurn.add });
    const isUsable = !('fault' in decoded.recording);
    return { ...decoded, readings: isUsable ? await inTurn.all() : [] };
  } finally {
    inTurn.abandon();
  }
}
