/**
 * Loaded before a worker's own code: pictures that say so in their bytes kill the process that opens them, or hang it for ever.
 * Stands in for a fault of a decoder that nobody knows yet.
 */
import sharp from 'sharp';

const words = { kill: Buffer.from('CHAOS-KILLS'), hang: Buffer.from('CHAOS-HANGS'), wait: Buffer.from('CHAOS-WAITS') };

for (const name of ['toBuffer', 'metadata', 'stats', 'pipe']) {
  const original = sharp.prototype[name];
  sharp.prototype[name] = function (...args) {
    const bytes = this.options?.input?.buffer;
    if (Buffer.isBuffer(bytes)) {
      if (bytes.includes(words.kill)) process.kill(process.pid, 'SIGKILL');
      while (bytes.includes(words.hang)) Math.hypot(1, 1);
      if (bytes.includes(words.wait)) return new Promise(() => undefined);
    }
    return original.apply(this, args);
  };
}
