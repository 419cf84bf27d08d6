import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { advanceVerification } from '../verifications/advance-verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import {
  lockWaitingStep,
  extendAttempt,
  requireOpen,
  originOf,
  type InputSource,
  type StepInSession,
} from './step-in-session.ts';
import { appendStepMessage } from '../verifications/session-state.ts';
import { recordStart } from '../verifications/verification-events.ts';

export interface ActOnStepDependencies {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  engineVersion: string;
}

/**
 * What all final acts of a person on a waiting step share: lock the verification, move the step, extend the session, notify the sockets,
 * and advance the verification. Returns the new state of the step.
 */
export function createActOnStep({ db, flows, live, clock, engineVersion }: ActOnStepDependencies) {
  return async function actOnStep(
    session: InputSource,
    stepId: string,
    /** Moves the step. */
    act: (tx: Repositories, found: StepInSession) => Promise<void>,
    effect: Effect<SessionStep> = unrecorded,
  ): Promise<SessionStep> {
    requireOpen(session);
    const { sequence, step } = await db.transaction(async (tx) => {
      const found = await lockWaitingStep(tx, flows, session, stepId);
      const { verification, flow, run } = found;
      if (originOf(session) === 'server') await recordStart(tx, { verification, flow, at: clock.now() });
      await act(tx, found);
      await extendAttempt(tx, verification, flow);
      const message = await appendStepMessage(tx, { verification, flow, stepRunId: run.id, at: clock.now() });
      const advanced = await advanceVerification(tx, { verification, flow, flows, clock, engineVersion });
      await effect.record(tx, message.step);
      return { sequence: advanced ?? message.sequence, step: message.step };
    });
    live.announce(session.verificationId, sequence);
    return step;
  };
}
