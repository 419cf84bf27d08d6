import type { Clock } from '../../domain/ports/clock.ts';
import type { StoredMessage } from '../../domain/ports/live-channel.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { appendMessage } from '../verifications/session-state.ts';

/**
 * Locks these attempts in the given order and removes everything that belongs to them. Devices that are still connected learn that the
 * session has ended. Returns the messages to announce after the commit.
 */
export async function emptyVerifications(
  tx: Repositories,
  { identityId, verificationIds }: { identityId: string; verificationIds: readonly string[] },
  clock: Clock,
): Promise<StoredMessage[]> {
  const attempts = [];
  for (const verificationId of verificationIds) attempts.push(await tx.verifications.lock(verificationId));
  const left = attempts.filter(({ status }) => status !== 'deleted');
  await tx.erasures.emptyVerifications(
    identityId,
    left.map(({ id }) => id),
  );
  const messages: StoredMessage[] = [];
  for (const { id: verificationId, status } of left) {
    if (status !== 'pending') continue;
    const message = { type: 'verification.finished', verificationId, identityId, outcome: 'cancelled' } as const;
    messages.push({ verificationId, sequence: await appendMessage(tx, verificationId, message, clock.now()) });
  }
  return messages;
}
