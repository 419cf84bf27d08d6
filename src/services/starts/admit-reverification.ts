import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { AttemptsOfIdentity } from '../../domain/repositories/session-repositories.ts';
import type { IdentityStatus } from '../../domain/verifications/identity-status.ts';
import {
  isPublicReverification,
  isReverifiable,
  publicStartsPerDay,
  publicStartsPerNetwork,
} from '../../domain/verifications/reverification.ts';
import type { StartedBy } from '../../domain/verifications/verification.ts';
import { endPendingVerification, type EndedVerification } from '../verifications/end-verification.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';

const secondsPerDay = 86_400;

/**
 * Prepares another attempt of an existing identity under the flow's rules, and ends the attempts that it replaces. Starts without a client
 * token are counted by network and in total, must pause between attempts, and end neither attempts that the backend started nor attempts
 * that a person has begun: otherwise anyone who knows the ids could lock the person out. No limit applies to the backend's starts, and
 * strangers' starts never block them. Only the backend learns the identity's status: a forger could otherwise read the verdict on each try.
 * Returns the ended attempts, to be announced after the commit.
 * @throws Problem `identity.not_found`, `identity.not_reverifiable`, `identity.too_many_starts` or `session.cooldown`
 */
export async function admitReverification(
  tx: Repositories,
  request: { identityId: string; flow: Flow; startedBy: StartedBy; networkAddress: string | null },
  { flows, clock }: { flows: Flows; clock: Clock },
): Promise<EndedVerification[]> {
  const { identityId, flow, startedBy, networkAddress } = request;
  const { clientId } = flow;
  await tx.identities.queueStart(identityId);
  const identity = await tx.identities.find(clientId, identityId);
  if (identity === null) throw new Problem('identity.not_found');
  const attempts = await tx.verifications.readAttempts({ clientId, identityId }, networkAddress);
  const { status } = identity;
  const isPublic = startedBy !== 'backend';
  const refuse = () => (isPublic ? new Problem('identity.not_reverifiable') : refusalOf(status, attempts));
  if (!isReverifiable({ status, running: attempts.running }, flow.document.reverification.from)) throw refuse();
  if (isPublic) {
    refuseTooManyStarts(attempts);
    refuseBeforeCooldown(flow.document.cooldownMinutes * 60, attempts.secondsSinceVerdict);
  }

  const ended: EndedVerification[] = [];
  for (const pending of attempts.pending) {
    if (isPublic && pending.startedBy === 'backend') continue;
    const verification = await tx.verifications.lock(pending.id);
    if (verification.status === 'running' && !isPublicReverification(verification)) throw refuse();
    if (isPublic && (await tx.verifications.hasBegun(pending.id))) continue;
    const end = await endPendingVerification(tx, verification, 'cancelled', { flows, clock });
    if (end !== null) ended.push(end);
  }
  return ended;
}

/** For the backend, which may know the status. */
function refusalOf(status: IdentityStatus, { running }: Pick<AttemptsOfIdentity, 'running'>): Problem {
  return new Problem('identity.not_reverifiable', {
    detail: running ? 'A verification of it is being judged.' : `The flow does not take it when ${status}.`,
    extra: { identityStatus: status },
  });
}

function refuseTooManyStarts({ publicStartsHere, publicStarts, knownNetwork }: AttemptsOfIdentity): void {
  const tooManyHere = publicStartsHere >= publicStartsPerNetwork;
  const tooManyOfAll = !knownNetwork && publicStarts >= publicStartsPerDay;
  if (!tooManyHere && !tooManyOfAll) return;
  throw new Problem('identity.too_many_starts', { retryAfterSeconds: secondsPerDay });
}

function refuseBeforeCooldown(pauseSeconds: number, secondsSinceVerdict: number | null): void {
  if (secondsSinceVerdict === null || secondsSinceVerdict >= pauseSeconds) return;
  const left = Math.ceil(pauseSeconds - secondsSinceVerdict);
  throw new Problem('session.cooldown', { retryAfterSeconds: Math.max(1, left) });
}
