import type { SessionStep } from '../../../contract/sessions/session-step.ts';
import { submitStepRoute } from '../../../contract/routes/sdk-steps.ts';
import type { createSubmitStep } from '../../../services/steps/submit-step.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindSubmitStep(submitStep: ReturnType<typeof createSubmitStep>) {
  return bindRoute(submitStepRoute, async ({ caller, input: { params, body }, effect }) => {
    const answerOf = (step: SessionStep) => respond(202, step);
    return answerOf(await submitStep(caller, params.stepId, body, effect.answering(answerOf)));
  });
}
