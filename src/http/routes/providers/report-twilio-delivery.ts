import { reportTwilioDeliveryRoute } from '../../../contract/routes/providers.ts';
import type { createTakeDeliveryReport } from '../../../services/codes/take-delivery-report.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindReportTwilioDelivery(takeDeliveryReport: ReturnType<typeof createTakeDeliveryReport>) {
  return bindRoute(reportTwilioDeliveryRoute, async ({ input: { query, form }, raw }) => {
    const signature = raw.headers['x-twilio-signature'];
    await takeDeliveryReport({
      codeSendId: query.codeSendId,
      status: form.MessageStatus,
      path: raw.url,
      fields: form,
      signature: typeof signature === 'string' ? signature : '',
    });
    return respond(204);
  });
}
