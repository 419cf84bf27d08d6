/**
 * Loaded before a worker's own code: files that say so kill or hang the process that opens them. Simulates a fault of a decoder or a
 * net that nobody knows yet.
 *
 * - A file with one of the words in its bytes does it to the confined process that decodes it.
 * - A picture of one of the sizes does it to the worker itself, which opens nothing but pictures that the service made.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import sharp from 'sharp';

const words = { kill: Buffer.from('CHAOS-KILLS'), hang: Buffer.from('CHAOS-HANGS') };
const widths = { kill: 401, block: 403, wait: 405 };

for (const name of ['spawn', 'fork']) {
  const start = childProcess[name];
  childProcess[name] = (...args) => watched(start(...args));
}
syncBuiltinESMExports();

for (const name of ['toBuffer', 'metadata', 'stats', 'pipe']) {
  const original = sharp.prototype[name];
  sharp.prototype[name] = function (...args) {
    const width = widthOf(this.options?.input?.buffer);
    if (width === widths.kill) process.kill(process.pid, 'SIGKILL');
    while (width === widths.block) Math.hypot(1, 1);
    if (width === widths.wait) return new Promise(() => undefined);
    return original.apply(this, args);
  };
}

/** Files reach a confined process on its standard input, or in a message. */
function watched(child) {
  const input = child.stdin;
  for (const name of input ? ['write', 'end'] : []) {
    const pass = input[name].bind(input);
    input[name] = (part, ...rest) => struck(child, [part]) ?? pass(part, ...rest);
  }
  const send = child.send?.bind(child);
  if (send) child.send = (message, ...rest) => struck(child, Object.values(message)) ?? send(message, ...rest);
  return child;
}

/** Null where no part holds a word. Otherwise the process is killed, or waits for the rest of its file. */
function struck(child, parts) {
  const files = parts
    .filter((part) => part instanceof Uint8Array)
    .map((part) => Buffer.from(part.buffer, part.byteOffset, part.length));
  if (files.some((file) => file.includes(words.kill))) return child.kill('SIGKILL');
  return files.some((file) => file.includes(words.hang)) ? true : null;
}

/** Of a baseline JPEG; null for everything else. */
function widthOf(bytes) {
  if (!Buffer.isBuffer(bytes) || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xc0) return bytes.readUInt16BE(at + 7);
  }
  return null;
}
