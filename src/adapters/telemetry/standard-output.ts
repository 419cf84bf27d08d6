import { destination, type DestinationStream } from 'pino';

/** Lines go out together, at the latest after this time, and when the process ends: a write a line is a tenth of a busy API. */
const batchBytes = 12_288;
const batchMs = 100;
/** Lines that wait for a reader that has stopped reading. What comes beyond that is lost: memory is for requests. */
const waitingBytes = 4_194_304;
/** How long a process that ends waits for such a reader. */
const lastWriteMs = 1000;

/** Standard output for log lines. A reader that has stopped reading costs lines, never the service, and never holds up its end. */
export function openStandardOutput(): DestinationStream {
  // Opening the stream makes a pipe non-blocking. A full one then answers EAGAIN at once and holds neither this thread nor another.
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
      // Nobody reads the lines, and nobody could read of that.
    } finally {
      endsAt = Infinity;
    }
  };
  return stream;
}
