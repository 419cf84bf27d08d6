import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import { activitySchema, assigneeListSchema, assignmentSchema, newCommentSchema } from '../activity.ts';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { verificationSchema } from '../verification.ts';

const params = z.object({ verificationId: idSchema('verification') });
const path = '/v2/verifications/{verificationId}';
const write = { tag: 'verifications', auth: 'apiTokenOrOperator', scopes: ['verifications:write'] } as const;

export const listActivityRoute = defineRoute({
  tag: 'verifications',
  auth: 'apiTokenOrOperator',
  scopes: ['identities:read'],
  operationId: 'listActivity',
  reads: 'verification.activity_read',
  method: 'get',
  path: `${path}/activity`,
  summary: 'List comments and assignments of a verification, newest first',
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('ActivityPage', pageOf(activitySchema), {
        description: 'One page of comments and assignments.',
        example: { data: [exampleOf(activitySchema)], nextCursor: null },
      }),
    },
  },
  errors: ['verification.not_found'],
});

export const addCommentRoute = defineRoute({
  ...write,
  operationId: 'addComment',
  method: 'post',
  path: `${path}/comments`,
  summary: 'Comment on a verification',
  description: 'The service stores the text encrypted under the person’s key. The person’s export contains it.',
  params,
  body: newCommentSchema,
  responses: { 201: { description: 'The comment.', schema: activitySchema } },
  errors: ['verification.not_found'],
  idempotent: true,
});

export const assignVerificationRoute = defineRoute({
  ...write,
  operationId: 'assignVerification',
  reads: 'verification.read',
  method: 'put',
  path: `${path}/assignee`,
  summary: 'Assign a verification to an operator',
  description: 'An assignment does not change permissions: every reviewer may still decide.',
  params,
  body: assignmentSchema,
  responses: { 200: { description: 'The verification.', schema: verificationSchema } },
  errors: ['verification.not_found', 'operator.not_found'],
});

export const listAssigneesRoute = defineRoute({
  ...write,
  operationId: 'listAssignees',
  method: 'get',
  path: '/v2/assignees',
  summary: 'List the operators who may review verifications',
  description: 'An operator who is restricted to some clients finds only themselves.',
  responses: { 200: { description: 'The operators, by name.', schema: assigneeListSchema } },
});
