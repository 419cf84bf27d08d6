import type { z } from 'zod';
import type { deliverySchema, storedEventSchema, webhookEndpointSchema } from '../../contract/webhook.ts';
import { keptAnswerBytes } from '../../domain/ports/webhook-sender.ts';
import type { WebhookDelivery, WebhookEndpoint, StoredEvent } from '../../domain/webhooks/webhook.ts';

/** An endpoint as the host-app backend reads it. */
export function endpointRecordOf(endpoint: WebhookEndpoint, now: Date): z.input<typeof webhookEndpointSchema> {
  const { id, url, description, eventTypes, disabledReason, rotatesUntil, createdAt } = endpoint;
  return {
    id,
    url,
    description,
    eventTypes,
    enabled: disabledReason === null,
    disabledReason,
    rotatesUntil: rotatesUntil !== null && rotatesUntil > now ? rotatesUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

export function deliveryRecordOf(delivery: WebhookDelivery): z.input<typeof deliverySchema> {
  const { id, eventId, endpointId, status, nextAttemptAt, createdAt } = delivery;
  return {
    id,
    eventId,
    endpointId,
    state: status,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    attempts: delivery.attempts.map(({ at, durationMs, status: answered, error, answer }) => ({
      at: at.toISOString(),
      durationMs,
      status: answered,
      error,
      // The text may end in the middle of a character, or be binary: it is shown as far as possible.
      answer: answer?.toString('utf8').slice(0, keptAnswerBytes) ?? null,
    })),
    createdAt: createdAt.toISOString(),
  };
}

export function eventRecordOf(event: StoredEvent): z.input<typeof storedEventSchema> {
  // The schema checked it when it was written.
  return event as z.input<typeof storedEventSchema>;
}
