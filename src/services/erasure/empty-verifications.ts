import type { Clock } from '../../domain/ports/clock.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { appendMessage } from '../verifications/session-state.ts';

/** The last message on an attempt's sockets. */
export interface Farewell {
  verificationId: string;
  sequence: number;
}

/**
 * Locks these attempts in the given order and removes everything that belongs to them. Devices that are still connected learn that the
 * session has ended. Returns the messages to announce after the commit.
 */
export async function emptyVerifications(
  tx: Repositories,
  { identityId, verificationIds }: { identityId: string; verificationIds: readonly string[] },
  clock: Clock,
): Promise<Farewell[]> {
  const attempts = [];
  for (const verificationId of verificationIds) attempts.push(await tx.verifications.lock(verificationId));
  const left = attempts.filter(({ status }) => status !== 'deleted');
  await tx.erasures.emptyVerifications(
    identityId,
    left.map(({ id }) => id),
  );
  const said: Farewell[] = [];
  for (const { id: verificationId, status } of left) {
    if (status !== 'pending') continue;
    const message = { type: 'verification.finished', verificationId, identityId, outcome: 'cancelled' } as const;
    said.push({ verificationId, sequence: await appendMessage(tx, verificationId, message, clock.now()) });
  }
  return said;
}
