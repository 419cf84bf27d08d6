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
export interface Telling {
  content: EventContent;
  verification: Verification;
  at: Date;
}

/**
 * Stores events about one verification, or its identity, in this order, with a delivery for each endpoint that subscribes to them. Part of
 * the transaction of the change; the caller holds the verification's row.
 */
export async function recordEvents(tx: EventTables, flow: Flow, tellings: readonly Telling[]): Promise<void> {
  const [first] = tellings;
  if (first === undefined) return;
  const { clientId, identityId, id: verificationId } = first.verification;
  const wanting = await tx.webhookEndpoints.listWanting(
    clientId,
    // Several steps can end together; an endpoint needs each type only once.
    [...new Set(tellings.map(({ content }) => content.type))],
  );
  const firstSequence = await tx.webhookEvents.nextSequence(verificationId, tellings.length);
  const events = tellings.map(({ content, verification, at }, index) => {
    const sequence = firstSequence + index;
    return {
      ...{ id: newId('event'), clientId, identityId, verificationId, type: content.type, sequence },
      body: eventBodyOf({ content, verification, flow, sequence, at }),
      endpointIds: wanting.filter(({ type }) => type === content.type).map(({ endpointId }) => endpointId),
    };
  });
  await tx.webhookEvents.createAll(events);
}

/** Stores a single event. */
export function recordEvent(tx: EventTables, { flow, ...telling }: Telling & { flow: Flow }): Promise<void> {
  return recordEvents(tx, flow, [telling]);
}

/**
 * Stores `verification.started` once: with the person's device or with the first input of the host's server, whichever comes first. It is
 * always the first event of an attempt.
 */
export async function recordStart(tx: EventTables, start: Omit<Telling, 'content'> & { flow: Flow }): Promise<void> {
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
  return toBody({ type: content.type, at, data });
}

/** The schema lists the fields: any other field is removed before the event is sent. */
function toBody({ type, at, data }: { type: EventType; at: Date; data: unknown }): WebhookEvent {
  return webhookEventSchema.parse({ type, timestamp: at.toISOString(), data });
}

/** Stores an event that the client requested, for one endpoint, whatever it subscribes to. Returns its delivery. */
export async function recordTestEvent(
  tx: EventTables,
  { clientId, endpointId, at }: { clientId: string; endpointId: string; at: Date },
): Promise<string> {
  const type = 'webhook.test';
  const owner = { clientId, identityId: null, verificationId: null, sequence: null };
  const body = toBody({ type, at, data: { endpointId } });
  const [delivery] = await tx.webhookEvents.createAll([
    { id: newId('event'), ...owner, type, body, endpointIds: [endpointId] },
  ]);
  if (delivery === undefined) throw new Error('no delivery was made');
  return delivery.id;
}
