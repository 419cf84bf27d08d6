import type { Clock } from '../../domain/ports/clock.ts';
import type { CodeSend, ContactChannel } from '../../domain/codes/contact.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Telemetry } from '../../domain/ports/telemetry.ts';
import { codeRules, isSameCode } from '../../domain/codes/one-time-code.ts';
import type { Database, Repositories, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { sendCountsOf } from '../../domain/codes/send-limits.ts';
import { testCodes } from '../../domain/codes/test-values.ts';
import { createKeyedMutex } from '../jobs/keyed-mutex.ts';
import type { Flows } from '../flows/load-flow.ts';
import { findStep, lockWaitingStep, requireOpen } from '../steps/step-in-session.ts';
import { waiting } from './send-code.ts';
import { appendStepMessage } from '../verifications/session-state.ts';

export interface CheckedCode {
  verified: boolean;
  attemptsLeft: number;
  code: 'code.wrong' | null;
}

/** The result of a counted guess. */
type Guess =
  | { outcome: 'right'; triesLeft: number; sequence: number }
  | { outcome: 'wrong' | 'expired' | 'superseded'; triesLeft: number };

/**
 * Compares the person's entry with the newest code of the step. Each guess is counted before it is compared, under the verification's lock,
 * so that of any number of parallel guesses five are compared. Count and confirmation share one transaction: when the process or the
 * database dies before the person gets an answer, the guess costs no try.
 */
export function createCheckCode({
  db,
  flows,
  live,
  clock,
  telemetry,
  approvedChannels,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  telemetry: Pick<Telemetry, 'codeChecked'>;
  /** Channels whose provider wants to know which codes were confirmed. */
  approvedChannels: readonly ContactChannel[];
}) {
  // Each guess holds a connection while it waits for its lock, so one session may not send many at once.
  const runExclusive = createKeyedMutex();

  /** Why a guess is refused without being counted; null when one is allowed. */
  async function findRefusal({ codeSends }: Pick<Repositories, 'codeSends'>, stepRunId: string) {
    const newest = await codeSends.findNewest(stepRunId);
    if (newest === null) return new Problem('code.not_requested');
    if (newest.confirmedAt !== null) return new Problem('code.used');
    if (newest.expired) return new Problem('code.expired');
    if (newest.tries < codeRules.tries) return null;
    // No more guesses until another code is sent, which may have to wait.
    const wait = await codeSends.findWait(stepRunId);
    return wait === null ? new Problem('code.tries_used_up') : waiting('code.tries_used_up', wait.waitSeconds);
  }

  async function compare(tx: Repositories, send: CodeSend, typed: string): Promise<Guess['outcome']> {
    if (isSameCode(typed, send.code)) return 'right';
    // The person typed an older code: the error says so, because they are reading the wrong message.
    const older = await tx.codeSends.listSuperseded(send.stepRunId, send.id);
    if (older.some(({ code }) => isSameCode(typed, code))) return 'superseded';
    const client = await tx.clients.find(send.clientId);
    if (client?.mode !== 'test') return 'wrong';
    if (isSameCode(typed, testCodes.expired)) return 'expired';
    return isSameCode(typed, testCodes.right) ? 'right' : 'wrong';
  }

  async function makeGuess(
    session: SessionOfVerification,
    { stepId, typed, networkAddress }: { stepId: string; typed: string; networkAddress: string },
  ): Promise<Guess> {
    return db.transaction(async (tx) => {
      const { verification, flow, run } = await lockWaitingStep(tx, flows, session, stepId);
      const counted = await tx.codeSends.countTry(run.id);
      if (counted === null) throw (await findRefusal(tx, run.id)) ?? new Problem('code.tries_used_up');
      const { send, triesLeft } = counted;
      const outcome = await compare(tx, send, typed);
      // Committed before the answer: a wrong guess uses up a try.
      if (outcome !== 'right') return { outcome, triesLeft };
      if (!(await tx.codeSends.confirm(send.id))) throw new Problem('code.used');
      await tx.stepRuns.setCodes(run.id, []);
      await tx.codeSends.countConfirmed(send.clientId, sendCountsOf({ ...send, networkAddress }));
      await tx.verifications.extend(verification.id, flow.document.sessionTtlMinutes);
      if (approvedChannels.includes(send.channel)) {
        await tx.outbox.add('code.approve', { codeSendId: send.id }, send.clientId);
      }
      const { sequence } = await appendStepMessage(tx, { verification, flow, stepRunId: run.id, at: clock.now() });
      return { outcome, triesLeft, sequence };
    });
  }

  return async function checkCode(
    session: SessionOfVerification,
    input: { stepId: string; typed: string; networkAddress: string },
  ): Promise<CheckedCode> {
    requireOpen(session);
    const known = await db.verifications.get(session.verificationId);
    const { step, run } = await findStep(db, flows, known, input.stepId);
    if (step.code === null) throw new Problem('step.route_not_applicable');
    if (run.status !== 'waiting') throw new Problem('step.not_waiting');
    const guess = await runExclusive(run.id, async () => {
      const refusal = await findRefusal(db, run.id);
      if (refusal !== null) throw refusal;
      return makeGuess(session, input);
    });
    telemetry.codeChecked(guess.outcome === 'right');
    if (guess.outcome !== 'right') {
      if (guess.outcome === 'expired') throw new Problem('code.expired');
      if (guess.outcome === 'superseded') throw new Problem('code.expired', { detail: 'A newer code was sent.' });
      return { verified: false, attemptsLeft: guess.triesLeft, code: 'code.wrong' };
    }
    live.announce(session.verificationId, guess.sequence);
    return { verified: true, attemptsLeft: Math.min(guess.triesLeft, codeRules.tries), code: null };
  };
}
