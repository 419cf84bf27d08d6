import type { Clock } from '../domain/ports/clock.ts';
import type { CodeSend, ContactChannel } from '../domain/contact.ts';
import { Problem } from '../domain/errors.ts';
import type { LiveChannel } from '../domain/ports/live-channel.ts';
import type { Telemetry } from '../domain/ports/telemetry.ts';
import { codeRules, isSameCode } from '../domain/one-time-code.ts';
import type { Database, SessionOfVerification } from '../domain/repositories/repositories.ts';
import { sendCountsOf } from '../domain/send-limits.ts';
import { testCodes } from '../domain/test-values.ts';
import type { Flows } from './load-flow.ts';
import type { HandOverJobs } from './relay-outbox.ts';
import { findStep, lockWaitingStep, requireOpen } from './open-session.ts';
import { waiting } from './send-code.ts';
import { appendStepMessage } from './session-state.ts';

export interface CheckedCode {
  verified: boolean;
  attemptsLeft: number;
  code: 'code.wrong' | null;
}

/**
 * Compares what the person typed with the code of the step's newest press. The guess is counted before it is compared, in a
 * statement of its own: of any number of guesses at once, five are looked at.
 */
export function createCheckCode({
  db,
  flows,
  live,
  clock,
  telemetry,
  handOverJobs,
  approvedChannels,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  telemetry: Pick<Telemetry, 'codeChecked'>;
  handOverJobs: HandOverJobs;
  /** Channels whose provider wants to hear which codes were confirmed. */
  approvedChannels: readonly ContactChannel[];
}) {
  /** Why a guess was not even counted. */
  async function refusal(stepRunId: string): Promise<Problem> {
    const newest = await db.codeSends.findNewest(stepRunId);
    if (newest === null) return new Problem('code.not_requested');
    if (newest.confirmedAt !== null) return new Problem('code.used');
    if (newest.expired) return new Problem('code.expired');
    // No guess is taken any more until another code is sent, and that may have to wait.
    const wait = await db.codeSends.findWait(stepRunId);
    return wait === null ? new Problem('code.tries_used_up') : waiting('code.tries_used_up', wait.waitSeconds);
  }

  /** A code that a newer press has replaced is named as one: the person reads the wrong message. */
  async function isSuperseded(newest: CodeSend, typed: string): Promise<boolean> {
    const older = await db.codeSends.listSuperseded(newest.stepRunId, newest.id);
    return older.some(({ code }) => isSameCode(typed, code));
  }

  async function isRight(send: CodeSend, typed: string): Promise<boolean> {
    if (isSameCode(typed, send.code)) return true;
    const client = await db.clients.find(send.clientId);
    if (client?.mode !== 'test') return false;
    if (isSameCode(typed, testCodes.expired)) throw new Problem('code.expired');
    return isSameCode(typed, testCodes.right);
  }

  return async function checkCode(
    session: SessionOfVerification,
    { stepId, typed, networkAddress }: { stepId: string; typed: string; networkAddress: string },
  ): Promise<CheckedCode> {
    requireOpen(session);
    const known = await db.verifications.get(session.verificationId);
    const { run, step } = await findStep(db, flows, known, stepId);
    if (step.code === null) throw new Problem('step.route_not_applicable');
    if (run.status !== 'waiting') throw new Problem('step.not_waiting');
    const counted = await db.codeSends.countTry(run.id);
    if (counted === null) throw await refusal(run.id);
    const { send, triesLeft } = counted;
    if (!(await isRight(send, typed))) {
      telemetry.codeChecked(false);
      if (await isSuperseded(send, typed)) throw new Problem('code.expired', { detail: 'A newer code was sent.' });
      return { verified: false, attemptsLeft: triesLeft, code: 'code.wrong' };
    }

    const { sequence, jobs } = await db.transaction(async (tx) => {
      const { verification, flow } = await lockWaitingStep(tx, flows, session, stepId);
      // Another press may have come between the comparison and the lock.
      const newest = await tx.codeSends.findNewest(run.id);
      if (newest?.id !== send.id) throw new Problem('code.expired', { detail: 'A newer code was sent.' });
      if (!(await tx.codeSends.confirm(send.id))) throw new Problem('code.used');
      await tx.stepRuns.setCodes(run.id, []);
      await tx.codeSends.countConfirmed(send.clientId, sendCountsOf({ ...send, networkAddress }));
      await tx.verifications.extend(verification.id, flow.document.sessionTtlMinutes);
      const isApproved = approvedChannels.includes(send.channel);
      const jobs = isApproved ? [await tx.outbox.add('code.approve', { codeSendId: send.id })] : [];
      const { sequence } = await appendStepMessage(tx, { verification, flow, stepRunId: run.id, at: clock.now() });
      return { sequence, jobs };
    });
    live.announce(session.verificationId, sequence);
    if (jobs.length > 0) void handOverJobs(jobs);
    telemetry.codeChecked(true);
    return { verified: true, attemptsLeft: Math.min(triesLeft, codeRules.tries), code: null };
  };
}
