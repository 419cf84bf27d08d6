/**
 * Loaded before a worker's own code: files that say so kill or hang the process that opens them. Stands in for a fault of a decoder or a
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

const start = childProcess.spawn;
childProcess.spawn = (...args) => {
  const child = start(...args);
  const input = child.stdin;
  if (!input) return child;
  for (const name of ['write', 'end']) {
    const pass = input[name].bind(input);
    input[name] = (part, ...rest) => {
      if (Buffer.isBuffer(part) && part.includes(words.kill)) return child.kill('SIGKILL');
      // It waits for the rest of its file.
      if (Buffer.isBuffer(part) && part.includes(words.hang)) return true;
      return pass(part, ...rest);
    };
  }
  return child;
};
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

/** Of a baseline JPEG; null for everything else. */
function widthOf(bytes) {
  if (!Buffer.isBuffer(bytes) || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xc0) return bytes.readUInt16BE(at + 7);
  }
  return null;
}
