import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import { revokeTokensSchema } from '../clients/api-token.ts';
import { defineRoute } from '../define-route.ts';
import {
  createdInvitationSchema,
  invitationAcceptanceSchema,
  invitationSchema,
  newInvitationSchema,
} from '../operators/invitation.ts';
import { clientSchema, madeTokenListSchema, operatorSchema, operatorUpdateSchema } from '../operators/operator.ts';
import {
  bothFactorsSchema,
  ownSessionListSchema,
  ownUpdateSchema,
  recoveryCodeListSchema,
  totpConfirmationSchema,
  totpConfirmedSchema,
  totpEnrolmentSchema,
} from '../operators/own-account.ts';
import { setUpSchema, signInCookie, signInSchema, signedInSchema } from '../operators/sign-in.ts';
import { pageOf, pageQuery } from '../pagination.ts';

const anyone = { tag: 'operators', auth: 'none', rateLimit: 'signIn' } as const;
const operator = { tag: 'operators', auth: 'operator' } as const;
const reading = { ...operator, right: 'operators:read' } as const;
const writing = { ...operator, right: 'operators:write' } as const;
const operatorParams = z.object({ operatorId: idSchema('operator') });

export const setUpRoute = defineRoute({
  ...anyone,
  operationId: 'setUp',
  method: 'post',
  path: '/v2/set-up',
  summary: 'Create the first owner with the token printed on the console',
  body: setUpSchema,
  responses: { 201: { description: 'Signed in.', schema: signedInSchema, headers: signInCookie } },
  errors: ['set_up.token_invalid'],
});

export const signInRoute = defineRoute({
  ...anyone,
  operationId: 'signIn',
  method: 'post',
  path: '/v2/sign-in',
  summary: 'Sign in',
  body: signInSchema,
  responses: { 201: { description: 'Signed in.', schema: signedInSchema, headers: signInCookie } },
  errors: ['auth.unauthorized', 'auth.totp_required', 'auth.locked_out', 'auth.password_off'],
});

export const signOutRoute = defineRoute({
  ...operator,
  beforeSecondFactor: true,
  operationId: 'signOut',
  method: 'post',
  path: '/v2/sign-out',
  summary: 'Sign out',
  responses: { 204: { description: 'Signed out.' } },
});

export const getSelfRoute = defineRoute({
  ...operator,
  beforeSecondFactor: true,
  operationId: 'getSelf',
  method: 'get',
  path: '/v2/self',
  summary: 'Read who is signed in',
  responses: { 200: { description: 'The operator and the clients.', schema: signedInSchema } },
});

export const updateSelfRoute = defineRoute({
  ...operator,
  operationId: 'updateSelf',
  method: 'patch',
  path: '/v2/self',
  summary: 'Change your name or password',
  body: ownUpdateSchema,
  responses: { 200: { description: 'The operator.', schema: operatorSchema } },
  errors: ['auth.locked_out'],
});

export const enrolTotpRoute = defineRoute({
  ...operator,
  beforeSecondFactor: true,
  operationId: 'enrolTotp',
  method: 'post',
  path: '/v2/self/totp',
  summary: 'Begin to use one-time passwords',
  description: 'To change the authenticator app, remove the one in use first.',
  responses: { 201: { description: 'The secret, shown once.', schema: totpEnrolmentSchema } },
  errors: ['operator.totp_in_use'],
  idempotent: true,
});

export const confirmTotpRoute = defineRoute({
  ...operator,
  beforeSecondFactor: true,
  operationId: 'confirmTotp',
  method: 'post',
  path: '/v2/self/totp/confirm',
  summary: 'Confirm the authenticator app',
  body: totpConfirmationSchema,
  description: 'Makes ten recovery codes and ends your other sessions.',
  responses: { 200: { description: 'One-time passwords are switched on.', schema: totpConfirmedSchema } },
  errors: ['operator.totp_invalid', 'operator.totp_in_use'],
});

export const removeTotpRoute = defineRoute({
  ...operator,
  operationId: 'removeTotp',
  method: 'post',
  path: '/v2/self/totp/remove',
  summary: 'Stop using one-time passwords',
  body: bothFactorsSchema,
  responses: { 204: { description: 'One-time passwords are switched off.' } },
  errors: ['operator.totp_invalid', 'auth.locked_out'],
});

export const replaceRecoveryCodesRoute = defineRoute({
  ...operator,
  operationId: 'replaceRecoveryCodes',
  method: 'post',
  path: '/v2/self/recovery-codes',
  summary: 'Make new recovery codes',
  body: bothFactorsSchema,
  responses: { 201: { description: 'The codes, shown once.', schema: recoveryCodeListSchema } },
  errors: ['operator.totp_invalid', 'operator.totp_missing', 'auth.locked_out'],
});

