import { getWebhookEndpointRoute } from '../../../contract/routes/webhooks.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { createReadEndpoint } from '../../../services/webhooks/read-endpoint.ts';
import { endpointRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetEndpoint(readEndpoint: ReturnType<typeof createReadEndpoint>, { clock }: { clock: Clock }) {
  return bindRoute(getWebhookEndpointRoute, async ({ caller, input: { params } }) =>
    respond(200, endpointRecordOf(await readEndpoint(caller, params.endpointId), clock.now())),
  );
}
