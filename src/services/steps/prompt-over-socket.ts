import type { Challenge } from '../../domain/verifications/challenge.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { appendMessage } from '../verifications/session-state.ts';

export type PromptOverSocket = (drawn: { verificationId: string; stepId: string; challenge: Challenge }) => void;

/**
 * Tells the session's sockets each prompt when it is due, counted from the drawing, for as long as the challenge is open. A
 * convenience: the challenge itself lists them all, and with this process the remaining prompts are lost.
 */
export function createPromptOverSocket({
  db,
  live,
  clock,
}: {
  db: Database;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
}): PromptOverSocket {
  return ({ verificationId, stepId, challenge }) => {
    if (challenge.content.kind !== 'prompts') return;
    const { id: challengeId, stepRunId, attempt } = challenge;
    challenge.content.prompts.forEach(({ action, atMs }, promptIndex) => {
      const prompt = { type: 'challenge.prompt', stepId, challengeId, promptIndex, action } as const;
      const tell = async () => {
        const sequence = await db.transaction(async (tx) =>
          (await tx.challenges.look(challengeId, { stepRunId, attempt })) === 'open'
            ? appendMessage(tx, verificationId, prompt, clock.now())
            : null,
        );
        if (sequence !== null) live.announce(verificationId, sequence);
      };
      // Nothing waits for it, neither the process's end nor a database that is away.
      setTimeout(() => void tell().catch(() => {}), atMs).unref();
    });
  };
}
