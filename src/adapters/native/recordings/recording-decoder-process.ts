import { decodeRecording } from './decode-recording.ts';
import { frameHead, readFrames } from '../processes/frames.ts';
import { mostInput, type ChosenWindows, type ProcessWish } from './recording-messages.ts';

/**
 * The process that decodes one recording. It takes the request as its argument, and the file and later the windows on standard input. It
 * writes messages to standard output. It has no environment, and its parent kills it.
 */
const wish = JSON.parse(process.argv[2] ?? '') as ProcessWish; // Written by the process that started this one.
const input = readFrames(process.stdin, mostInput);
const readFrame = async () => {
  const { value } = await input.next();
  if (value === undefined) throw new Error('the parent has ended');
  return value;
};
const write = (message: object, payload: Uint8Array = new Uint8Array()) => {
  // A copy, because FFmpeg reuses the memory of a frame.
  process.stdout.write(Buffer.concat([frameHead(message, payload.length), payload]));
};
const { payload: recording } = await readFrame();
await decodeRecording(recording, wish, {
  write,
  readWindows: async () => ((await readFrame()).message as ChosenWindows).windows,
});
// Handles that FFmpeg still holds would keep the process alive.
process.stdout.end(() => process.exit(0));
