import { listEventsRoute } from '../../../contract/routes/webhooks.ts';
import type { createListEvents } from '../../../services/webhooks/list-events.ts';
import { eventRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListEvents(listEvents: ReturnType<typeof createListEvents>) {
  return bindRoute(listEventsRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listEvents(caller, query);
    return respond(200, { data: data.map(eventRecordOf), nextCursor });
  });
}
