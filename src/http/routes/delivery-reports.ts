import { reportDeliveryRoute } from '../../contract/routes/delivery-reports.ts';
import type { createTakeDeliveryReport } from '../../services/codes/take-delivery-report.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface DeliveryReportRouteUseCases {
  takeDeliveryReport: ReturnType<typeof createTakeDeliveryReport>;
}

/** Reports of providers about messages that they sent. */
export function deliveryReportRoutes(reports: DeliveryReportRouteUseCases): BoundRoute[] {
  return [
    bindRoute(reportDeliveryRoute, async ({ input: { params, query, form }, raw }) => {
      const report = { path: raw.url, fields: form, headers: raw.headers };
      await reports.takeDeliveryReport({ codeSendId: query.codeSendId, from: params.provider, ...report });
      return respond(204);
    }),
  ];
}
