import { webhookEventSchema } from '../../contract/webhook-event.ts';
import { newId } from '../../domain/id.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/**
 * Tells the endpoints that want it that a person was erased. The person's key is gone: the event concerns the client, names the
 * person by id alone and is sealed under the client's key.
 */
export async function recordIdentityDeleted(
  tx: Pick<Repositories, 'webhookEvents' | 'webhookEndpoints'>,
  { clientId, identityId, at }: { clientId: string; identityId: string; at: Date },
): Promise<void> {
  const type = 'identity.deleted' as const;
  const wanting = await tx.webhookEndpoints.listWanting(clientId, [type]);
  const data = { identityId, status: 'deleted', resource: `/v2/identities/${identityId}` };
  const event = {
    ...{ id: newId('event'), clientId, identityId: null, verificationId: null, type, sequence: null },
    body: webhookEventSchema.parse({ type, timestamp: at.toISOString(), data }),
    endpointIds: wanting.map(({ endpointId }) => endpointId),
  };
  await tx.webhookEvents.createAll([event]);
}
