import { webhookEventSchema, type WebhookEvent } from '../../contract/webhook-event.ts';
import type { EventType } from '../../domain/event-type.ts';
import { newId } from '../../domain/id.ts';
import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepRun } from '../../domain/step-run.ts';
import type { Verification } from '../../domain/verification.ts';
import type { Flow } from '../load-flow.ts';

type EventTables = Pick<Repositories, 'webhookEvents' | 'webhookEndpoints' | 'webhookDeliveries' | 'outbox'>;

/** What an event is about. The verification's status is the one that the event tells. */
export type Happening =
  | { type: Exclude<VerificationEventType, 'verification.step_completed'> }
  | { type: 'verification.step_completed'; step: Pick<StepRun, 'stepId' | 'type'> }
  | { type: 'identity.updated'; status: string };
type VerificationEventType = Extract<EventType, `verification.${string}`>;

/**
 * Writes an event about a verification or, through it, its identity, with a delivery for every endpoint that wants it. Part of
 * the transaction of the change, whose holder of the verification's row is the caller. Answers the rows of the outbox: whoever
 * can hands them to the queue after the commit, and otherwise the relay finds them.
 */
export async function recordEvent(
  tx: EventTables,
  { happening, verification, flow, at }: { happening: Happening; verification: Verification; flow: Flow; at: Date },
): Promise<QueuedJob[]> {
  const { clientId, identityId, id: verificationId } = verification;
  const sequence = await tx.webhookEvents.nextSequence(verificationId);
  const body = eventBodyOf({ happening, verification, flow, sequence, at });
  return storeEvent(tx, { clientId, identityId, verificationId, sequence }, { type: happening.type, body });
}

/** The body of an event about a verification. */
export function eventBodyOf({
  happening,
  verification,
  flow,
  sequence,
  at,
}: {
  happening: Happening;
  verification: Pick<Verification, 'id' | 'identityId' | 'status' | 'metadata'>;
  flow: Flow;
  sequence: number;
  at: Date;
}): WebhookEvent {
  const { identityId, id: verificationId } = verification;
  const resource = `/v2/identities/${identityId}`;
  const data =
    happening.type === 'identity.updated'
      ? { identityId, verificationId, status: happening.status, sequence, resource }
      : {
          identityId,
          verificationId,
          status: verification.status,
          flow: { id: flow.flowId, name: flow.name, version: flow.version },
          sequence,
          resource,
          metadata: verification.metadata,
          ...(happening.type === 'verification.step_completed' && {
            step: { id: happening.step.stepId, type: happening.step.type },
          }),
        };
  return toBody({ type: happening.type, at, data });
}

/** The schema lists the fields: what it does not name does not leave the house. */
function toBody({ type, at, data }: { type: EventType; at: Date; data: unknown }): WebhookEvent {
  return webhookEventSchema.parse({ type, timestamp: at.toISOString(), data });
}

/** An event of the client's own making, for one endpoint whatever it asked for. Answers the delivery, too. */
export async function recordTestEvent(
  tx: EventTables,
  { clientId, endpointId, at }: { clientId: string; endpointId: string; at: Date },
): Promise<{ deliveryId: string; jobs: QueuedJob[] }> {
  const owner = { clientId, identityId: null, verificationId: null, sequence: null };
  const eventId = await createEvent(tx, owner, {
    type: 'webhook.test',
    body: toBody({ type: 'webhook.test', at, data: { endpointId } }),
  });
  const [deliveryId] = await tx.webhookDeliveries.createAll(eventId, [endpointId]);
  if (deliveryId === undefined) throw new Error('no delivery was made');
  return { deliveryId, jobs: await tx.outbox.addAll('webhook.deliver', [{ deliveryId }]) };
}

interface EventOwner {
  clientId: string;
  identityId: string | null;
  verificationId: string | null;
  sequence: number | null;
}

interface EventContent {
  type: EventType;
  body: WebhookEvent;
}

async function storeEvent(tx: EventTables, owner: EventOwner, content: EventContent): Promise<QueuedJob[]> {
  const eventId = await createEvent(tx, owner, content);
  const endpointIds = await tx.webhookEndpoints.listWanting(owner.clientId, content.type);
  const deliveryIds = await tx.webhookDeliveries.createAll(eventId, endpointIds);
  return tx.outbox.addAll(
    'webhook.deliver',
    deliveryIds.map((deliveryId) => ({ deliveryId })),
  );
}

async function createEvent(tx: EventTables, owner: EventOwner, { type, body }: EventContent): Promise<string> {
  const id = newId('event');
  await tx.webhookEvents.create({ id, ...owner, type, body });
  return id;
}
