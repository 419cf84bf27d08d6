import { z } from 'zod';
import { idSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { ownFactorsSchema } from '../operators/own-account.ts';
import { signInCookie, signedInSchema } from '../operators/sign-in.ts';
import {
  newPasskeySchema,
  passkeyListSchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInSchema,
  passkeyUpdateSchema,
} from '../passkeys.ts';

const anyone = { tag: 'operators', auth: 'none', rateLimit: 'signIn' } as const;
const operator = { tag: 'operators', auth: 'operator' } as const;
const params = z.object({ passkeyId: idSchema('passkey') });

export const beginPasskeyRoute = defineRoute({
  ...operator,
  operationId: 'beginPasskey',
  method: 'post',
  path: '/v2/self/passkey-options',
  summary: 'Begin to register a passkey',
  body: ownFactorsSchema,
  responses: { 201: { description: 'The options for the authenticator.', schema: passkeyOptionsSchema } },
  errors: ['operator.totp_invalid', 'auth.locked_out'],
});

export const addPasskeyRoute = defineRoute({
  ...operator,
  operationId: 'addPasskey',
  method: 'post',
  path: '/v2/self/passkeys',
  summary: 'Register a passkey',
  body: newPasskeySchema,
  responses: { 201: { description: 'The passkey.', schema: passkeySchema } },
  errors: ['operator.passkey_invalid'],
});

export const listPasskeysRoute = defineRoute({
  ...operator,
  operationId: 'listPasskeys',
  method: 'get',
  path: '/v2/self/passkeys',
  summary: 'List your passkeys',
  responses: { 200: { description: 'Your passkeys, at most 100.', schema: passkeyListSchema } },
});

export const renamePasskeyRoute = defineRoute({
  ...operator,
  operationId: 'renamePasskey',
  method: 'patch',
  path: '/v2/self/passkeys/{passkeyId}',
  summary: 'Rename a passkey',
  params,
  body: passkeyUpdateSchema,
  responses: { 204: { description: 'Renamed.' } },
  errors: ['operator.passkey_not_found'],
});

export const removePasskeyRoute = defineRoute({
  ...operator,
  operationId: 'removePasskey',
  method: 'post',
  path: '/v2/self/passkeys/{passkeyId}/remove',
  summary: 'Remove a passkey',
  params,
  body: ownFactorsSchema,
  responses: { 204: { description: 'The passkey no longer signs you in.' } },
  errors: ['operator.passkey_not_found', 'operator.totp_invalid', 'auth.locked_out'],
});

export const beginPasskeySignInRoute = defineRoute({
  ...anyone,
  operationId: 'beginPasskeySignIn',
  method: 'post',
  path: '/v2/sign-in/passkey-options',
  summary: 'Begin to sign in with a passkey',
  responses: { 201: { description: 'The options for the authenticator.', schema: passkeyOptionsSchema } },
  errors: ['auth.password_off'],
});

export const signInWithPasskeyRoute = defineRoute({
  ...anyone,
  operationId: 'signInWithPasskey',
  method: 'post',
  path: '/v2/sign-in/passkey',
  summary: 'Sign in with a passkey',
  description: 'A passkey counts as two factors, because the authenticator must have verified the person.',
  body: passkeySignInSchema,
  responses: { 201: { description: 'Signed in.', schema: signedInSchema, headers: signInCookie } },
  errors: ['auth.unauthorized', 'auth.password_off'],
});
