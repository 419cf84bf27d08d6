import { submitStepRoute } from '../../../contract/routes/sdk-steps.ts';
import type { createSubmitStep } from '../../../services/submit-step.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindSubmitStep(submitStep: ReturnType<typeof createSubmitStep>) {
  return bindRoute(submitStepRoute, async ({ caller, input: { params, body } }) =>
    respond(202, await submitStep(caller, params.stepId, body)),
  );
}
