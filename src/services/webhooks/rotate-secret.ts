import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { newWebhookSecret } from '../../domain/webhooks/webhook-signature.ts';

/** So long both secrets sign, and the receiver has time to change over. */
const rotationHours = 24;

export interface RotatedSecret {
  /** Answered here and nowhere else. */
  secret: string;
  until: Date;
}

/** Gives an endpoint a new secret. One that is rotated twice in a day keeps the last two. */
export function createRotateSecret({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function rotateSecret(
    { clientId, actorId }: ApiCaller,
    endpointId: string,
    effect: Effect<RotatedSecret> = unrecorded,
  ): Promise<RotatedSecret> {
    const secret = newWebhookSecret();
    return db.transaction(async (tx) => {
      const rotation = await tx.webhookEndpoints.rotateSecret(clientId, endpointId, secret, rotationHours);
      if (rotation === null) throw new Problem('webhook.endpoint_not_found');
      const rotated = { secret, until: rotation.until };
      await effect.record(tx, rotated);
      await tx.audit.append([{ clientId, actorId, action: 'webhook_endpoint.rotated', subjectId: endpointId }]);
      return rotated;
    });
  };
}
