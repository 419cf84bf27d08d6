import type { Frame } from 'node-av/lib';
import { FilterAPI } from 'node-av/api';

/** Samples per second of collected sound: the rate of the speech models' training data. */
export const collectedRate = 16_000;

/**
 * Collects a track's sound as one mono sequence of samples, -1..1. Clips louder ones, as a recorder does. A file may contain samples
 * that are huge or not numbers. Either would spoil the state of the voice detector for the rest of the recording.
 */
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
    /** Null if a sample is not a number. */
    end(): Float32Array | null {
      if (parts.length > 0) collect([...filter.flushFramesSync()]);
      const bytes = Uint8Array.from(Buffer.concat(parts));
      const samples = new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT));
      if (!samples.every(Number.isFinite)) return null;
      return samples.map((sample) => Math.max(-1, Math.min(1, sample)));
    },
  };
}
