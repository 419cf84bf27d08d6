import { decodeRecording } from './decode-recording.ts';
import { frameMessage, type ProcessWish } from './recording-messages.ts';

/**
 * The process that takes one recording apart: the wish as its argument, the file on its standard input, messages on its standard
 * output. It has no environment, and the process that started it kills it.
 */
const wish = JSON.parse(process.argv[2] ?? '') as ProcessWish; // Written by the process that started this one.
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
const write = (message: object, payload?: Uint8Array) => process.stdout.write(frameMessage(message, payload));
decodeRecording(Buffer.concat(parts), wish, write);
// What FFmpeg still holds open would keep the process waiting.
process.stdout.end(() => process.exit(0));
