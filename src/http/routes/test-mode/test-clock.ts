import { advanceTestClockRoute, getTestClockRoute } from '../../../contract/routes/test-mode.ts';
import type { TestClock } from '../../../domain/repositories/test-clock-repository.ts';
import type { createMoveTestClock, createReadTestClock } from '../../../services/test-mode/move-test-clock.ts';
import { bindRoute, respond } from '../../bound-route.ts';

const answerOf = ({ now, offsetSeconds }: TestClock) => respond(200, { now: now.toISOString(), offsetSeconds });

export function bindGetTestClock(readTestClock: ReturnType<typeof createReadTestClock>) {
  return bindRoute(getTestClockRoute, async ({ caller }) => answerOf(await readTestClock(caller)));
}

export function bindAdvanceTestClock(moveTestClock: ReturnType<typeof createMoveTestClock>) {
  return bindRoute(advanceTestClockRoute, async ({ caller, input: { body }, effect }) =>
    answerOf(await moveTestClock(caller, body.advanceSeconds, effect.answering(answerOf))),
  );
}
