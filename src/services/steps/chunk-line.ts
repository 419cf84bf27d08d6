import { createWake } from './wake.ts';

/** A person whose chunks stop for this long has finished, or has lost the network. */
const mostPauseMs = 6_000;

/** The chunks of a recording, as they become known. */
export interface ChunkLine {
  put(index: number, objectKey: string): void;
  /** No further chunk is needed. */
  end(): void;
  /** Each chunk once, from the first one without a gap. Waits for the next one, and ends when none comes. */
  inOrder(): AsyncGenerator<string, undefined>;
}

export function createChunkLine(pauseMs = mostPauseMs): ChunkLine {
  const known = new Map<number, string>();
  let ended = false;
  const { next, wake } = createWake();
  return {
    put(index, objectKey) {
      known.set(index, objectKey);
      wake();
    },

    end() {
      ended = true;
      wake();
    },

    async *inOrder() {
      for (let index = 0; ; index += 1) {
        const timer = setTimeout(() => {
          ended = true;
          wake();
        }, pauseMs);
        try {
          while (!known.has(index) && !ended) await next();
        } finally {
          clearTimeout(timer);
        }
        const objectKey = known.get(index);
        if (ended || objectKey === undefined) return undefined;
        yield objectKey;
      }
    },
  };
}
