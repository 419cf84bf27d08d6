import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { boundGetLive } from '../http/routes/service/get-live.ts';
import { bindGetMetrics } from '../http/routes/service/get-metrics.ts';
import { bindGetOpenApi } from '../http/routes/service/get-open-api.ts';
import { bindGetQueues } from '../http/routes/service/get-queues.ts';
import { bindGetReady } from '../http/routes/service/get-ready.ts';
import { createReadGauges } from '../services/health/read-gauges.ts';
import { createReadReadiness } from '../services/health/read-readiness.ts';
import { providersOf } from './bind-contact-routes.ts';

/** What whoever runs the service asks it. */
export function bindServiceRoutes(container: Container, openapi: object): BoundRoute[] {
  const { token } = container.config.metrics;
  const readReadiness = createReadReadiness({ ...container, providers: providersOf(container) });
  const readGauges = createReadGauges({ ...container, readReadiness });
  return [
    boundGetLive,
    bindGetReady(readReadiness),
    bindGetMetrics({ token, render: async () => container.telemetry.render(await readGauges()) }),
    bindGetQueues(readGauges),
    bindGetOpenApi(openapi),
  ];
}
