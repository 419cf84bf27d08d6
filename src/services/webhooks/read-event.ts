import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook.ts';

/** An event of the last 30 days. One of an erased person is gone. */
export function createReadEvent({ db }: { db: Pick<Database, 'webhookEvents'> }) {
  return async function readEvent(caller: ApiCaller, eventId: string): Promise<WebhookEvent> {
    const event = await db.webhookEvents.find(caller.clientId, eventId);
    if (event === null) throw new Problem('webhook.event_not_found');
    return event;
  };
}
