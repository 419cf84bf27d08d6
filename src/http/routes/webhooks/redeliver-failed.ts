import { redeliverFailedRoute } from '../../../contract/routes/webhooks.ts';
import type { createRedeliverFailed } from '../../../services/webhooks/redeliver-failed.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindRedeliverFailed(redeliverFailed: ReturnType<typeof createRedeliverFailed>) {
  return bindRoute(redeliverFailedRoute, async ({ caller, input: { params, body } }) =>
    respond(202, { deliveries: await redeliverFailed(caller, params.endpointId, new Date(body.since)) }),
  );
}
