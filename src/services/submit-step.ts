import { ZodError } from 'zod';
import type { SessionStep } from '../contract/session-step.ts';
import { findFaults } from '../contract/faults.ts';
import type { Clock } from '../domain/ports/clock.ts';
import { unrecorded, type Effect } from '../domain/effect.ts';
import { Problem } from '../domain/errors.ts';
import type { LiveChannel } from '../domain/ports/live-channel.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import type { Step } from '../steps/define-step.ts';
import { advanceVerification } from './advance-verification.ts';
import type { Flows } from './load-flow.ts';
import {
  lockWaitingStep,
  noteProgress,
  requireConsent,
  requireOpen,
  requireServerInput,
  type InputGiver,
} from './open-session.ts';
import type { HandOverJobs } from './relay-outbox.ts';
import { appendStepMessage, readSessionStep } from './session-state.ts';
import { useChallengeOfSubmit } from './use-challenge.ts';

/** Hands a step in: the files and the input are fixed, and the work goes to the workers. */
export function createSubmitStep({
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
  return async function submitStep(
    session: InputGiver,
    stepId: string,
    body: unknown,
    effect: Effect<SessionStep> = unrecorded,
  ): Promise<SessionStep> {
    requireOpen(session);
    const { jobs, sequence, state } = await db.transaction(async (tx) => {
      const found = await lockWaitingStep(tx, flows, session, stepId);
      const { verification, flow, flowStep, run, step } = found;
      if (session.origin === 'server') requireServerInput(found);
      await requireConsent(tx, found);
      const input = parseInput(step, body);
      const files = await tx.media.listOfAttempt(run.id, run.attempt);
      if (step.code !== null && (await tx.codeSends.findConfirmed(run.id)) === null) {
        throw new Problem('step.code_not_verified');
      }
      step.accept({ config: flowStep.config, input, files });
      await useChallengeOfSubmit(tx, found);

      await tx.stepRuns.submit(run, input, session.origin ?? 'sdk');
      const job = await tx.outbox.add(step.job, { stepRunId: run.id, attempt: run.attempt });
      await noteProgress(tx, verification, flow);
      const said = await appendStepMessage(tx, { verification, flow, stepRunId: run.id, at: clock.now() });
      const advanced = await advanceVerification(tx, { verification, flow, flows, clock, engineVersion });
      const state = await readSessionStep(tx, { verification, flow, stepRunId: run.id });
      await effect.record(tx, state);
      return { jobs: [job, ...advanced.jobs], sequence: advanced.sequence ?? said, state };
    });
    live.announce(session.verificationId, sequence);
    void handOverJobs(jobs);
    return state;
  };
}

export type SubmitStep = ReturnType<typeof createSubmitStep>;

function parseInput(step: Step, body: unknown): unknown {
  try {
    return step.parseInput(body);
  } catch (error) {
    throw error instanceof ZodError ? new Problem('request.invalid', { errors: findFaults(error) }) : error;
  }
}
