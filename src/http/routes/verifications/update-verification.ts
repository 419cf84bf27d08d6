import { updateVerificationRoute } from '../../../contract/routes/verifications.ts';
import type { createTagVerification } from '../../../services/verifications/tag-verification.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindUpdateVerification(tagVerification: ReturnType<typeof createTagVerification>) {
  return bindRoute(updateVerificationRoute, async ({ caller, input: { params, body } }) =>
    respond(200, await tagVerification(caller, params.verificationId, body.tags)),
  );
}
