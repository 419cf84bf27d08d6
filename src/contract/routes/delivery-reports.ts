import { z } from 'zod';
import { named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';

/** Callbacks of the providers that messages are sent through. */
export const reportDeliveryRoute = defineRoute({
  tag: 'service',
  auth: 'none',
  // A provider sends all reports from a few addresses, and signs each.
  rateLimit: 'none',
  operationId: 'reportDelivery',
  method: 'post',
  path: '/v2/providers/{provider}/reports',
  summary: 'Receive a delivery report',
  description:
    'The SMS provider calls this route, for example `twilio`, which signs its reports in `X-Twilio-Signature`. A report without a valid signature changes nothing.',
  params: z.object({
    provider: z
      .string()
      .max(40)
      .regex(/^[a-z][a-z0-9-]*$/)
      .meta({ description: 'Name of the provider that reports.', examples: ['twilio'] }),
  }),
  query: z.object({ codeSendId: idSchema('codeSend') }),
  form: named('DeliveryReport', z.object({}).catchall(z.string().max(4096)), {
    description: 'The fields that the provider sends.',
    example: { MessageStatus: 'delivered' },
  }),
  responses: { 204: { description: 'The service has stored the events.' } },
  errors: ['provider.not_found', 'provider.signature_invalid'],
});
