import { z } from 'zod';
import { idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { analyticsReportSchema } from '../analytics.ts';
import { defineRoute } from '../define-route.ts';

export const getAnalyticsRoute = defineRoute({
  operationId: 'getAnalytics',
  method: 'get',
  path: '/v2/analytics',
  tag: 'account',
  summary: 'Read analytics of verifications',
  description:
    'Counts the attempts that were started in the period and the errors that were reported in it. Without `from` and `to`, the ' +
    'period is the last 30 days. The longest period is 366 days.',
  auth: 'apiTokenOrOperator',
  scopes: ['account:write'],
  query: z.object({
    from: timestampSchema.optional(),
    to: timestampSchema.optional(),
    flowId: idSchema('flow').optional(),
  }),
  responses: { 200: { description: 'The figures of the period.', schema: analyticsReportSchema } },
});
