import { createHash } from 'node:crypto';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export function chunksOf(recording: Buffer, count = 8): Buffer[] {
  const size = Math.ceil(recording.length / count);
  return Array.from({ length: Math.ceil(recording.length / size) }, (_, index) =>
    recording.subarray(index * size, (index + 1) * size),
  );
}
