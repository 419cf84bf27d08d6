import type { AnalyticsEvent } from '../api/contract.ts';
import type { SessionApi } from '../api/session-api.ts';

const flushEveryMs = 10_000;
const mostAtOnce = 50;

export type Reporter = ReturnType<typeof createReporter>;

/** Reports events on the device, without any text that the person typed. Sent in batches; a repeated batch counts once. */
export function createReporter(api: Pick<SessionApi, 'baseUrl' | 'getToken'>) {
  let waiting: AnalyticsEvent[] = [];

  function report(
    kind: AnalyticsEvent['kind'],
    name: string,
    more: Pick<AnalyticsEvent, 'stepId' | 'code' | 'durationMs'> = {},
  ): void {
    waiting.push({ eventId: crypto.randomUUID(), kind, name, at: new Date().toISOString(), ...more });
    if (waiting.length >= mostAtOnce) flush();
  }

  /**
   * `fetch` with `keepalive` outlives the page as `sendBeacon` does, and unlike it can carry the session's token, which is
   * never to appear in a URL or a body.
   */
  function flush(): void {
    const token = api.getToken();
    if (token === null || waiting.length === 0) return;
    const events = waiting.splice(0, mostAtOnce);
    fetch(`${api.baseUrl}/v2/sdk/session/events`, {
      method: 'POST',
      keepalive: true,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    }).catch(() => {
      waiting = [...events, ...waiting].slice(-mostAtOnce);
    });
  }

  const timer = setInterval(flush, flushEveryMs);
  addEventListener('pagehide', flush);
  return {
    report,
    flush,
    stop(): void {
      clearInterval(timer);
      removeEventListener('pagehide', flush);
      flush();
    },
  };
}
