import { destination, type DestinationStream } from 'pino';

/** Lines are written together, at the latest after this time, and when the process ends: one write per line takes a tenth of a busy API. */
const batchBytes = 12_288;
const batchMs = 100;
/** The most lines that wait for a reader that has stopped reading. Further lines are lost: memory is for requests. */
const waitingBytes = 4_194_304;
/** How long a process that ends waits for such a reader. */
const lastWriteMs = 1000;

/** Standard output for log lines. A reader that has stopped reading costs lines, never the service, and never delays its end. */
export function openStandardOutput(): DestinationStream {
  // Opening the stream makes a pipe non-blocking. A full one then returns EAGAIN immediately and blocks neither this thread nor another.
  const { fd } = process.stdout;
  let endsAt = Infinity;
  const stream = destination({
    dest: fd,
    sync: false,
    minLength: batchBytes,
    periodicFlush: batchMs,
    maxLength: waitingBytes,
    retryEAGAIN: () => performance.now() < endsAt,
  });
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    endsAt = performance.now() + lastWriteMs;
    try {
      flushSync();
    } catch {
      // Nobody reads the lines, and nobody could read this error either.
    } finally {
      endsAt = Infinity;
    }
  };
  return stream;
}
