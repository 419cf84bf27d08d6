import { listIdentitiesRoute } from '../../../contract/routes/identities.ts';
import type { createListIdentities } from '../../../services/identities/list-identities.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListIdentities(listIdentities: ReturnType<typeof createListIdentities>) {
  return bindRoute(listIdentitiesRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listIdentities(caller, query);
    return respond(200, {
      data: data.map(({ createdAt, updatedAt, ...identity }) => ({
        ...identity,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      })),
      nextCursor,
    });
  });
}
