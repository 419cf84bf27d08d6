import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { isId, newId } from '../../domain/id.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { mayWorkOn } from '../../domain/operators/operator.ts';
import { mayAdminister, scopesOfRole } from '../../domain/operators/role.ts';
import type { Scope } from '../../domain/operators/scope.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { ApiToken } from '../../domain/repositories/account-repositories.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { isWithinNetwork } from '../starts/address-rules.ts';

/** `createdByName` is null when the creator has no name or no longer exists. */
export type NamedApiToken = ApiToken & { createdByName: string | null };

export interface CreatedApiToken {
  apiToken: NamedApiToken;
  /** Returned only once, here. */
  token: string;
}

export type ApiTokenUseCases = ReturnType<typeof createApiTokenUseCases>;

/** The API tokens of a client. */
export function createApiTokenUseCases({
  db,
  clock,
  forgetToken,
}: {
  db: Pick<Database, 'apiTokens' | 'transaction' | 'clients' | 'names'>;
  clock: Clock;
  /** Makes this process read the token from the database again. */
  forgetToken: (tokenId: string) => void;
}) {
  async function withMakers(clientId: string, tokens: readonly ApiToken[]): Promise<NamedApiToken[]> {
    const names = await db.names.find(
      clientId,
      tokens.flatMap(({ createdBy }) => createdBy ?? []),
    );
    return tokens.map((token) => ({ ...token, createdByName: names.get(token.createdBy ?? '') ?? null }));
  }

  return {
    /** Newest first, including tokens that no longer work. */
    async listApiTokens({ clientId }: ApiCaller, query: { limit: number; after?: string | undefined }) {
      const page = pageOfQuery('apiToken', query);
      const { data, nextCursor } = toPage(
        await db.apiTokens.list(clientId, { ...page, limit: page.limit + 1 }),
        page.limit,
      );
      return { data: await withMakers(clientId, data), nextCursor };
    },

    /**
     * Creates a token. A token gets no right that its creator lacks: otherwise operators could use tokens to extend their own rights. One
     * that a token creates is valid no longer than that one, and from no other network.
     * @throws Problem `auth.scope_missing`, `auth.role_missing`, `request.invalid`
     */
    async createApiToken(
      caller: ApiCaller,
      wanted: { name: string; scopes: readonly Scope[]; allowedNetworks: string[]; expiresAt: string | null },
      effect: Effect<CreatedApiToken> = unrecorded,
    ): Promise<CreatedApiToken> {
      const expiresAt = wanted.expiresAt === null ? null : new Date(wanted.expiresAt);
      if (expiresAt !== null && expiresAt <= clock.now()) {
        const fault = { pointer: '/expiresAt', code: 'value.too_small', detail: 'must be in the future' };
        throw new Problem('request.invalid', { errors: [fault] });
      }
      const exceeding = findExceeding(caller, { expiresAt, allowedNetworks: wanted.allowedNetworks });
      if (exceeding.length > 0) throw new Problem('request.invalid', { errors: exceeding });
      const { clientId, actorId } = caller;
      const token = await newTokenOf(db, clientId);
      const makerName = (await db.names.find(clientId, [actorId])).get(actorId) ?? null;
      return db.transaction(async (tx) => {
        const maker = await lockCaller(tx, caller);
        requireScopes(maker, wanted.scopes);
        const { name, allowedNetworks } = wanted;
        const scopes = [...new Set(wanted.scopes)];
        const made = { createdBy: actorId, administers: maker.administers };
        const row = { id: newId('apiToken'), clientId, name, scopes, allowedNetworks, expiresAt, ...made };
        const apiToken = await tx.apiTokens.create({ ...row, tokenHash: hashSecretToken(token) });
        const created = { apiToken: { ...apiToken, createdByName: makerName }, token };
        await effect.record(tx, created);
        await tx.audit.append([{ clientId, actorId, action: 'api_token.created', subjectId: apiToken.id }]);
        return created;
      });
    },

    /**
     * Rotates a token's secret. The old secret stays valid for `overlapSeconds`. If the token was rotated before, the secret before that
     * one stops working immediately.
     * @throws Problem `api_token.not_found`, `auth.scope_missing`, `auth.role_missing`
     */
    async rotateApiToken(
      caller: ApiCaller,
      tokenId: string,
      { overlapSeconds }: { overlapSeconds: number },
      effect: Effect<CreatedApiToken> = unrecorded,
    ): Promise<CreatedApiToken> {
      const { clientId, actorId } = caller;
      const token = await newTokenOf(db, clientId);
      const rotated = await db.transaction(async (tx) => {
        const seer = await lockCaller(tx, caller);
        const living = await tx.apiTokens.findLiving(clientId, tokenId);
        if (living === null) throw new Problem('api_token.not_found');
        const { createdBy } = living;
        const makers = await tx.names.find(clientId, createdBy === null ? [] : [createdBy]);
        const apiToken = { ...living, createdByName: makers.get(createdBy ?? '') ?? null };
        // Anyone who sees the new secret gets all of the token's rights.
        requireScopes(seer, apiToken.scopes);
        if (living.administers && !seer.administers) throw new Problem('auth.role_missing');
        if (findExceeding(caller, living).length > 0)
          throw new Problem('auth.scope_missing', {
            detail: 'This token may be used for longer, or from other networks, than yours.',
          });
        await tx.apiTokens.rotate(tokenId, hashSecretToken(token), overlapSeconds);
        const answer = { apiToken, token };
        await effect.record(tx, answer);
        await tx.audit.append([{ clientId, actorId, action: 'api_token.rotated', subjectId: tokenId }]);
        return answer;
      });
      forgetToken(tokenId);
      return rotated;
    },

    /**
     * Revokes a token with both of its secrets: immediately in this process, within a second in every other. With `revokeTokens`, it
     * also revokes the tokens that this one created, because a thief may have created one.
     * @throws Problem `api_token.not_found`
     */
    async revokeApiToken(
      { clientId, actorId }: ApiCaller,
      tokenId: string,
      { revokeTokens }: { revokeTokens: boolean },
    ): Promise<void> {
      const revoked = await db.transaction(async (tx) => {
        if (!(await tx.apiTokens.revoke(clientId, tokenId))) throw new Problem('api_token.not_found');
        const made = revokeTokens ? await tx.apiTokens.revokeMadeBy(tokenId) : [];
        const all = [{ id: tokenId, clientId }, ...made];
        await tx.audit.append(all.map((token) => revocationOf(token, actorId)));
        return all;
      });
      for (const { id } of revoked) forgetToken(id);
    },
  };
}

