import { Problem } from '../domain/errors.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { Repositories } from '../domain/repositories/repositories.ts';
import { isReverifiable, publicStartsPerDay } from '../domain/reverification.ts';
import type { StartedBy } from '../domain/verification.ts';
import { endPendingVerification, type EndedVerification } from './end-verification.ts';
import type { Flow, Flows } from './load-flow.ts';

const secondsPerDay = 86_400;

/**
 * Clears the way for another attempt of an identity that is there, by the rules of the flow, and ends the attempts that it
 * replaces. Starts with the public ids alone are counted and have to pause between attempts, and do not end what the backend
 * has started: otherwise whoever knows the ids could lock somebody out. Starts of the backend are the backend's own affair.
 * Answers what was ended, to be announced after the commit.
 * @throws Problem `identity.not_found`, `identity.not_reverifiable`, `identity.too_many_starts` or `session.cooldown`.
 */
export async function admitReverification(
  tx: Repositories,
  request: { identityId: string; flow: Flow; startedBy: StartedBy },
  { flows, clock }: { flows: Flows; clock: Clock },
): Promise<EndedVerification[]> {
  const { identityId, flow, startedBy } = request;
  await tx.identities.queueStart(identityId);
  const identity = await tx.identities.find(flow.clientId, identityId);
  if (identity === null) throw new Problem('identity.not_found');
  const attempts = await tx.verifications.readAttempts(identityId);
  const { status } = identity;
  const refuse = () =>
    new Problem('identity.not_reverifiable', {
      detail: attempts.running ? 'A verification of it is being judged.' : `The flow does not take it when ${status}.`,
      extra: { identityStatus: status },
    });
  if (!isReverifiable({ status, running: attempts.running }, flow.document.reverification.from)) throw refuse();
  if (startedBy !== 'backend') {
    if (attempts.publicStarts >= publicStartsPerDay) {
      throw new Problem('identity.too_many_starts', { retryAfterSeconds: secondsPerDay });
    }
    refuseBeforeCooldown(flow.document.cooldownMinutes * 60, attempts.secondsSinceVerdict);
  }

  const ended: EndedVerification[] = [];
  for (const pending of attempts.pending) {
    if (startedBy !== 'backend' && pending.startedBy === 'backend') continue;
    const verification = await tx.verifications.lock(pending.id);
    if (verification.status === 'running') throw refuse();
    const end = await endPendingVerification(tx, verification, 'cancelled', { flows, clock });
    if (end !== null) ended.push(end);
  }
  return ended;
}

function refuseBeforeCooldown(pauseSeconds: number, secondsSinceVerdict: number | null): void {
  if (secondsSinceVerdict === null || secondsSinceVerdict >= pauseSeconds) return;
  const left = Math.ceil(pauseSeconds - secondsSinceVerdict);
  throw new Problem('session.cooldown', { retryAfterSeconds: Math.max(1, left) });
}
