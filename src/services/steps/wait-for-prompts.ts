import { Problem } from '../../domain/faults/errors.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { findStep, requireOpen } from './step-in-session.ts';
import type { SendPrompts } from './send-prompts.ts';
import { progressOf, recordedKindOf, type RecordingProgress } from './take-chunk.ts';
import { findOpenChallenge, requireChallenge } from './use-challenge.ts';

/** How long a request waits for a prompt, and how often it polls, since an announcement can be lost. */
const longPollMs = 8_000;
const pollEveryMs = 1_000;

/** For devices without a socket: answers when there are more than `known` prompts and colours, or after a timeout. */
export function createWaitForPrompts({
  db,
  flows,
  live,
  sendPrompts,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'subscribe'>;
  sendPrompts: Pick<SendPrompts, 'look'>;
}) {
  return async function waitForPrompts(
    session: SessionOfVerification,
    stepId: string,
    { challengeId, known }: { challengeId: string; known: number },
  ): Promise<RecordingProgress> {
    requireOpen(session);
    const { verificationId } = session;
    const step = await findStep(db, flows, await db.verifications.get(verificationId), stepId);
    const kind = recordedKindOf(step);
    const until = performance.now() + longPollMs;
    for (;;) {
      await requireChallenge(db, step, { kind, challengeId });
      await sendPrompts.look({ verificationId, stepId, challengeId });
      const challenge = await findOpenChallenge(db, { verificationId, challengeId });
      if (challenge === null) throw new Problem('challenge.expired');
      const progress = progressOf(challengeId, challenge.recording);
      const leftMs = until - performance.now();
      if (progress.prompts.length + progress.colours.length > known || leftMs <= 0) return progress;
      await nextMessage(verificationId, Math.min(pollEveryMs, leftMs));
    }
  };

  function nextMessage(verificationId: string, atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve();
      };
      const timer = setTimeout(end, atMostMs);
      const unsubscribe = live.subscribe(verificationId, end);
    });
  }
}
