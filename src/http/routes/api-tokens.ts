import {
  createApiTokenRoute,
  listApiTokensRoute,
  revokeApiTokenRoute,
  rotateApiTokenRoute,
} from '../../contract/routes/api-tokens.ts';
import { scopes } from '../../domain/operators/scope.ts';
import type { ApiTokenUseCases, CreatedApiToken, NamedApiToken } from '../../services/api-tokens/api-tokens.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

/** The bearer tokens of a client's backends. */
export function apiTokenRoutes(apiTokens: ApiTokenUseCases): BoundRoute[] {
  return [
    bindRoute(listApiTokensRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await apiTokens.listApiTokens(caller, query);
      return respond(200, { data: data.map(tokenRecordOf), nextCursor });
    }),

    bindRoute(createApiTokenRoute, async ({ caller, input: { body }, effect }) =>
      createdResponse(await apiTokens.createApiToken(caller, body, effect.storing(createdResponse))),
    ),

    bindRoute(rotateApiTokenRoute, async ({ caller, input: { params, body }, effect }) =>
      createdResponse(await apiTokens.rotateApiToken(caller, params.tokenId, body, effect.storing(createdResponse))),
    ),

    bindRoute(revokeApiTokenRoute, async ({ caller, input: { params, query } }) => {
      await apiTokens.revokeApiToken(caller, params.tokenId, { revokeTokens: query.revokeTokens === 'true' });
      return respond(204);
    }),
  ];
}

function createdResponse({ apiToken, token }: CreatedApiToken) {
  return respond(201, { ...tokenRecordOf(apiToken), token });
}

function tokenRecordOf({ createdAt, expiresAt, revokedAt, lastUsedAt, ...token }: NamedApiToken) {
  return {
    ...token,
    scopes: scopes.filter((scope) => token.scopes.includes(scope)),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
