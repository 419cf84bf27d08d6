import { cancelSessionRoute } from '../../../contract/routes/sdk.ts';
import type { createCancelVerification } from '../../../services/verifications/end-verification.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindCancelSession(cancelVerification: ReturnType<typeof createCancelVerification>) {
  return bindRoute(cancelSessionRoute, async ({ caller }) =>
    respond(200, { ...(await cancelVerification(caller)), status: 'cancelled' }),
  );
}
