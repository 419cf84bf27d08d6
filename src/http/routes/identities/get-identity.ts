import type { RouteBody } from '../../../contract/define-route.ts';
import { getIdentityRoute } from '../../../contract/routes/identities.ts';
import type { createReadIdentity } from '../../../services/identities/read-identity.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetIdentity(readIdentity: ReturnType<typeof createReadIdentity>) {
  return bindRoute(getIdentityRoute, async ({ caller, input: { params } }) => {
    // The record went through the response's schema when it was stored, and is sent as it is.
    const record: unknown = await readIdentity(caller, params.identityId);
    return respond(200, record as RouteBody<typeof getIdentityRoute, 200>);
  });
}
