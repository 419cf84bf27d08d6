/**
 * Gives FFmpeg a recording from front to back, as it arrived, and does not let it seek. An index at the end of a file says where each
 * picture is and when it is shown. With such an index, a sender could choose the pictures after the last prompt.
 */
export function createForwardReader(recording: Buffer, { ends }: { ends: readonly number[] }) {
  let position = 0;
  return {
    /** FFmpeg asks for more bytes only when it needs them, and one answer never reaches into the next part. */
    read(size: number): Buffer | null {
      if (position >= recording.length) return null;
      const end = ends.find((one) => one > position) ?? recording.length;
      const bytes = recording.subarray(position, Math.min(position + size, end));
      position += bytes.length;
      return bytes;
    },

    /** The index of the last part that was read. */
    part: () => Math.min(ends.length - 1, ends.filter((end) => end < position).length),
  };
}

export type ForwardReader = ReturnType<typeof createForwardReader>;
