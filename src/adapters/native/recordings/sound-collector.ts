import type { Frame } from 'node-av/lib';
import { FilterAPI } from 'node-av/api';

/** Samples per second of collected sound: the rate of the speech models' training data. */
export const collectedRate = 16_000;

/** Collects a track's sound as one mono sequence of samples, -1..1. */
export function createSoundCollector() {
  const filter = FilterAPI.create(
    `aresample=${collectedRate},aformat=sample_fmts=flt:sample_rates=${collectedRate}:channel_layouts=mono`,
  );
  const parts: Buffer[] = [];
  const collect = (frames: readonly Frame[]) => {
    for (const frame of frames) {
      parts.push(Buffer.from(frame.toBuffer().subarray(0, frame.nbSamples * Float32Array.BYTES_PER_ELEMENT)));
      frame.free();
    }
  };
  return {
    take: (frame: Frame) => collect(filter.processAllSync(frame)),
    end(): Float32Array {
      if (parts.length > 0) collect([...filter.flushFramesSync()]);
      const bytes = Uint8Array.from(Buffer.concat(parts));
      return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT));
    },
  };
}