export const listOwnSessionsRoute = defineRoute({
  ...operator,
  operationId: 'listOwnSessions',
  method: 'get',
  path: '/v2/self/sessions',
  summary: 'List where you are signed in',
  responses: { 200: { description: 'At most 100 sessions.', schema: ownSessionListSchema } },
});

export const endOwnSessionRoute = defineRoute({
  ...operator,
  operationId: 'endOwnSession',
  method: 'delete',
  path: '/v2/self/sessions/{operatorSessionId}',
  summary: 'End one of your sessions',
  params: z.object({ operatorSessionId: idSchema('operatorSession') }),
  responses: { 204: { description: 'Ended: the next request of that browser is refused.' } },
  errors: ['operator.session_not_found'],
});

export const endOtherSessionsRoute = defineRoute({
  ...operator,
  operationId: 'endOtherSessions',
  method: 'post',
  path: '/v2/self/sessions/end-others',
  summary: 'End all your sessions but this one',
  responses: { 204: { description: 'Ended.' } },
});

export const listOperatorsRoute = defineRoute({
  ...reading,
  operationId: 'listOperators',
  method: 'get',
  path: '/v2/operators',
  summary: 'List the operators of the account',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('OperatorPage', pageOf(operatorSchema), {
        description: 'One page of operators.',
        example: { data: [exampleOf(operatorSchema)], nextCursor: null },
      }),
    },
  },
});

export const updateOperatorRoute = defineRoute({
  ...writing,
  operationId: 'updateOperator',
  method: 'patch',
  path: '/v2/operators/{operatorId}',
  summary: 'Change the role and the clients of an operator',
  params: operatorParams,
  body: operatorUpdateSchema,
  responses: { 200: { description: 'The operator.', schema: operatorSchema } },
  errors: ['operator.not_found', 'operator.last_owner', 'client.not_found'],
});

export const removeOperatorRoute = defineRoute({
  ...writing,
  operationId: 'removeOperator',
  method: 'delete',
  path: '/v2/operators/{operatorId}',
  summary: 'Remove an operator and end their sessions',
  params: operatorParams,
  query: z.object({
    revokeTokens: revokeTokensSchema('Whether to revoke the API tokens that they made, on every client, too.'),
  }),
  responses: { 204: { description: 'Removed.' } },
  errors: ['operator.not_found', 'operator.last_owner'],
});

export const listTokensMadeByRoute = defineRoute({
  ...reading,
  operationId: 'listTokensMadeBy',
  method: 'get',
  path: '/v2/operators/{operatorId}/api-tokens',
  summary: 'List the API tokens that an operator made and that still work',
  params: operatorParams,
  responses: { 200: { description: 'At most 1000 tokens, of all clients.', schema: madeTokenListSchema } },
  errors: ['operator.not_found'],
});

export const listInvitationsRoute = defineRoute({
  ...reading,
  operationId: 'listInvitations',
  method: 'get',
  path: '/v2/invitations',
  summary: 'List open invitations',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('InvitationPage', pageOf(invitationSchema), {
        description: 'One page of invitations.',
        example: { data: [exampleOf(invitationSchema)], nextCursor: null },
      }),
    },
  },
});

export const createInvitationRoute = defineRoute({
  ...writing,
  operationId: 'createInvitation',
  method: 'post',
  path: '/v2/invitations',
  summary: 'Invite an operator',
  description:
    'The invitation works as long as its sender has the right to send it: not after the sender was removed, lost the role, or was limited to some clients.',
  body: newInvitationSchema,
  responses: { 201: { description: 'The invitation and its link.', schema: createdInvitationSchema } },
  errors: ['auth.password_off'],
  idempotent: true,
});

export const withdrawInvitationRoute = defineRoute({
  ...writing,
  operationId: 'withdrawInvitation',
  method: 'delete',
  path: '/v2/invitations/{invitationId}',
  summary: 'Withdraw an invitation',
  params: z.object({ invitationId: idSchema('invitation') }),
  responses: { 204: { description: 'Withdrawn.' } },
  errors: ['invitation.not_found'],
});

export const acceptInvitationRoute = defineRoute({
  ...anyone,
  operationId: 'acceptInvitation',
  method: 'post',
  path: '/v2/invitation-acceptances',
  summary: 'Accept an invitation',
  body: invitationAcceptanceSchema,
  responses: { 201: { description: 'Signed in.', schema: signedInSchema, headers: signInCookie } },
  errors: ['invitation.not_found', 'auth.password_off'],
});

export const listClientsRoute = defineRoute({
  ...operator,
  operationId: 'listClients',
  method: 'get',
  path: '/v2/clients',
  summary: 'List the clients that the operator may work on',
  description: 'The header `X-Client-Id` chooses one on every other route that takes the sign-in cookie.',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('ClientPage', pageOf(clientSchema), {
        description: 'One page of clients.',
        example: { data: [exampleOf(clientSchema)], nextCursor: null },
      }),
    },
  },
});
