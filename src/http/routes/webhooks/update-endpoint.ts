import { updateWebhookEndpointRoute } from '../../../contract/routes/webhooks.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { createUpdateEndpoint } from '../../../services/webhooks/update-endpoint.ts';
import { endpointRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindUpdateEndpoint(
  updateEndpoint: ReturnType<typeof createUpdateEndpoint>,
  { clock }: { clock: Clock },
) {
  return bindRoute(updateWebhookEndpointRoute, async ({ caller, input: { params, body } }) =>
    respond(200, endpointRecordOf(await updateEndpoint(caller, params.endpointId, body), clock.now())),
  );
}
