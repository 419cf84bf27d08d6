/** A chunk may be this large at the most. */
const mostBytes = 2_000_000;
/** The server tells the type of a recording by its first chunk. Chromium's first part is often a single byte. */
const leastFirstBytes = 256;

export interface ChunkSender {
  add(part: Blob): void;
  /** How long the oldest unsent part has waited, in milliseconds. */
  lagMs(): number;
  /** Waits until everything has arrived. @throws what sending threw */
  end(): Promise<{ chunkCount: number; sha256: string }>;
}

/**
 * Sends a recording while it is made, one chunk after the other. The data that arrived during one upload becomes the next chunk, so that a
 * slow network gets few large chunks and a fast one many small ones.
 */
export function createChunkSender(send: (index: number, bytes: Blob) => Promise<void>): ChunkSender {
  const all: Blob[] = [];
  let waiting: { part: Blob; since: number }[] = [];
  /** When the first part of the chunk in transit began to wait. */
  let sendingSince: number | null = null;
  let chunkCount = 0;
  let failure: { error: unknown } | null = null;
  let running: Promise<void> | null = null;
  let ended = false;

  function mayLeave(): boolean {
    if (failure !== null || waiting.length === 0) return false;
    return ended || chunkCount > 0 || waiting.reduce((sum, { part }) => sum + part.size, 0) >= leastFirstBytes;
  }

  async function run(): Promise<void> {
    while (mayLeave()) {
      const [first] = waiting;
      sendingSince = first?.since ?? null;
      const gathered = new Blob(waiting.map(({ part }) => part));
      const rest = gathered.slice(mostBytes);
      waiting = rest.size > 0 ? [{ part: rest, since: performance.now() }] : [];
      try {
        await send(chunkCount, gathered.slice(0, mostBytes));
        chunkCount += 1;
      } catch (error) {
        failure = { error };
      }
      sendingSince = null;
    }
    running = null;
  }

  return {
    add(part) {
      if (part.size === 0) return;
      all.push(part);
      waiting.push({ part, since: performance.now() });
      if (mayLeave()) running ??= run();
    },
    lagMs() {
      const oldest = sendingSince ?? waiting[0]?.since;
      return oldest === undefined ? 0 : performance.now() - oldest;
    },
    async end() {
      ended = true;
      await running;
      await run();
      if (failure !== null) throw failure.error;
      const digest = await crypto.subtle.digest('SHA-256', await new Blob(all).arrayBuffer());
      const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
      return { chunkCount, sha256 };
    },
  };
}
