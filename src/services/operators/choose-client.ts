import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { mayWorkOn, type SignedInOperator } from '../../domain/operators/operator.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { mayAdminister, mayUseScopes, scopesOfRole } from '../../domain/operators/role.ts';
import type { Scope } from '../../domain/operators/scope.ts';

/**
 * The client that an operator works on in this request: the one that the request names, or else the oldest that they may work on. A client
 * that they may not work on is reported as not found.
 * @throws Problem `client.not_found`, `auth.role_missing`
 */
export function createChooseClient({ db }: { db: Pick<Database, 'clients'> }) {
  return async function chooseClient(
    { actorId, role, clientIds }: SignedInOperator,
    {
      clientId,
      scopes,
      reading,
      administers,
    }: { clientId: string | null; scopes: readonly Scope[] | undefined; reading: boolean; administers: boolean },
  ): Promise<ApiCaller> {
    const client =
      clientId === null
        ? (await db.clients.list({ limit: 1, after: null, among: clientIds }))[0]
        : ((await db.clients.find(clientId)) ?? undefined);
    if (client === undefined || !mayWorkOn({ clientIds }, client.id)) throw new Problem('client.not_found');
    if (!mayUseScopes(role, client.mode, { scopes, reading })) throw new Problem('auth.role_missing');
    const mayToo = mayAdminister(role, client.mode);
    if (administers && !mayToo) throw new Problem('auth.role_missing');
    return { clientId: client.id, actorId, scopes: scopesOfRole(role, client.mode), administers: mayToo };
  };
}

export type ChooseClient = ReturnType<typeof createChooseClient>;
