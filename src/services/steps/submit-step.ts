import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Origin } from '../../domain/media/media.ts';
import type { Repositories, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { createActOnStep, type ActedOnStep, type ActOnStepDependencies } from './act-on-step.ts';
import { composeSubmit, needsMoreThanContext } from './compose-submit.ts';
import { requireOpen, originOf, type InputSource, type StepInSession } from './step-in-session.ts';
import { useChallengeOfSubmit } from './use-challenge.ts';

/**
 * Submits a step: fixes its files and input, and schedules the work. `composeSubmit` has the rules and the rows of every submit; most are
 * written in a transaction that they share with submits of other verifications, the others in a separate one.
 */
export function createSubmitStep(dependencies: ActOnStepDependencies) {
  const { db, flows, live, clock } = dependencies;
  const actOnStep = createActOnStep(dependencies);

  /** Null for a submit that needs a separate transaction: one that completes the inputs or needs more queries. */
  async function submitTogether(
    session: SessionOfVerification,
    stepId: string,
    body: unknown,
  ): Promise<SessionStep | null> {
    requireOpen(session);
    const flow = await flows.getVersion(session.verification.flowVersionId);
    const written = await db.sharedSubmits.create(session, (context) => {
      if (needsMoreThanContext(context, flow, stepId)) return null;
      const given = { flow, stepId, body, origin: 'sdk', begun: true, codes: [], at: clock.now() } as const;
      const composed = composeSubmit(context, given);
      return composed.completesInputs ? null : composed;
    });
    if (written === null) return null;
    live.announce(session.verificationId, written.sequence);
    return written.composed.state;
  }

  /** For the transaction that holds the verification's lock. */
  async function submitAlone(
    tx: Repositories,
    found: StepInSession,
    { body, origin }: { body: unknown; origin: Origin },
  ): Promise<ActedOnStep> {
    const { verification, flow, flowStep } = found;
    const context = await tx.submits.read(verification.id);
    const { submit, state } = composeSubmit(context, {
      ...{ flow, stepId: flowStep.id, body, origin, at: clock.now() },
      begun: verification.device !== null,
      codes: context.codes ? await tx.codeSends.listStates(verification.id) : [],
    });
    await useChallengeOfSubmit(tx, found);
    const { sequence } = await tx.submits.write(verification, submit);
    return { step: state, sequence };
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
    return submitted ?? actOnStep(session, stepId, (tx, found) => submitAlone(tx, found, { body, origin }), effect);
  };
}

export type SubmitStep = ReturnType<typeof createSubmitStep>;
