import { skipStepRoute } from '../../../contract/routes/sdk-steps.ts';
import type { createSkipStep } from '../../../services/steps/skip-step.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindSkipStep(skipStep: ReturnType<typeof createSkipStep>) {
  return bindRoute(skipStepRoute, async ({ caller, input: { params } }) =>
    respond(200, await skipStep(caller, params.stepId)),
  );
}
