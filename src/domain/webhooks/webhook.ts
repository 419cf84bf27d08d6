import type { EventType } from './event-type.ts';

export const disabledReasons = ['operator', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** The address of a client's events. */
export interface WebhookEndpoint {
  id: string;
  clientId: string;
  url: string;
  description: string;
  /** Empty: all. */
  eventTypes: EventType[];
  disabledReason: DisabledReason | null;
  /** Until then, the previous secret signs, too. */
  rotatesUntil: Date | null;
  createdAt: Date;
}

/** An event, with a small body. */
export interface StoredEvent {
  id: string;
  body: unknown;
}

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why an attempt has no response. */
export const attemptErrors = [
  'timeout',
  'target_not_allowed',
  'name_not_found',
  'connection_failed',
  'tls_failed',
  /** Our own process died in the middle of it, several times. */
  'interrupted',
] as const;
export type AttemptError = (typeof attemptErrors)[number];

/** One request to an endpoint: either a response's status, or the reason why there is none. */
export interface WebhookAttempt {
  at: Date;
  durationMs: number;
  status: number | null;
  error: AttemptError | null;
  /** The first bytes of the response. */
  answer: Buffer | null;
}

/** The attempts to deliver one event to one endpoint. */
export interface WebhookDelivery {
  id: string;
  eventId: string;
  endpointId: string;
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
  attempts: WebhookAttempt[];
  createdAt: Date;
}
