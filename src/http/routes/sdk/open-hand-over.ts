import { openHandOverRoute } from '../../../contract/routes/sdk-hand-over.ts';
import type { Device } from '../../../domain/verifications/verification.ts';
import type { createOpenHandOver } from '../../../services/hand-over/open-hand-over.ts';
import type { StartedSession } from '../../../services/starts/start-request.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { deviceOf } from './device.ts';
import { sessionAnswerOf } from './session-answer.ts';

export function bindOpenHandOver(openHandOver: ReturnType<typeof createOpenHandOver>) {
  return bindRoute(openHandOverRoute, async ({ input: { body }, address, raw, effect }) => {
    const answerOf = (started: StartedSession) => respond(201, sessionAnswerOf(started));
    const device = (before: Device) => deviceOf(body, { address, raw }, before);
    return answerOf(await openHandOver(body.handOverToken, device, effect.answering(answerOf)));
  });
}
