import { randomFillSync } from 'node:crypto';

/** Drawn in advance: a separate draw costs as much as encrypting a short value. */
const drawn = Buffer.alloc(4096);
let next = drawn.length;

/** Bytes from the system's secure generator, each returned once and then wiped here. @throws RangeError above 4096 */
export function newRandomBytes(count: number): Buffer {
  if (count > drawn.length) throw new RangeError(`${count} random bytes at once: at most ${drawn.length}`);
  if (next + count > drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  const bytes = Buffer.from(drawn.subarray(next, next + count));
  drawn.fill(0, next, next + count);
  next += count;
  return bytes;
}
