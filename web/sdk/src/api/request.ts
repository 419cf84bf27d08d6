import { backoffMs } from '../flow/backoff.ts';
import { Fault } from '../flow/fault.ts';
import type { Problem } from './contract.ts';

export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  form?: () => FormData;
  /** A repeated request with the same key has one effect. */
  idempotencyKey?: string;
  token?: string | null;
  signal?: AbortSignal;
  /** Share of an upload that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface Connection {
  /** Whether requests reach the service. Called on each change. */
  onConnection(connected: boolean): void;
}

/** An answer is expected within this time; an upload on a bad network may take longer. */
const timeoutMs = 30_000;
const uploadTimeoutMs = 180_000;
/** Temporary refusals are retried this often; a lost network is waited for. */
const mostAttempts = 4;
const longestPoliteWaitMs = 10_000;

/**
 * Sends a request until there is an answer: it waits for a missing network, and retries temporary refusals.
 * @throws Fault with the server's code
 */
export function createSend(baseUrl: string, { onConnection }: Connection) {
  return async function send<T>(request: ApiRequest): Promise<T> {
    let refusals = 0;
    for (let lost = 0; ;) {
      request.signal?.throwIfAborted();
      const answer = await attempt(baseUrl, request);
      request.signal?.throwIfAborted();
      if (answer === null) {
        // The first loss may be short; the second one is reported.
        if (lost > 0 || !navigator.onLine) onConnection(false);
        await untilOnline(backoffMs(lost), request.signal);
        lost += 1;
        continue;
      }
      onConnection(true);
      if (answer.status < 400) return answer.body as T; // Checked by the server's own schema on its way out.
      const fault = faultFrom(answer);
      refusals += 1;
      const waitMs = fault.retryAfterMs ?? backoffMs(refusals);
      if (!fault.retryable || refusals >= mostAttempts || waitMs > longestPoliteWaitMs) throw fault;
      await untilOnline(waitMs, request.signal);
    }
  };
}

interface Answer {
  status: number;
  body: unknown;
  retryAfter: string | null;
}

/** XMLHttpRequest, because only it reports the progress of an upload. Null: no answer came. */
function attempt(baseUrl: string, request: ApiRequest): Promise<Answer | null> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, `${baseUrl}${request.path}`);
    xhr.timeout = request.form === undefined ? timeoutMs : uploadTimeoutMs;
    if (request.token) xhr.setRequestHeader('authorization', `Bearer ${request.token}`);
    if (request.idempotencyKey !== undefined) xhr.setRequestHeader('idempotency-key', request.idempotencyKey);
    const { onProgress } = request;
    if (onProgress !== undefined) {
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    }
    const abort = () => xhr.abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    xhr.onloadend = () => {
      request.signal?.removeEventListener('abort', abort);
      if (xhr.status === 0) resolve(null);
      else
        resolve({
          status: xhr.status,
          body: parsed(xhr.responseText),
          retryAfter: xhr.getResponseHeader('retry-after'),
        });
    };
    if (request.form !== undefined) {
      xhr.send(request.form());
    } else if (request.body !== undefined) {
      xhr.setRequestHeader('content-type', 'application/json');
      xhr.send(JSON.stringify(request.body));
    } else xhr.send();
  });
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function faultFrom({ status, body, retryAfter }: Answer): Fault {
  const problem = body as Partial<Problem> | undefined;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new Fault(problem?.code ?? (status >= 500 ? 'service.unavailable' : 'service.internal_error'), {
    retryable: problem?.retryable ?? status >= 500,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
  });
}

/** Waits, but not longer than until the device reports that it is online again. */
function untilOnline(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
}
