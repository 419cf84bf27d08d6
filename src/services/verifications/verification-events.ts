import { webhookEventSchema, type WebhookEvent } from '../../contract/webhook-event.ts';
import type { EventType } from '../../domain/webhooks/event-type.ts';
import { newId } from '../../domain/id.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Authority } from '../../domain/verifications/reverification.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Flow } from '../flows/load-flow.ts';
import { authorityOf } from './verification-record.ts';

type EventTables = Pick<Repositories, 'webhookEvents' | 'webhookEndpoints'>;

/** The subject of an event. The verification's status is the one that the event reports. */
export type EventContent =
  | { type: Exclude<VerificationEventType, 'verification.step_completed'> }
  | { type: 'verification.step_completed'; step: Pick<StepRun, 'stepId' | 'type'> }
  | { type: 'identity.updated'; status: string };
type VerificationEventType = Extract<EventType, `verification.${string}`>;

/** An event about a verification, with its state at that time. */
export interface VerificationEvent {
  content: EventContent;
  verification: Verification;
  at: Date;
}

/**
 * Stores events about one verification, or its identity, in this order, with a delivery for each endpoint that subscribes to them. Part of
 * the transaction of the change; the caller holds the verification's row.
 */
export async function recordEvents(tx: EventTables, flow: Flow, events: readonly VerificationEvent[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const { clientId, identityId, id: verificationId } = first.verification;
  const subscriptions = await tx.webhookEndpoints.listSubscribed(
    clientId,
    // Several steps can end together; an endpoint needs each type only once.
    [...new Set(events.map(({ content }) => content.type))],
  );
  const firstSequence = await tx.webhookEvents.nextSequence(verificationId, events.length);
  const rows = events.map(({ content, verification, at }, index) => {
    const sequence = firstSequence + index;
    return {
      ...{ id: newId('event'), clientId, identityId, verificationId, type: content.type, sequence },
      body: eventBodyOf({ content, verification, flow, sequence, at }),
      endpointIds: subscriptions.filter(({ type }) => type === content.type).map(({ endpointId }) => endpointId),
    };
  });
  await tx.webhookEvents.createAll(rows);
}

/** Stores a single event. */
export function recordEvent(tx: EventTables, { flow, ...event }: VerificationEvent & { flow: Flow }): Promise<void> {
  return recordEvents(tx, flow, [event]);
}

/**
 * Stores `verification.started` once: with the person's device or with the first input of the host's server, whichever comes first. It is
 * always the first event of an attempt.
 */
export async function recordStart(
  tx: EventTables,
  start: Omit<VerificationEvent, 'content'> & { flow: Flow },
): Promise<void> {
  if (await tx.webhookEvents.hasAny(start.verification.id)) return;
  await recordEvent(tx, { content: { type: 'verification.started' }, ...start });
}

/** The body of an event about a verification. */
export function eventBodyOf({
  content,
  verification,
  flow,
  sequence,
  at,
}: {
  content: EventContent;
  verification: Pick<Verification, 'id' | 'identityId' | 'metadata' | 'deviceMetadata'> & Authority;
  flow: Flow;
  sequence: number;
  at: Date;
}): WebhookEvent {
  const { identityId, id: verificationId } = verification;
  const resource = `/v2/identities/${identityId}`;
  const data =
    content.type === 'identity.updated'
      ? { identityId, verificationId, status: content.status, ...authorityOf(verification), sequence, resource }
      : {
          identityId,
          verificationId,
          status: verification.status,
          ...authorityOf(verification),
          flow: { id: flow.flowId, name: flow.name, version: flow.version },
          sequence,
          resource,
          metadata: verification.metadata,
          deviceMetadata: verification.deviceMetadata,
          ...(content.type === 'verification.step_completed' && {
            step: { id: content.step.stepId, type: content.step.type },
          }),
        };
  // The schema lists the fields: any other field is removed before the event is sent.
  return webhookEventSchema.parse({ type: content.type, timestamp: at.toISOString(), data });
}
