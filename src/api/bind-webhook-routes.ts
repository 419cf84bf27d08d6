import { createTargetGuard } from '../adapters/network/target-guard.ts';
import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { bindCreateEndpoint } from '../http/routes/webhooks/create-endpoint.ts';
import { bindDeleteEndpoint } from '../http/routes/webhooks/delete-endpoint.ts';
import { bindGetEndpoint } from '../http/routes/webhooks/get-endpoint.ts';
import { bindGetEvent } from '../http/routes/webhooks/get-event.ts';
import { bindListDeliveries } from '../http/routes/webhooks/list-deliveries.ts';
import { bindListEndpoints } from '../http/routes/webhooks/list-endpoints.ts';
import { bindListEvents } from '../http/routes/webhooks/list-events.ts';
import { bindRedeliver } from '../http/routes/webhooks/redeliver.ts';
import { bindRotateSecret } from '../http/routes/webhooks/rotate-secret.ts';
import { bindSendTestEvent } from '../http/routes/webhooks/send-test-event.ts';
import { bindRedeliverFailed } from '../http/routes/webhooks/redeliver-failed.ts';
import { bindUpdateEndpoint } from '../http/routes/webhooks/update-endpoint.ts';
import type { HandOverJobs } from '../services/jobs/relay-outbox.ts';
import { createCreateEndpoint } from '../services/webhooks/create-endpoint.ts';
import { createDeleteEndpoint } from '../services/webhooks/delete-endpoint.ts';
import { createListDeliveries } from '../services/webhooks/list-deliveries.ts';
import { createListEndpoints } from '../services/webhooks/list-endpoints.ts';
import { createListEvents } from '../services/webhooks/list-events.ts';
import { createReadEndpoint } from '../services/webhooks/read-endpoint.ts';
import { createReadEvent } from '../services/webhooks/read-event.ts';
import { createRedeliver } from '../services/webhooks/redeliver.ts';
import { createRedeliverFailed } from '../services/webhooks/redeliver-failed.ts';
import { createUpdateEndpoint } from '../services/webhooks/update-endpoint.ts';
import { createRotateSecret } from '../services/webhooks/rotate-secret.ts';
import { createSendTestEvent } from '../services/webhooks/send-test-event.ts';

export function bindWebhookRoutes(container: Container, handOverJobs: HandOverJobs): BoundRoute[] {
  const guard = createTargetGuard(container.config.webhooks);
  const withJobs = { ...container, handOverJobs };
  return [
    bindCreateEndpoint(createCreateEndpoint({ ...container, guard })),
    bindUpdateEndpoint(createUpdateEndpoint({ ...container, guard }), container),
    bindRedeliverFailed(createRedeliverFailed(withJobs)),
    bindListEndpoints(createListEndpoints(container), container),
    bindGetEndpoint(createReadEndpoint(container), container),
    bindDeleteEndpoint(createDeleteEndpoint(container)),
    bindRotateSecret(createRotateSecret(container)),
    bindSendTestEvent(createSendTestEvent(withJobs)),
    bindListEvents(createListEvents(container)),
    bindGetEvent(createReadEvent(container)),
    bindListDeliveries(createListDeliveries(container)),
    bindRedeliver(createRedeliver(withJobs)),
  ];
}
