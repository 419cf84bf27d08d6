import { readSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { frameHead } from '../processes/frames.ts';
import { followRecording } from './decode-recording.ts';
import { followedHeadBytes, type ProcessWish } from './recording-messages.ts';

/**
 * The process that decodes one recording while it is made. It takes the length of its request, the request, and then the chunks, on standard
 * input. It writes messages to standard output. It has no environment, and its parent kills it.
 */
const [standardInput, standardOutput] = [0, 1];
/** Everything for which a person already waits goes first. */
const niceness = 10;

/** Waits for bytes. Null when there will be no more. */
function read(size: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(size);
  const count = readSync(standardInput, bytes, 0, size, null);
  return count === 0 ? null : bytes.subarray(0, count);
}

function readExactly(size: number): Buffer {
  const parts: Buffer[] = [];
  for (let left = size; left > 0;) {
    const part = read(left);
    if (part === null) throw new Error('the parent has ended');
    parts.push(part);
    left -= part.length;
  }
  return Buffer.concat(parts);
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(standardOutput, bytes, at);
}

setPriority(niceness);
// Written by the process that started this one.
const wish = JSON.parse(readExactly(readExactly(followedHeadBytes).readUInt32LE(0)).toString('utf8')) as ProcessWish;
followRecording(read, wish, (message, payload = new Uint8Array()) => {
  writeAll(frameHead(message, payload.length));
  writeAll(payload);
});
// Handles that FFmpeg still holds would keep the process alive.
process.exit(0);
