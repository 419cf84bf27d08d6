import { getVerificationRoute } from '../../../contract/routes/verifications.ts';
import type { createReadVerification } from '../../../services/verifications/read-verification.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetVerification(readVerification: ReturnType<typeof createReadVerification>) {
  return bindRoute(getVerificationRoute, async ({ caller, input: { params } }) =>
    respond(200, await readVerification(caller, params.verificationId)),
  );
}
