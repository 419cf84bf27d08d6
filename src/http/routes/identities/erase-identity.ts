import { eraseIdentityRoute } from '../../../contract/routes/identities.ts';
import type { createEraseIdentity } from '../../../services/erasure/erase-identity.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindEraseIdentity(eraseIdentity: ReturnType<typeof createEraseIdentity>) {
  return bindRoute(eraseIdentityRoute, async ({ caller, input: { params } }) => {
    await eraseIdentity(caller, params.identityId);
    return respond(204);
  });
}
