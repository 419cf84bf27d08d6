import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { uniformOutcome } from '../../steps/uniform-outcome.ts';
import { canSkip } from '../flows/can-skip.ts';
import { appendStepMessage } from '../verifications/session-state.ts';
import { finishedStepsOf } from '../verifications/conclude-steps.ts';
import { recordEvent } from '../verifications/verification-events.ts';
import { createActOnStep, type ActOnStepDependencies } from './act-on-step.ts';
import { withEarlierFindings } from '../verifications/earlier-findings.ts';
import { extendAttempt } from './step-in-session.ts';

/** The person skips a step that the flow allows them to skip. The step's record says so. */
export function createSkipStep(dependencies: ActOnStepDependencies) {
  const actOnStep = createActOnStep(dependencies);
  return async function skipStep(session: SessionOfVerification, stepId: string): Promise<SessionStep> {
    return actOnStep(session, stepId, async (tx, { verification, flow, flowStep, run, runs, step }) => {
      if (!canSkip(flowStep)) throw new Problem('step.not_skippable');
      const at = dependencies.clock.now();
      const skipped = uniformOutcome(step.schema, { outcome: 'skipped', code: 'check.step_skipped' });
      const { config } = flowStep;
      const earlier = finishedStepsOf(flow, runs);
      await tx.stepRuns.skip(run, await withEarlierFindings(tx, skipped, { run, step, config, at, earlier }), at);
      const content = { type: 'verification.step_completed', step: run } as const;
      await recordEvent(tx, { content, verification, flow, at });
      await extendAttempt(tx, verification, flow);
      return appendStepMessage(tx, { verification, flow, stepRunId: run.id, at });
    });
  };
}
