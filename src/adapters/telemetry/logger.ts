import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { openStandardOutput } from './standard-output.ts';

/**
 * Structured logs on standard output, or to a test's listener. Lines consist of ids and numbers. The serialisers drop what a library might
 * add: a request's headers contain tokens, an error's message may quote data.
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
    options.to ?? openStandardOutput(),
  );
}
