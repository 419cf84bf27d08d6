import { createWebhookEndpointRoute } from '../../../contract/routes/webhooks.ts';
import type { CreatedEndpoint, createCreateEndpoint } from '../../../services/webhooks/create-endpoint.ts';
import { endpointRecordOf } from '../../../services/webhooks/webhook-records.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindCreateEndpoint(createEndpoint: ReturnType<typeof createCreateEndpoint>) {
  return bindRoute(createWebhookEndpointRoute, async ({ caller, input: { body }, effect }) => {
    const answerOf = ({ endpoint, secret }: CreatedEndpoint) =>
      respond(201, { ...endpointRecordOf(endpoint, endpoint.createdAt), secret });
    return answerOf(await createEndpoint(caller, body, effect.answering(answerOf)));
  });
}
