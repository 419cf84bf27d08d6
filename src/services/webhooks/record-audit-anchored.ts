import { webhookEventSchema } from '../../contract/webhook-event.ts';
import { newId } from '../../domain/id.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/**
 * Tells the endpoints that name this event how far the client's audit log is. The receiver keeps it where the operator of the
 * service cannot change it.
 */
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
  const type = 'audit.anchored' as const;
  await db.transaction(async (tx) => {
    const wanting = await tx.webhookEndpoints.listWanting(clientId, [type]);
    if (wanting.length === 0) return;
    const data = { entries: sequence, entryId, hash: hash.toString('hex'), resource: '/v2/audit-log' };
    await tx.webhookEvents.createAll([
      {
        ...{ id: newId('event'), clientId, identityId: null, verificationId: null, type, sequence: null },
        body: webhookEventSchema.parse({ type, timestamp: at.toISOString(), data }),
        endpointIds: wanting.map(({ endpointId }) => endpointId),
      },
    ]);
  });
}
