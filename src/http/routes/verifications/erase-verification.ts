import { deleteVerificationRoute } from '../../../contract/routes/verifications.ts';
import type { createEraseVerification } from '../../../services/erasure/erase-verification.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindEraseVerification(eraseVerification: ReturnType<typeof createEraseVerification>) {
  return bindRoute(deleteVerificationRoute, async ({ caller, input: { params } }) => {
    await eraseVerification(caller, params.verificationId);
    return respond(204);
  });
}
