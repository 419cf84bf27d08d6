import {
  advanceTestClockRoute,
  getTestClockRoute,
  listTestMessagesRoute,
  simulateVerificationRoute,
} from '../../contract/routes/test-mode.ts';
import type { TestClock } from '../../domain/repositories/test-clock-repository.ts';
import type { createSimulateVerification } from '../../services/test-mode/simulate-verification.ts';
import type { TestModeUseCases } from '../../services/test-mode/test-mode.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface TestModeRouteUseCases extends TestModeUseCases {
  simulateVerification: ReturnType<typeof createSimulateVerification>;
}

/** Actions for clients in test mode only. */
export function testModeRoutes(testMode: TestModeRouteUseCases): BoundRoute[] {
  return [
    bindRoute(listTestMessagesRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await testMode.listTestMessages(caller, query);
      return respond(200, { data: data.map((message) => ({ ...message, at: message.at.toISOString() })), nextCursor });
    }),

    bindRoute(simulateVerificationRoute, async ({ caller, input: { params, body } }) =>
      respond(200, await testMode.simulateVerification(caller, params.verificationId, body)),
    ),

    bindRoute(getTestClockRoute, async ({ caller }) => responseOf(await testMode.readTestClock(caller))),

    bindRoute(advanceTestClockRoute, async ({ caller, input: { body }, effect }) =>
      responseOf(await testMode.moveTestClock(caller, body.advanceSeconds, effect.storing(responseOf))),
    ),
  ];
}

const responseOf = ({ now, offsetSeconds }: TestClock) => respond(200, { now: now.toISOString(), offsetSeconds });
