import { reportTwilioDeliveryRoute } from '../../contract/routes/providers.ts';
import type { createTakeDeliveryReport } from '../../services/codes/take-delivery-report.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface ProviderRouteUseCases {
  takeDeliveryReport: ReturnType<typeof createTakeDeliveryReport>;
}

/** Callbacks of providers. */
export function providerRoutes(codes: ProviderRouteUseCases): BoundRoute[] {
  return [
    bindRoute(reportTwilioDeliveryRoute, async ({ input: { query, form }, raw }) => {
      const signature = raw.headers['x-twilio-signature'];
      await codes.takeDeliveryReport({
        codeSendId: query.codeSendId,
        status: form.MessageStatus,
        path: raw.url,
        fields: form,
        signature: typeof signature === 'string' ? signature : '',
      });
      return respond(204);
    }),
  ];
}
