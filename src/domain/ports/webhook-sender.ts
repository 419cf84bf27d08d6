import type { AttemptError } from '../webhooks/webhook.ts';

/** An attempt that takes longer is cut off, from the lookup of the name to the last byte that is read. */
export const attemptTimeoutMs = 15_000;
/** So much of an answer is kept. */
export const keptAnswerBytes = 1024;

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Only clients in test mode may be reached without TLS. */
  httpsOnly: boolean;
}

export interface WebhookAnswer {
  /** Null when no answer came; `error` says why. */
  status: number | null;
  error: AttemptError | null;
  retryAfter: string | null;
  answer: Buffer | null;
  durationMs: number;
}

/** Brings one request to its receiver, who may be hostile: nothing private is reached and no redirect is followed. */
export interface WebhookSender {
  /** Never rejects. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  close(): Promise<void>;
}
