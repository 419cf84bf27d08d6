import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

/** Lines go out together, at the latest after this time, and when the process ends: a write a line is a tenth of a busy API. */
const gatheredBytes = 12_288;
const gatheredMs = 100;

/**
 * Structured logs on standard output, or to where a test listens. Lines are built from ids and numbers; the serialisers drop
 * what a library might add: a request's headers hold tokens, an error's message may quote data.
 */
export function createLogger(options: {
  level: string;
  process: 'api' | 'worker' | 'admin';
  to?: DestinationStream;
}): Logger {
  return pino(
    {
      level: options.level,
      base: { process: options.process },
      timestamp: stdTimeFunctions.isoTime,
      serializers: {
        req: () => undefined,
        res: () => undefined,
        err: (error: unknown) => (error instanceof Error ? { name: error.name } : undefined),
      },
    },
    options.to ?? destination({ dest: 1, sync: false, minLength: gatheredBytes, periodicFlush: gatheredMs }),
  );
}
