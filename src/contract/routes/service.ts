import { defineRoute } from '../define-route.ts';
import { liveSchema, readySchema } from '../health.ts';
import { queuesSchema } from '../queue.ts';

const service = { tag: 'service', auth: 'none', rateLimit: 'none' } as const;

export const getLiveRoute = defineRoute({
  ...service,
  operationId: 'getLive',
  method: 'get',
  path: '/health/live',
  summary: 'Check that the process answers',
  responses: { 200: { description: 'The process answers.', schema: liveSchema } },
});

export const getReadyRoute = defineRoute({
  ...service,
  operationId: 'getReady',
  method: 'get',
  path: '/health/ready',
  summary: 'Check whether the service can serve requests',
  description:
    'Names what is down, what is not configured, and the models with their hashes. Use the status code for a load balancer and ' +
    '`status` for alerts: it is `degraded` while the service answers requests and something else is down.',
  responses: {
    200: {
      description: 'The service answers requests. `degraded`: work waits, or verifications go to review.',
      schema: readySchema,
    },
    503: { description: 'Requests cannot be served: the database does not answer.', schema: readySchema },
  },
});

export const getMetricsRoute = defineRoute({
  ...service,
  operationId: 'getMetrics',
  method: 'get',
  path: '/metrics',
  summary: 'Read the metrics for Prometheus',
  description:
    'Requires `Authorization: Bearer <METRICS_TOKEN>`. Without that setting, the route answers only requests from the same machine. Contains no personal data.',
  responses: { 200: { description: 'Prometheus text format 0.0.4.', contentType: 'text/plain' } },
  errors: ['auth.unauthorized'],
});

export const getOpenApiRoute = defineRoute({
  ...service,
  operationId: 'getOpenApi',
  method: 'get',
  path: '/openapi.json',
  summary: 'This contract',
  responses: { 200: { description: 'This contract as an OpenAPI 3.1 document.', contentType: 'application/json' } },
});

export const getDocsRoute = defineRoute({
  ...service,
  operationId: 'getDocs',
  method: 'get',
  path: '/docs',
  summary: 'Read this contract as a page',
  responses: { 200: { description: 'The page.', contentType: 'text/html' } },
});

export const getQueuesRoute = defineRoute({
  tag: 'service',
  auth: 'operator',
  operationId: 'getQueues',
  method: 'get',
  path: '/v2/queues',
  summary: 'Read how much work waits, and for how long',
  description: 'For operators of every role: it contains only numbers. `/metrics` has the same figures for Prometheus.',
  responses: { 200: { description: 'Every queue.', schema: queuesSchema } },
});
