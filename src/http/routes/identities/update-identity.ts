import type { RouteBody } from '../../../contract/define-route.ts';
import { updateIdentityRoute } from '../../../contract/routes/identities.ts';
import type { createReadIdentity } from '../../../services/identities/read-identity.ts';
import type { createTagIdentity } from '../../../services/identities/tag-identity.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindUpdateIdentity(
  tagIdentity: ReturnType<typeof createTagIdentity>,
  readIdentity: ReturnType<typeof createReadIdentity>,
) {
  return bindRoute(updateIdentityRoute, async ({ caller, input: { params, body } }) => {
    await tagIdentity(caller, params.identityId, body.tags);
    // The record went through the response's schema when it was stored, and is sent as it is.
    const record: unknown = await readIdentity(caller, params.identityId);
    return respond(200, record as RouteBody<typeof updateIdentityRoute, 200>);
  });
}
