import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import {
  apiTokenSchema,
  createdApiTokenSchema,
  newApiTokenSchema,
  revokeTokensSchema,
  tokenRotationSchema,
} from '../clients/api-token.ts';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery } from '../pagination.ts';

const built = { tag: 'account', auth: 'apiTokenOrOperator', scopes: ['account:write'] } as const;
const tokenParams = z.object({ tokenId: idSchema('apiToken') });

export const listApiTokensRoute = defineRoute({
  ...built,
  operationId: 'listApiTokens',
  method: 'get',
  path: '/v2/api-tokens',
  summary: 'List API tokens',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('ApiTokenPage', pageOf(apiTokenSchema), {
        description: 'One page of API tokens.',
        example: { data: [exampleOf(apiTokenSchema)], nextCursor: null },
      }),
    },
  },
});

export const createApiTokenRoute = defineRoute({
  ...built,
  operationId: 'createApiToken',
  method: 'post',
  path: '/v2/api-tokens',
  summary: 'Create an API token',
  description:
    'The new token has no right that its maker lacks: no other scope and, on a live client, no right to publish flows. If a token makes it, ' +
    'it ends no later than that token and is used from no other network.',
  body: newApiTokenSchema,
  responses: { 201: { description: 'The token, shown once.', schema: createdApiTokenSchema } },
  idempotent: true,
});

export const rotateApiTokenRoute = defineRoute({
  ...built,
  operationId: 'rotateApiToken',
  method: 'post',
  path: '/v2/api-tokens/{tokenId}/rotate',
  summary: 'Replace the secret of an API token',
  description: 'Requires every right of that token, because the response contains its new secret.',
  params: tokenParams,
  body: tokenRotationSchema,
  responses: { 201: { description: 'The new secret, shown once.', schema: createdApiTokenSchema } },
  errors: ['api_token.not_found'],
  idempotent: true,
});

export const revokeApiTokenRoute = defineRoute({
  ...built,
  operationId: 'revokeApiToken',
  method: 'delete',
  path: '/v2/api-tokens/{tokenId}',
  summary: 'Revoke an API token at once',
  description:
    'Also revokes the tokens that it made, and those that these made, because a thief may have made one. `revokeTokens=false` keeps them.',
  params: tokenParams,
  query: z.object({ revokeTokens: revokeTokensSchema('Whether to revoke the tokens that it made, too.') }),
  responses: { 204: { description: 'Revoked.' } },
  errors: ['api_token.not_found'],
});
