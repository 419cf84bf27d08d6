import type { SessionStep } from '../../../contract/sessions/session-step.ts';
import { submitInputRoute } from '../../../contract/routes/verifications.ts';
import type { createGiveInputs } from '../../../services/steps/give-inputs.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindSubmitInput({ submitInput }: Pick<ReturnType<typeof createGiveInputs>, 'submitInput'>) {
  return bindRoute(submitInputRoute, async ({ caller, input: { params, body }, effect }) => {
    const answerOf = (step: SessionStep) => respond(202, step);
    return answerOf(await submitInput(caller, params.verificationId, body, effect.answering(answerOf)));
  });
}
