import { listWebhookEndpointsRoute } from '../../../contract/routes/webhooks.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { createListEndpoints } from '../../../services/webhooks/list-endpoints.ts';
import { endpointRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListEndpoints(listEndpoints: ReturnType<typeof createListEndpoints>, { clock }: { clock: Clock }) {
  return bindRoute(listWebhookEndpointsRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listEndpoints(caller, query);
    return respond(200, { data: data.map((endpoint) => endpointRecordOf(endpoint, clock.now())), nextCursor });
  });
}
