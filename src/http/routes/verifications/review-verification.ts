import { reviewVerificationRoute } from '../../../contract/routes/verifications.ts';
import type { createReviewVerification } from '../../../services/verifications/review-verification.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindReviewVerification(reviewVerification: ReturnType<typeof createReviewVerification>) {
  return bindRoute(reviewVerificationRoute, async ({ caller, input: { params, body } }) =>
    respond(200, await reviewVerification(caller, params.verificationId, body)),
  );
}
