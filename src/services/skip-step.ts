import type { SessionStep } from '../contract/session-step.ts';
import type { Clock } from '../domain/ports/clock.ts';
import { Problem } from '../domain/errors.ts';
import type { LiveChannel } from '../domain/ports/live-channel.ts';
import type { Database, SessionOfVerification } from '../domain/repositories/repositories.ts';
import type { StepOutcome } from '../domain/step-run.ts';
import type { StepSchema } from '../steps/define-step-schema.ts';
import { advanceVerification } from './advance-verification.ts';
import { canSkipStep } from './decide-verification.ts';
import type { Flows } from './load-flow.ts';
import { lockWaitingStep, requireOpen } from './open-session.ts';
import type { HandOverJobs } from './relay-outbox.ts';
import { appendStepMessage, readSessionStep } from './session-state.ts';
import { recordEvent } from './webhooks/record-event.ts';

/** The person leaves a step out that the flow lets them leave out. Its record says so. */
export function createSkipStep({
  db,
  flows,
  live,
  handOverJobs,
  clock,
  engineVersion,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  handOverJobs: HandOverJobs;
  clock: Clock;
  engineVersion: string;
}) {
  return async function skipStep(session: SessionOfVerification, stepId: string): Promise<SessionStep> {
    requireOpen(session);
    const { sequence, jobs, state } = await db.transaction(async (tx) => {
      const { verification, flow, run, step } = await lockWaitingStep(tx, flows, session, stepId);
      if (!canSkipStep(flow, stepId)) throw new Problem('step.not_skippable');
      const at = clock.now();
      await tx.stepRuns.skip(run, skippedOutcome(step.schema), at);
      await tx.verifications.extend(verification.id, flow.document.sessionTtlMinutes);
      const happening = { type: 'verification.step_completed', step: run } as const;
      const events = await recordEvent(tx, { happening, verification, flow, at });
      const said = await appendStepMessage(tx, { verification, flow, stepRunId: run.id, at });
      const state = await readSessionStep(tx, { verification, flow, stepRunId: run.id });
      const advanced = await advanceVerification(tx, { verification, flow, flows, clock, engineVersion });
      return { jobs: [...events, ...advanced.jobs], sequence: advanced.sequence ?? said, state };
    });
    live.announce(session.verificationId, sequence);
    void handOverJobs(jobs);
    return state;
  };
}

function skippedOutcome(schema: StepSchema): StepOutcome {
  return {
    record: null,
    checks: Object.keys(schema.checks).map((id) => ({
      id,
      outcome: 'skipped',
      code: 'check.step_skipped',
      data: null,
      durationMs: 0,
    })),
    facts: {},
    traits: {},
    models: [],
  };
}
