import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { bindSimulateVerification } from '../http/routes/test-mode/simulate-verification.ts';
import { bindAdvanceTestClock, bindGetTestClock } from '../http/routes/test-mode/test-clock.ts';
import { createExpireVerifications } from '../services/verifications/end-verification.ts';
import type { HandOverJobs } from '../services/jobs/relay-outbox.ts';
import { createMoveTestClock, createReadTestClock } from '../services/test-mode/move-test-clock.ts';
import { createSimulateVerification } from '../services/test-mode/simulate-verification.ts';

/** What only a client in test mode can do. */
export function bindTestModeRoutes(container: Container, handOverJobs: HandOverJobs): BoundRoute[] {
  const expireVerifications = createExpireVerifications(container);
  return [
    bindSimulateVerification(createSimulateVerification({ ...container, handOverJobs })),
    bindGetTestClock(createReadTestClock(container)),
    bindAdvanceTestClock(createMoveTestClock({ ...container, expireVerifications })),
  ];
}
