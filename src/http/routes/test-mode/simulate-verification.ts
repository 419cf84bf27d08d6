import { simulateVerificationRoute } from '../../../contract/routes/test-mode.ts';
import type { createSimulateVerification } from '../../../services/test-mode/simulate-verification.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindSimulateVerification(simulateVerification: ReturnType<typeof createSimulateVerification>) {
  return bindRoute(simulateVerificationRoute, async ({ caller, input: { params, body } }) =>
    respond(200, await simulateVerification(caller, params.verificationId, body)),
  );
}
