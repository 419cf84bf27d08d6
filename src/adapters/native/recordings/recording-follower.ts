import { maxRecordingMs, recordingToleranceMs } from '../../../domain/ports/faces/recording-decoder.ts';
import type { RecordingFollower } from '../../../domain/ports/faces/recording-follower.ts';
import { runConfined, type Confinement } from '../processes/run-confined.ts';
import { createMessageReader } from './message-reader.ts';
import { demuxerOf, followedHeadBytes, type ProcessWish } from './recording-messages.ts';

const script = new URL('./recording-follower-process.ts', import.meta.url);
/** It waits for the chunks of a recording, and writes more pictures of it than a judgement needs. */
const confinement: Confinement = { timeoutMs: 45_000, maxMemoryBytes: 600_000_000, maxOutputBytes: 400_000_000 };

/** FFmpeg in a separate process for each recording. */
export function createRecordingFollower(): RecordingFollower {
  return {
    async follow(chunks, { contentType, frames }, { onFrame, onStill }) {
      const wish: ProcessWish = {
        form: 'video',
        demuxer: demuxerOf(contentType),
        maxMs: maxRecordingMs + recordingToleranceMs,
        frames: { ...frames, windows: [...frames.windows] },
        sound: false,
        measureOnly: false,
        ends: [],
      };
      const read = createMessageReader((message, rgb) => {
        if (message.type !== 'frame' && message.type !== 'still') return;
        const { type, ...about } = message;
        (type === 'frame' ? onFrame : onStill)({ ...about, rgb });
      });
      await runConfined(script, '', withRequest(wish, chunks), confinement, read);
    },
  };
}

async function* withRequest(wish: ProcessWish, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const request = Buffer.from(JSON.stringify(wish));
  const head = Buffer.alloc(followedHeadBytes);
  head.writeUInt32LE(request.length);
  yield Buffer.concat([head, request]);
  yield* chunks;
}
