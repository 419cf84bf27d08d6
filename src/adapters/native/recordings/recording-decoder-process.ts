import { decodeRecording } from './decode-recording.ts';
import { frameHead } from '../processes/frames.ts';
import type { ProcessWish } from './recording-messages.ts';

/**
 * The process that decodes one recording. It takes the request as its argument and the file on standard input, and writes messages to
 * standard output. It has no environment, and its parent kills it.
 */
const wish = JSON.parse(process.argv[2] ?? '') as ProcessWish; // Written by the process that started this one.
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
const write = (message: object, payload: Uint8Array = new Uint8Array()) => {
  // A copy, because FFmpeg reuses the memory of a frame.
  process.stdout.write(Buffer.concat([frameHead(message, payload.length), payload]));
};
decodeRecording(Buffer.concat(parts), wish, write);
// Handles that FFmpeg still holds would keep the process alive.
process.stdout.end(() => process.exit(0));
