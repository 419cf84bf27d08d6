import {
  createApiTokenRoute,
  listApiTokensRoute,
  revokeApiTokenRoute,
  rotateApiTokenRoute,
} from '../../../contract/routes/account.ts';
import type { ApiToken } from '../../../domain/repositories/account-repositories.ts';
import { scopes } from '../../../domain/operators/scope.ts';
import type {
  CreatedApiToken,
  createCreateApiToken,
  createListApiTokens,
  createRevokeApiToken,
  createRotateApiToken,
} from '../../../services/api-tokens/api-tokens.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListApiTokens(listApiTokens: ReturnType<typeof createListApiTokens>) {
  return bindRoute(listApiTokensRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listApiTokens(caller, query);
    return respond(200, { data: data.map(tokenRecordOf), nextCursor });
  });
}

export function bindCreateApiToken(createApiToken: ReturnType<typeof createCreateApiToken>) {
  return bindRoute(createApiTokenRoute, async ({ caller, input: { body }, effect }) =>
    createdAnswer(await createApiToken(caller, body, effect.answering(createdAnswer))),
  );
}

export function bindRotateApiToken(rotateApiToken: ReturnType<typeof createRotateApiToken>) {
  return bindRoute(rotateApiTokenRoute, async ({ caller, input: { params, body }, effect }) =>
    createdAnswer(await rotateApiToken(caller, params.tokenId, body, effect.answering(createdAnswer))),
  );
}

export function bindRevokeApiToken(revokeApiToken: ReturnType<typeof createRevokeApiToken>) {
  return bindRoute(revokeApiTokenRoute, async ({ caller, input: { params } }) => {
    await revokeApiToken(caller, params.tokenId);
    return respond(204);
  });
}

function createdAnswer({ apiToken, token }: CreatedApiToken) {
  return respond(201, { ...tokenRecordOf(apiToken), token });
}

function tokenRecordOf({ createdAt, expiresAt, revokedAt, lastUsedAt, ...token }: ApiToken) {
  return {
    ...token,
    scopes: scopes.filter((scope) => token.scopes.includes(scope)),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
