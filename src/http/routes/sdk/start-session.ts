import { startSessionRoute } from '../../../contract/routes/sdk.ts';
import type { createStartSession } from '../../../services/starts/start-session.ts';
import type { StartedSession } from '../../../services/starts/start-request.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { foreignOriginOf, isOwnPage } from '../../public-url.ts';
import { deviceOf } from './device.ts';
import { sessionAnswerOf } from './session-answer.ts';

export function bindStartSession(startSession: ReturnType<typeof createStartSession>) {
  return bindRoute(startSessionRoute, async ({ input: { body }, address, raw, effect }) => {
    const request = {
      clientId: body.clientId,
      flowId: body.flowId,
      metadata: body.metadata ?? {},
      clientToken: body.clientToken ?? null,
      startedBy: isOwnPage(raw) ? ('link' as const) : ('device' as const),
      origin: foreignOriginOf(raw),
      device: deviceOf(body, { address, raw }),
    };
    const answerOf = (started: StartedSession) => respond(201, sessionAnswerOf(started));
    return answerOf(await startSession(request, effect.answering(answerOf)));
  });
}
