import { writeSync } from 'node:fs';
import { decodeRecording } from './decode-recording.ts';
import { frameHead, readFrames } from '../processes/frames.ts';
import { mostInput, type ChosenWindows, type ProcessWish } from './recording-messages.ts';

/**
 * The process that decodes one recording. It takes the request with the file, and later the windows, on standard input. It writes messages
 * to standard output. It has no environment, and its parent kills it. It may wait for its recording for hours.
 */
const standardOutput = 1;
const input = readFrames(process.stdin, mostInput);
const readFrame = async () => {
  const { value } = await input.next();
  if (value === undefined) throw new Error('the parent has ended');
  return value;
};

/**
 * Returns when the parent has the bytes, or their pipe. `process.stdout` would keep them until the whole recording is decoded, because
 * decoding never returns to the event loop, and the parent could not measure a frame before.
 */
function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(standardOutput, bytes, at);
}

const { message: wish, payload: recording } = await readFrame();
// Written by the process that started this one.
await decodeRecording(recording, wish as ProcessWish, {
  write: (message, payload = new Uint8Array()) => {
    writeAll(frameHead(message, payload.length));
    writeAll(payload);
  },
  readWindows: async () => ((await readFrame()).message as ChosenWindows).windows,
});
// Handles that FFmpeg still holds would keep the process alive.
process.exit(0);
