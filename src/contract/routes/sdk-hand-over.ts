import { defineRoute } from '../define-route.ts';
import {
  handOverOpeningSchema,
  handOverOriginSchema,
  handOverProgressSchema,
  handOverRequestSchema,
  handOverSchema,
  takingBackSchema,
} from '../sessions/hand-over.ts';
import { sessionSchema } from '../sessions/session.ts';

export const createHandOverRoute = defineRoute({
  operationId: 'createHandOver',
  method: 'post',
  path: '/v2/sdk/session/hand-over',
  tag: 'sdk',
  summary: 'Make a link that moves the session to another device',
  auth: 'session',
  responses: {
    201: { description: 'The link and its QR code. An earlier link stops working.', schema: handOverSchema },
  },
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
    'Creates a new token. The old one stops working, and its device gets a message on the socket. The link works once. If the response is lost, repeat the request with the same Idempotency-Key.',
  auth: 'none',
  body: handOverOpeningSchema,
  responses: { 201: { description: 'The session, on this device.', schema: sessionSchema } },
  errors: ['hand_over.not_found', 'session.ended', 'session.ip_restricted'],
  rateLimit: 'sessionStart',
  idempotent: true,
});

export const readHandOverProgressRoute = defineRoute({
  operationId: 'readHandOverProgress',
  method: 'get',
  path: '/v2/sdk/hand-over/progress',
  tag: 'sdk',
  summary: 'Read the progress on the other device',
  auth: 'watch',
  responses: { 200: { description: 'The progress.', schema: handOverProgressSchema } },
});

export const watchHandOverRoute = defineRoute({
  operationId: 'watchHandOver',
  method: 'get',
  path: '/v2/sdk/hand-over/live',
  tag: 'sdk',
  summary: 'Follow the progress on the other device on a WebSocket',
  description:
    'Offer the subprotocols `verify.v2` and `bearer.<watchToken>`; the server chooses `verify.v2`. It then sends a ' +
    '`HandOverProgress` document as text, and another one after each change. A client sends nothing but pongs.',
  auth: 'socketWatch',
  responses: {
    101: { description: 'Switching protocols: documents of this schema follow.', schema: handOverProgressSchema },
  },
  errors: ['session.origin_not_allowed'],
});

export const takeHandOverBackRoute = defineRoute({
  operationId: 'takeHandOverBack',
  method: 'post',
  path: '/v2/sdk/hand-over/take-back',
  tag: 'sdk',
  summary: 'Continue a session on the device that handed it over',
  description:
    'Creates a new token. The other device’s token stops working, and that device gets a message on its socket. The watch token works ' +
    'once; to get a lost response again, repeat the request with the same Idempotency-Key.',
  auth: 'none',
  body: takingBackSchema,
  responses: { 201: { description: 'The session, on this device again.', schema: sessionSchema } },
  errors: ['hand_over.not_found', 'session.ended', 'session.ip_restricted'],
  rateLimit: 'sessionStart',
  idempotent: true,
});
