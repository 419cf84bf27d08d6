import { z } from 'zod';
import { named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';

/** What the providers that we send through report back. */
export const reportTwilioDeliveryRoute = defineRoute({
  tag: 'service',
  auth: 'none',
  // A few addresses of one provider report for everybody; each report is signed.
  rateLimit: 'none',
  operationId: 'reportTwilioDelivery',
  method: 'post',
  path: '/v2/providers/twilio/reports',
  summary: 'Take a delivery report of Twilio',
  description:
    'Called by Twilio, signed in `X-Twilio-Signature`. A report without the right signature changes nothing.',
  query: z.object({ codeSendId: idSchema('codeSend') }),
  form: named('TwilioReport', z.object({ MessageStatus: z.string().max(40) }).catchall(z.string().max(4096)), {
    description: 'The fields that Twilio sends.',
    example: { MessageStatus: 'delivered' },
  }),
  responses: { 204: { description: 'Taken.' } },
  errors: ['provider.signature_invalid'],
});
