import type { History } from '../domain/ports/history.ts';
import type { Repositories } from '../domain/repositories/repositories.ts';
import type { Verification } from '../domain/verification.ts';

/** What a verification's conclusions may ask about others, on the deciding transaction. */
export function createHistory(tx: Repositories, { clientId, identityId }: Verification): History {
  return {
    listIdentitiesWith: (trait, value, limit) =>
      tx.blindIndexes.listOtherIdentities({ clientId, identityId }, { trait, value }, limit),
  };
}
