import type { RouteBody } from '../../contract/define-route.ts';
import { getAnalyticsRoute } from '../../contract/routes/analytics.ts';
import type { createReadAnalytics } from '../../services/analytics/read-analytics.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface AnalyticsRouteUseCases {
  readAnalytics: ReturnType<typeof createReadAnalytics>;
}

/** A client's figures. */
export function analyticsRoutes(analytics: AnalyticsRouteUseCases): BoundRoute[] {
  return [
    bindRoute(getAnalyticsRoute, async ({ caller, input: { query } }) => {
      const { from, to, ...figures } = await analytics.readAnalytics(caller.clientId, query);
      const report = { from: from.toISOString(), to: to.toISOString(), ...figures };
      // The database returns step types as text; the response's schema checks them.
      return respond(200, report as RouteBody<typeof getAnalyticsRoute, 200>);
    }),
  ];
}