/** The audit entry of a token that was revoked. */
export function revocationOf({ id, clientId }: { id: string; clientId: string }, actorId: string) {
  return { clientId, actorId, action: 'api_token.revoked', subjectId: id } as const;
}

/**
 * The caller with their rights as they are now, which stay so until the transaction ends: a token that is revoked meanwhile, and an operator
 * who is removed or loses a right meanwhile, get no secret that outlives it.
 * @throws Problem `auth.unauthorized`, `client.not_found`
 */
async function lockCaller(tx: Repositories, caller: ApiCaller): Promise<ApiCaller> {
  const { clientId, actorId } = caller;
  if (isId('apiToken', actorId)) {
    if ((await tx.apiTokens.findLiving(clientId, actorId)) === null) throw new Problem('auth.unauthorized');
    return caller;
  }
  const operator = (await tx.operators.lock(actorId)) ? await tx.operators.find(actorId) : null;
  if (operator === null) throw new Problem('auth.unauthorized');
  const client = mayWorkOn(operator, clientId) ? await tx.clients.find(clientId) : null;
  if (client === null) throw new Problem('client.not_found');
  const { role } = operator;
  return { ...caller, scopes: scopesOfRole(role, client.mode), administers: mayAdminister(role, client.mode) };
}

async function newTokenOf(db: Pick<Database, 'clients'>, clientId: string): Promise<string> {
  const client = await db.clients.find(clientId);
  return newSecretToken(client?.mode === 'live' ? 'liveApi' : 'testApi');
}

function requireScopes(caller: ApiCaller, wanted: readonly string[]): void {
  const missing = wanted.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0)
    throw new Problem('auth.scope_missing', {
      detail: `You cannot grant what you do not have: ${missing.join(', ')}.`,
    });
  // Such a token could create further tokens and change settings that are reserved for admins.
  if (wanted.includes('account:write') && !caller.administers) throw new Problem('auth.role_missing');
}

/** What a token that is made or seen by another one has in addition to it: a later end, or a network. */
function findExceeding(
  caller: ApiCaller,
  { expiresAt, allowedNetworks }: Pick<ApiToken, 'expiresAt' | 'allowedNetworks'>,
): { pointer: string; code: string; detail: string }[] {
  const { expiresAt: end = null, allowedNetworks: networks = [] } = caller;
  const isLater = end !== null && (expiresAt === null || expiresAt > end);
  const isWider =
    networks.length > 0 &&
    (allowedNetworks.length === 0 ||
      allowedNetworks.some((network) => !networks.some((outer) => isWithinNetwork(network, outer))));
  return [
    ...(isLater
      ? [
          {
            pointer: '/expiresAt',
            code: 'value.too_big',
            detail: 'must not be later than the end of the token that you use',
          },
        ]
      : []),
    ...(isWider
      ? [
          {
            pointer: '/allowedNetworks',
            code: 'value.too_big',
            detail: 'must be within the networks of the token that you use',
          },
        ]
      : []),
  ];
}
