import type { AttemptError } from '../webhooks/webhook.ts';

/** The longest duration of an attempt, from the DNS lookup to the last byte that is read. */
export const attemptTimeoutMs = 15_000;
/** The part of a response that is kept. */
export const keptAnswerBytes = 1024;

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Only clients in test mode may have receivers without TLS. */
  httpsOnly: boolean;
}

export interface WebhookAnswer {
  /** Null when there was no response; `error` says why. */
  status: number | null;
  error: AttemptError | null;
  retryAfter: string | null;
  answer: Buffer | null;
  durationMs: number;
}

/** Sends one request to its receiver, which may be hostile: it reaches no private address and follows no redirect. */
export interface WebhookSender {
  /** Never rejects. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  close(): Promise<void>;
}
