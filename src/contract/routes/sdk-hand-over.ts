import { defineRoute } from '../define-route.ts';
import {
  handOverOpeningSchema,
  handOverOriginSchema,
  handOverRequestSchema,
  handOverSchema,
} from '../sessions/hand-over.ts';
import { sessionSchema } from '../sessions/session.ts';

export const createHandOverRoute = defineRoute({
  operationId: 'createHandOver',
  method: 'post',
  path: '/v2/sdk/session/hand-over',
  tag: 'sdk',
  summary: 'Make a link that moves the session to another device',
  auth: 'session',
  responses: { 201: { description: 'The link and its QR code; an earlier link dies.', schema: handOverSchema } },
  errors: ['session.ended'],
  idempotent: true,
});

export const previewHandOverRoute = defineRoute({
  operationId: 'previewHandOver',
  method: 'post',
  path: '/v2/sdk/hand-over/preview',
  tag: 'sdk',
  summary: 'Read where a session was started, before continuing it here',
  auth: 'none',
  body: handOverRequestSchema,
  responses: {
    200: { description: 'Where the session was started, for the person to confirm.', schema: handOverOriginSchema },
  },
  errors: ['hand_over.not_found', 'session.ended'],
  rateLimit: 'sessionStart',
});

export const openHandOverRoute = defineRoute({
  operationId: 'openHandOver',
  method: 'post',
  path: '/v2/sdk/hand-over/open',
  tag: 'sdk',
  summary: 'Continue a session on this device',
  description:
    'Mints a new token; the old one ends and its device gets a message on the socket. An Idempotency-Key gives a lost answer again: the link itself opens once.',
  auth: 'none',
  body: handOverOpeningSchema,
  responses: { 201: { description: 'The session, on this device.', schema: sessionSchema } },
  errors: ['hand_over.not_found', 'session.ended', 'session.ip_restricted'],
  rateLimit: 'sessionStart',
  idempotent: true,
});
