import { deleteWebhookEndpointRoute } from '../../../contract/routes/webhooks.ts';
import type { createDeleteEndpoint } from '../../../services/webhooks/delete-endpoint.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindDeleteEndpoint(deleteEndpoint: ReturnType<typeof createDeleteEndpoint>) {
  return bindRoute(deleteWebhookEndpointRoute, async ({ caller, input: { params } }) => {
    await deleteEndpoint(caller, params.endpointId);
    return respond(204);
  });
}
