import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Origin } from '../../domain/media/media.ts';
import type { Repositories, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { createActOnStep, type ActOnStepDependencies } from './act-on-step.ts';
import { composeSubmit, parseSubmitInput } from './compose-submit.ts';
import {
  requireConsent,
  requireOpen,
  requireServerInput,
  originOf,
  type InputSource,
  type StepInSession,
} from './step-in-session.ts';
import { useChallengeOfSubmit } from './use-challenge.ts';

/** Submits a step: fixes its files and input, and schedules the work. */
export function createSubmitStep(dependencies: ActOnStepDependencies) {
  const { db, flows, live, clock } = dependencies;
  const actOnStep = createActOnStep(dependencies);

  /** For a transaction shared with other submits; null when the submit needs a separate one. */
  async function submitTogether(
    session: SessionOfVerification,
    stepId: string,
    body: unknown,
  ): Promise<SessionStep | null> {
    requireOpen(session);
    const flow = await flows.getVersion(session.verification.flowVersionId);
    const written = await db.submits.create(session, (context) =>
      composeSubmit(context, { flow, stepId, body, at: clock.now() }),
    );
    if (written === null) return null;
    live.announce(session.verificationId, written.sequence);
    return written.composed.state;
  }

  return async function submitStep(
    session: InputSource,
    stepId: string,
    body: unknown,
    effect: Effect<SessionStep> = unrecorded,
  ): Promise<SessionStep> {
    const ofDevice = 'verification' in session && !effect.keyed;
    const submitted = ofDevice ? await submitTogether(session, stepId, body) : null;
    const origin = originOf(session);
    return submitted ?? actOnStep(session, stepId, (tx, found) => submit(tx, found, { body, origin }), effect);
  };
}

export type SubmitStep = ReturnType<typeof createSubmitStep>;

/** For the transaction that holds the verification's lock. */
async function submit(
  tx: Repositories,
  found: StepInSession,
  { body, origin }: { body: unknown; origin: Origin },
): Promise<void> {
  const { flowStep, run, step } = found;
  if (origin === 'server') requireServerInput(found);
  await requireConsent(tx, found);
  const input = parseSubmitInput(step, body);
  const files = await tx.media.listOfAttempt(run.id, run.attempt);
  if (step.code !== null && (await tx.codeSends.findConfirmed(run.id)) === null) {
    throw new Problem('step.code_not_verified');
  }
  step.accept({ config: flowStep.config, input, files });
  await useChallengeOfSubmit(tx, found);
  await tx.stepRuns.submit(run, input, origin);
  await tx.outbox.add(step.job, { stepRunId: run.id, attempt: run.attempt }, found.verification.clientId);
}
