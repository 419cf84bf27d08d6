import { getEventRoute } from '../../../contract/routes/webhooks.ts';
import type { createReadEvent } from '../../../services/webhooks/read-event.ts';
import { eventRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetEvent(readEvent: ReturnType<typeof createReadEvent>) {
  return bindRoute(getEventRoute, async ({ caller, input: { params } }) =>
    respond(200, eventRecordOf(await readEvent(caller, params.eventId))),
  );
}
