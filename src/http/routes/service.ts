import {
  getLiveRoute,
  getMetricsRoute,
  getOpenApiRoute,
  getQueuesRoute,
  getReadyRoute,
} from '../../contract/routes/service.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { mayReadMetrics } from '../../services/health/may-read-metrics.ts';
import type { ReadGauges } from '../../services/health/read-gauges.ts';
import type { createReadReadiness } from '../../services/health/read-readiness.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface ServiceRouteUseCases {
  readGauges: ReadGauges;
  readReadiness: ReturnType<typeof createReadReadiness>;
  /** Prometheus's text. */
  renderMetrics: () => Promise<string>;
}

/** The state of the service. Without a `metricsToken`, only this machine may read the metrics. */
export function serviceRoutes(
  service: ServiceRouteUseCases,
  { metricsToken, openapi }: { metricsToken: string | null; openapi: object },
): BoundRoute[] {
  let text: string | null = null;
  return [
    bindRoute(getLiveRoute, () => Promise.resolve(respond(200, { status: 'ok' }))),

    bindRoute(getMetricsRoute, async ({ raw }) => {
      if (!mayReadMetrics(raw, metricsToken)) throw new Problem('auth.unauthorized');
      return respond(200, await service.renderMetrics());
    }),

    bindRoute(getOpenApiRoute, () => Promise.resolve(respond(200, (text ??= JSON.stringify(openapi))))),

    bindRoute(getQueuesRoute, async () => {
      const { queues } = await service.readGauges();
      return respond(200, { queues: queues.map(({ queue, ...backlog }) => ({ name: queue, ...backlog })) });
    }),

    bindRoute(getReadyRoute, async () => {
      const answer = await service.readReadiness();
      const { status } = answer;
      return status === 'notReady' ? respond(503, { ...answer, status }) : respond(200, { ...answer, status });
    }),
  ];
}
