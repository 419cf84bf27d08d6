import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { flowDocumentSchema } from '../flows/flow-document.ts';
import {
  flowCheckSchema,
  flowComparisonSchema,
  flowSchema,
  flowSummarySchema,
  flowUpdateSchema,
  flowVersionSchema,
  flowVersionSummarySchema,
  newFlowSchema,
  publishedFlowSchema,
} from '../flows/flow.ts';
import { pageOf, pageQuery } from '../pagination.ts';

const flows = { tag: 'flows', auth: 'apiTokenOrOperator', scopes: ['flows:write'] } as const;
const params = z.object({ flowId: idSchema('flow') });
const version = z.coerce
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .meta({ examples: [2] });

export const listFlowsRoute = defineRoute({
  ...flows,
  operationId: 'listFlows',
  method: 'get',
  path: '/v2/flows',
  summary: 'List flows',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('FlowPage', pageOf(flowSummarySchema), {
        description: 'One page of flows.',
        example: { data: [exampleOf(flowSummarySchema)], nextCursor: null },
      }),
    },
  },
});

export const createFlowRoute = defineRoute({
  ...flows,
  operationId: 'createFlow',
  method: 'post',
  path: '/v2/flows',
  summary: 'Create a flow as a draft',
  body: newFlowSchema,
  responses: { 201: { description: 'The flow.', schema: flowSchema } },
  idempotent: true,
});

export const getFlowRoute = defineRoute({
  ...flows,
  operationId: 'getFlow',
  method: 'get',
  path: '/v2/flows/{flowId}',
  summary: 'Read a flow and its draft',
  params,
  responses: { 200: { description: 'The flow.', schema: flowSchema } },
  errors: ['flow.not_found'],
});

export const updateFlowRoute = defineRoute({
  ...flows,
  operationId: 'updateFlow',
  method: 'patch',
  path: '/v2/flows/{flowId}',
  summary: 'Change the draft or the name of a flow, or disable it',
  description: 'On a live client, enabling a published flow again needs the right to publish.',
  params,
  body: flowUpdateSchema,
  responses: { 200: { description: 'The flow.', schema: flowSchema } },
  errors: ['flow.not_found'],
});

export const deleteFlowRoute = defineRoute({
  ...flows,
  operationId: 'deleteFlow',
  method: 'delete',
  path: '/v2/flows/{flowId}',
  summary: 'Delete a flow that was never used',
  params,
  responses: { 204: { description: 'Deleted.' } },
  errors: ['flow.not_found', 'flow.in_use'],
});

export const publishFlowRoute = defineRoute({
  ...flows,
  administers: true,
  operationId: 'publishFlow',
  method: 'post',
  path: '/v2/flows/{flowId}/publish',
  summary: 'Publish the draft as a new, immutable version',
  params,
  query: z.object({
    seenUpdatedAt: timestampSchema.optional().meta({
      description:
        'The `updatedAt` of the flow that you have read: the service publishes no draft that was changed after it. Without it, the service publishes the draft as it is now.',
    }),
  }),
  responses: { 201: { description: 'The version, with its warnings.', schema: publishedFlowSchema } },
  errors: ['flow.not_found', 'flow.no_draft', 'flow.changed_meanwhile', 'flow.provider_missing'],
  idempotent: true,
});

export const checkFlowRoute = defineRoute({
  ...flows,
  operationId: 'checkFlow',
  method: 'post',
  path: '/v2/flow-checks',
  summary: 'Validate a flow document without saving it',
  description: 'Accepts any JSON object and reports what keeps it from being a valid flow document.',
  body: z.record(z.string().max(100), z.unknown()).meta({
    id: 'FlowDocumentAttempt',
    description: 'A flow document to validate.',
    examples: [exampleOf(flowDocumentSchema)],
  }),
  responses: { 200: { description: 'The faults and warnings of the document.', schema: flowCheckSchema } },
});

export const listFlowVersionsRoute = defineRoute({
  ...flows,
  operationId: 'listFlowVersions',
  method: 'get',
  path: '/v2/flows/{flowId}/versions',
  summary: 'List the versions of a flow',
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('FlowVersionPage', pageOf(flowVersionSummarySchema), {
        description: 'One page of versions.',
        example: { data: [exampleOf(flowVersionSummarySchema)], nextCursor: null },
      }),
    },
  },
  errors: ['flow.not_found'],
});

export const getFlowVersionRoute = defineRoute({
  ...flows,
  operationId: 'getFlowVersion',
  method: 'get',
  path: '/v2/flows/{flowId}/versions/{version}',
  summary: 'Read a version',
  params: z.object({ flowId: idSchema('flow'), version }),
  responses: { 200: { description: 'The version.', schema: flowVersionSchema } },
  errors: ['flow.not_found', 'flow.version_not_found'],
});

export const compareFlowVersionsRoute = defineRoute({
  ...flows,
  operationId: 'compareFlowVersions',
  method: 'get',
  path: '/v2/flows/{flowId}/comparison',
  summary: 'Compare two versions',
  params,
  query: z.object({ from: version, to: version }),
  responses: { 200: { description: 'The changes.', schema: flowComparisonSchema } },
  errors: ['flow.not_found', 'flow.version_not_found'],
});
