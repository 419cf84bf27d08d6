import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { analyticsBatchSchema } from '../analytics.ts';
import { defineRoute } from '../define-route.ts';
import {
  cancelledSchema,
  consentGivenSchema,
  sessionSchema,
  sessionStartSchema,
  sessionStateSchema,
} from '../sessions/session.ts';
import { socketMessageSchema } from '../sessions/socket-message.ts';

const sdk = { tag: 'sdk', auth: 'session' } as const;

export const startSessionRoute = defineRoute({
  operationId: 'startSession',
  method: 'post',
  path: '/v2/sdk/sessions',
  tag: 'sdk',
  summary: 'Start a session, or verify an identity again',
  description: 'Needs only the two public ids, unless the client uses strict start.',
  auth: 'none',
  body: sessionStartSchema,
  responses: { 201: { description: 'The session has begun.', schema: sessionSchema } },
  errors: [
    'client.not_found',
    'client.busy',
    'client.suspended',
    'flow.not_found',
    'flow.disabled',
    'identity.not_found',
    'identity.not_reverifiable',
    'identity.too_many_starts',
    'phone.provider_missing',
    'email.provider_missing',
    'enhanced_liveness.provider_missing',
    'session.ip_restricted',
    'session.origin_not_allowed',
    'session.return_url_not_allowed',
    'session.client_token_required',
    'session.client_token_invalid',
    'session.cooldown',
  ],
  rateLimit: 'sessionStart',
  idempotent: true,
});

export const getSessionRoute = defineRoute({
  ...sdk,
  operationId: 'getSession',
  method: 'get',
  path: '/v2/sdk/session',
  summary: 'Read the state, to resume',
  description: 'Also works after the session has ended, until its token expires.',
  responses: { 200: { description: 'The state.', schema: sessionStateSchema } },
});

export const giveConsentRoute = defineRoute({
  ...sdk,
  operationId: 'giveConsent',
  method: 'post',
  path: '/v2/sdk/session/consent',
  summary: 'Record that the person consents',
  body: consentGivenSchema,
  responses: { 204: { description: 'The service has recorded the consent with language, time and network address.' } },
  errors: ['consent.version_outdated', 'session.ended'],
});

export const cancelSessionRoute = defineRoute({
  ...sdk,
  operationId: 'cancelSession',
  method: 'post',
  path: '/v2/sdk/session/cancel',
  summary: 'Stop the verification',
  responses: {
    200: { description: 'The verification is cancelled. Cancelling again changes nothing.', schema: cancelledSchema },
  },
  errors: ['session.ended'],
});

export const reportEventsRoute = defineRoute({
  ...sdk,
  operationId: 'reportEvents',
  method: 'post',
  path: '/v2/sdk/session/events',
  summary: 'Report events on the device',
  description: 'Send names, codes and durations, never what the person typed. An event that is sent twice counts once.',
  body: analyticsBatchSchema,
  responses: {
    202: {
      description: 'The service has stored the events.',
      schema: named('EventsTaken', z.object({ accepted: z.number().int().min(0).max(100) }), {
        description: 'Number of events that the service had not seen before.',
        example: { accepted: exampleOf(analyticsBatchSchema).events.length },
      }),
    },
  },
});

export const openSocketRoute = defineRoute({
  operationId: 'openSocket',
  method: 'get',
  path: '/v2/sdk/session/live',
  tag: 'sdk',
  summary: 'Follow the session on a WebSocket',
  description:
    'Offer the subprotocols `verify.v2` and `bearer.<sessionToken>`; the server chooses `verify.v2`. It then sends ' +
    '`SocketMessage` documents as text, from the one after `after`. A client sends nothing but pongs.',
  auth: 'socketSession',
  query: z.object({
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(2_147_483_647)
      .default(0)
      .meta({ description: 'Sequence number of the last message that the client has.', examples: [12] }),
  }),
  responses: {
    101: { description: 'Switching protocols: documents of this schema follow.', schema: socketMessageSchema },
  },
  errors: ['session.origin_not_allowed'],
});
