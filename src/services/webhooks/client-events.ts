import { webhookEventSchema } from '../../contract/webhook-event.ts';
import { newId } from '../../domain/id.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { EventType } from '../../domain/webhooks/event-type.ts';

type EventTables = Pick<Repositories, 'webhookEvents' | 'webhookEndpoints'>;

/** Stores an event that concerns no verification, encrypted with the client's key. Returns its deliveries. */
function recordClientEvent(
  tx: EventTables,
  {
    type,
    at,
    data,
    ...owner
  }: { clientId: string; type: EventType; at: Date; data: object; endpointIds: readonly string[] },
) {
  const body = webhookEventSchema.parse({ type, timestamp: at.toISOString(), data });
  return tx.webhookEvents.createAll([
    { ...owner, id: newId('event'), identityId: null, verificationId: null, type, sequence: null, body },
  ]);
}

async function listSubscribers(tx: EventTables, clientId: string, type: EventType): Promise<string[]> {
  return (await tx.webhookEndpoints.listSubscribed(clientId, [type])).map(({ endpointId }) => endpointId);
}

/** The person was erased. The person's key is gone, so the event concerns the client and names the person by id alone. */
export async function recordIdentityDeleted(
  tx: EventTables,
  { clientId, identityId, at }: { clientId: string; identityId: string; at: Date },
): Promise<void> {
  const type = 'identity.deleted';
  const endpointIds = await listSubscribers(tx, clientId, type);
  const data = { identityId, status: 'deleted', resource: `/v2/identities/${identityId}` };
  await recordClientEvent(tx, { clientId, type, at, data, endpointIds });
}

/** The end of the client's audit log. The receiver stores it where the operator of the service cannot change it. */
export async function recordAuditAnchored(
  db: Pick<Database, 'transaction'>,
  {
    clientId,
    sequence,
    entryId,
    hash,
    at,
  }: { clientId: string; sequence: number; entryId: string; hash: Buffer; at: Date },
): Promise<void> {
  const type = 'audit.anchored';
  await db.transaction(async (tx) => {
    const endpointIds = await listSubscribers(tx, clientId, type);
    if (endpointIds.length === 0) return;
    const data = { entries: sequence, entryId, hash: hash.toString('hex'), resource: '/v2/audit-log' };
    await recordClientEvent(tx, { clientId, type, at, data, endpointIds });
  });
}

/** An event that the client requested, for one endpoint, whatever it subscribes to. Returns its delivery. */
export async function recordTestEvent(
  tx: EventTables,
  { clientId, endpointId, at }: { clientId: string; endpointId: string; at: Date },
): Promise<string> {
  const data = { endpointId };
  const [delivery] = await recordClientEvent(tx, {
    clientId,
    type: 'webhook.test',
    at,
    data,
    endpointIds: [endpointId],
  });
  if (delivery === undefined) throw new Error('no delivery was made');
  return delivery.id;
}
