import { checkCodeRoute } from '../../../contract/routes/sdk-steps.ts';
import type { createCheckCode } from '../../../services/codes/check-code.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindCheckCode(checkCode: ReturnType<typeof createCheckCode>) {
  return bindRoute(checkCodeRoute, async ({ caller, input: { params, body }, address }) =>
    respond(200, await checkCode(caller, { stepId: params.stepId, typed: body.code, networkAddress: address })),
  );
}
