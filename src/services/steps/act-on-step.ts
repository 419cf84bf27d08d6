import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { advanceVerification } from '../verifications/advance-verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import { lockWaitingStep, requireOpen, originOf, type InputSource, type StepInSession } from './step-in-session.ts';
import { recordStart } from '../verifications/verification-events.ts';

export interface ActOnStepDependencies {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  engineVersion: string;
}

export interface ActedOnStep {
  /** The step's new state. */
  step: SessionStep;
  /** The sequence number of the session's message about it. */
  sequence: number;
}

/**
 * What all final acts of a person on a waiting step share: lock the verification, act, advance the verification, and notify the sockets. Returns the new state of the step.
 */
export function createActOnStep({ db, flows, live, clock, engineVersion }: ActOnStepDependencies) {
  return async function actOnStep(
    session: InputSource,
    stepId: string,
    /** Moves the step, extends the attempt and stores the message about the step. */
    act: (tx: Repositories, found: StepInSession) => Promise<ActedOnStep>,
    effect: Effect<SessionStep> = unrecorded,
  ): Promise<SessionStep> {
    requireOpen(session);
    const { sequence, step } = await db.transaction(async (tx) => {
      const found = await lockWaitingStep(tx, flows, session, stepId);
      const { verification, flow } = found;
      if (originOf(session) === 'server') await recordStart(tx, { verification, flow, at: clock.now() });
      const acted = await act(tx, found);
      const advanced = await advanceVerification(tx, { verification, flow, flows, clock, engineVersion });
      await effect.record(tx, acted.step);
      return { ...acted, sequence: advanced ?? acted.sequence };
    });
    live.announce(session.verificationId, sequence);
    return step;
  };
}
