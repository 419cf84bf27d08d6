import { reportDeliveryRoute } from '../../contract/routes/providers.ts';
import type { createTakeDeliveryReport } from '../../services/codes/take-delivery-report.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface ProviderRouteUseCases {
  takeDeliveryReport: ReturnType<typeof createTakeDeliveryReport>;
}

/** Callbacks of providers. */
export function providerRoutes(codes: ProviderRouteUseCases): BoundRoute[] {
  return [
    bindRoute(reportDeliveryRoute, async ({ input: { params, query, form }, raw }) => {
      const report = { path: raw.url, fields: form, headers: raw.headers };
      await codes.takeDeliveryReport({ codeSendId: query.codeSendId, from: params.provider, ...report });
      return respond(204);
    }),
  ];
}
