import { createChallengeRoute } from '../../../contract/routes/sdk-steps.ts';
import type { Challenge } from '../../../domain/verifications/challenge.ts';
import type { createDrawChallenge } from '../../../services/steps/draw-challenge.ts';
import { challengeOf } from '../../../services/verifications/session-state.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindCreateChallenge(drawChallenge: ReturnType<typeof createDrawChallenge>) {
  return bindRoute(createChallengeRoute, async ({ caller, input: { params }, effect }) => {
    const answerOf = (challenge: Challenge) => respond(201, challengeOf(challenge));
    return answerOf(await drawChallenge(caller, params.stepId, effect.answering(answerOf)));
  });
}
