import { sendCodeRoute } from '../../../contract/routes/sdk-steps.ts';
import type { createSendCode, SentCode } from '../../../services/codes/send-code.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindSendCode(sendCode: ReturnType<typeof createSendCode>) {
  return bindRoute(sendCodeRoute, async ({ caller, input: { params, body }, address, effect }) => {
    const answerOf = (sent: SentCode) => respond(202, sent);
    const press = { stepId: params.stepId, body, networkAddress: address };
    return answerOf(await sendCode(caller, press, effect.answering(answerOf)));
  });
}
