import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { placesOf } from '../../domain/faults/places-of.ts';
import type { ErrorReports } from '../../domain/ports/error-reports.ts';

/** Further errors are only logged: an error that affects everybody must not become a flood. */
const reportsAMinute = 30;
const closeMs = 2_000;
const home = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Error reports over the Sentry protocol. The library is loaded only if a DSN is set, and reports nothing by itself: every report is made
 * here, from the error's class and the places in its stack. Its message may quote data and is omitted.
 */
export function createSentryErrorReports(
  dsn: string | null,
  about: { process: string; release: string },
): ErrorReports {
  if (dsn === null) return { report: () => undefined, close: () => Promise.resolve() };
  const loading = openClient(dsn, about);
  loading.catch(() => undefined);
  let minute = 0;
  let reported = 0;

  function mayReport(): boolean {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, reported] = [now, 0];
    reported += 1;
    return reported <= reportsAMinute;
  }

  return {
    report(error, tags) {
      if (!mayReport()) return;
      loading.then((client) => client.send(error, { ...tags, process: about.process })).catch(() => undefined);
    },
    async close() {
      await loading.then((client) => client.close()).catch(() => undefined);
    },
  };
}

async function openClient(dsn: string, { release }: { release: string }) {
  const { NodeClient, defaultStackParser, makeNodeTransport } = await import('@sentry/node');
  const client = new NodeClient({
    dsn,
    release,
    integrations: [],
    transport: makeNodeTransport,
    stackParser: defaultStackParser,
    sendClientReports: false,
    includeServerName: false,
  });

  function framesOf(error: Error) {
    return defaultStackParser(placesOf(error).join('\n')).map(
      ({ filename, function: name, lineno, colno, in_app }) => ({
        ...(filename !== undefined && { filename: path.relative(home, filename.replace(/^file:\/\//, '')) }),
        ...(name !== undefined && { function: name }),
        ...(lineno !== undefined && { lineno }),
        ...(colno !== undefined && { colno }),
        ...(in_app !== undefined && { in_app }),
      }),
    );
  }

  return {
    send(error: unknown, tags: Readonly<Record<string, string>>): void {
      const values = causesOf(error).map((cause) => ({ type: cause.name, stacktrace: { frames: framesOf(cause) } }));
      client.captureEvent({ level: 'error', exception: { values }, tags: { ...tags } });
    },
    async close(): Promise<void> {
      await client.close(closeMs);
    },
  };
}

/** The error and its causes; the protocol requires the oldest first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.unshift(cause);
  return causes.length === 0 ? [new TypeError()] : causes;
}
