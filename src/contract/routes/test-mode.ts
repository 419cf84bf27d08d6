import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { testClockMoveSchema, testClockSchema, testMessageSchema } from '../test-mode.ts';
import { verificationSchema } from '../verification.ts';
import { simulationSchema } from '../sessions/verification-start.ts';

const testMode = {
  tag: 'test mode',
  auth: 'apiTokenOrOperator',
  scopes: ['verifications:write'],
} as const;

export const simulateVerificationRoute = defineRoute({
  ...testMode,
  operationId: 'simulateVerification',
  reads: 'verification.read',
  method: 'post',
  path: '/v2/verifications/{verificationId}/simulate',
  summary: 'Simulate an outcome',
  params: z.object({ verificationId: idSchema('verification') }),
  body: simulationSchema,
  responses: { 200: { description: 'The verification with the simulated outcome.', schema: verificationSchema } },
  errors: ['test_mode.required', 'verification.not_found', 'verification.inputs_closed'],
});

export const listTestMessagesRoute = defineRoute({
  ...testMode,
  operationId: 'listTestMessages',
  reads: 'test_inbox.read',
  method: 'get',
  path: '/v2/test-inbox',
  summary: 'Read the messages of the test inbox',
  query: z.object({ ...pageQuery, verificationId: idSchema('verification').optional() }),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('TestMessagePage', pageOf(testMessageSchema), {
        description: 'One page of the test inbox.',
        example: { data: [exampleOf(testMessageSchema)], nextCursor: null },
      }),
    },
  },
  errors: ['test_mode.required'],
});

export const getTestClockRoute = defineRoute({
  ...testMode,
  operationId: 'getTestClock',
  method: 'get',
  path: '/v2/test-clock',
  summary: 'Read the virtual clock',
  responses: { 200: { description: 'The clock.', schema: testClockSchema } },
  errors: ['test_mode.required'],
});

export const advanceTestClockRoute = defineRoute({
  ...testMode,
  operationId: 'advanceTestClock',
  method: 'post',
  path: '/v2/test-clock/advance',
  summary: 'Advance the virtual clock, to test expiry and retries',
  body: testClockMoveSchema,
  responses: { 200: { description: 'The clock.', schema: testClockSchema } },
  errors: ['test_mode.required'],
  idempotent: true,
});
