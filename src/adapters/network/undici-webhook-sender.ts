import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { TargetRefused } from '../../domain/ports/target-guard.ts';
import {
  attemptTimeoutMs,
  keptAnswerBytes,
  type WebhookAnswer,
  type WebhookSender,
} from '../../domain/ports/webhook-sender.ts';
import type { AttemptError } from '../../domain/webhooks/webhook.ts';
import type { ConnectionGuard } from './target-guard.ts';

/** Longer than an attempt, so that only the attempt's own time limit ends it. */
const neverMs = 2 * attemptTimeoutMs;
const maxHeaderBytes = 16 * 1024;

/**
 * Sends with undici, over connections that the guard has checked and that stay open between events. `tlsOptions` are for receivers with a
 * certificate from a private authority.
 */
export function createWebhookSender({
  guard,
  version,
  timeoutMs = attemptTimeoutMs,
  tlsOptions = {},
}: {
  guard: ConnectionGuard;
  /** Our id, for the receiver's log. */
  version: string;
  timeoutMs?: number;
  tlsOptions?: { ca?: string };
}): WebhookSender {
  const ownHeaders = { 'user-agent': `Verify/${version}`, 'content-type': 'application/json' };
  // Set explicitly, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can turn certificate checks off.
  const connector = buildConnector({ ...tlsOptions, rejectUnauthorized: true, lookup: guard.lookup, timeout: neverMs });
  const agent = new Agent({
    connect(options, callback) {
      connector(options, (error, socket) => {
        if (error !== null) {
          callback(error, null);
        } else if (guard.mayConnectTo(socket.remoteAddress ?? '')) {
          // The final check is the connection's remote address, before anything is written to it.
          callback(null, socket);
        } else {
          socket.destroy();
          callback(new TargetRefused('is not a public address'), null);
        }
      });
    },
    pipelining: 1,
    headersTimeout: neverMs,
    bodyTimeout: neverMs,
    maxHeaderSize: maxHeaderBytes,
  });

  return {
    async send({ url, headers, body, httpsOnly }) {
      const startedAt = performance.now();
      const took = () => Math.round(performance.now() - startedAt);
      // Limits lookup, connection, headers and body together.
      const clock = new AbortController();
      const timer = setTimeout(() => clock.abort(), timeoutMs);
      try {
        const target = guard.checkUrl(url, { httpsOnly });
        const response = await request(target, {
          dispatcher: agent,
          method: 'POST',
          headers: { ...ownHeaders, ...headers },
          body,
          signal: clock.signal,
        });
        const answer = await readStart(response.body);
        const retryAfter = response.headers['retry-after'];
        return {
          status: response.statusCode,
          error: null,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
          answer,
          durationMs: took(),
        } satisfies WebhookAnswer;
      } catch (error) {
        const name = clock.signal.aborted ? 'timeout' : errorName(error);
        return { status: null, error: name, retryAfter: null, answer: null, durationMs: took() };
      } finally {
        clearTimeout(timer);
      }
    },

    async close() {
      await agent.destroy();
    },
  };
}

/** The first bytes of a response. The status has already been received and counts, even if the receiver then stalls or disconnects. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= keptAnswerBytes) break;
    }
  } catch {
    // The received part is kept.
  }
  return Buffer.concat(chunks).subarray(0, keptAnswerBytes);
}

const tlsCode = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** The kind of an error. Messages contain addresses and are not kept. */
function errorName(error: unknown): AttemptError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof TargetRefused) return 'target_not_allowed';
    const code = 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_not_found';
    if (tlsCode.test(code)) return 'tls_failed';
  }
  return 'connection_failed';
}
