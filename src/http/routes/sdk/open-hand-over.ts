import { openHandOverRoute } from '../../../contract/routes/sdk-hand-over.ts';
import type { createOpenHandOver } from '../../../services/hand-over/open-hand-over.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { deviceOf } from './device.ts';
import { sessionAnswerOf } from './session-answer.ts';

export function bindOpenHandOver(openHandOver: ReturnType<typeof createOpenHandOver>) {
  return bindRoute(openHandOverRoute, async ({ input: { body }, address, raw }) => {
    const started = await openHandOver(body.handOverToken, (before) => deviceOf(body, { address, raw }, before));
    return respond(201, sessionAnswerOf(started));
  });
}
