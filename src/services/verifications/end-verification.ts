import type { Clock } from '../../domain/ports/clock.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database, Repositories, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import { keepForgedDocuments } from './keep-forged-documents.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { appendMessage } from './session-state.ts';
import type { Log } from '../../domain/ports/log.ts';
import { createWorkThrough } from '../jobs/work-through.ts';
import { recordEvent } from './verification-events.ts';

interface Dependencies {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
}

/** An attempt that was ended, and the session message about it, to be announced after the commit. */
export interface EndedVerification {
  verification: Verification;
  sequence: number;
}

/**
 * Ends a pending attempt without a verdict. The caller holds its row. The identity keeps its status. Returns null when the attempt is no
 * longer pending.
 */
export async function endPendingVerification(
  tx: Repositories,
  verification: Verification,
  status: 'cancelled' | 'expired',
  { flows, clock, forced = false }: Pick<Dependencies, 'flows' | 'clock'> & { forced?: boolean },
): Promise<EndedVerification | null> {
  const { id: verificationId, identityId } = verification;
  if (verification.status !== 'pending') return null;
  // The attempt may have made progress since it was found overdue.
  if (status === 'expired' && !forced && !(await tx.verifications.isOverdue(verificationId))) return null;
  await tx.verifications.move(verification, status, { finished: true });
  const flow = await flows.getVersion(verification.flowVersionId, tx);
  await keepForgedDocuments(tx, verification, flow);
  await refreshIdentityRecord(tx, identityId, flows);
  const message = { type: 'verification.finished', verificationId, identityId, outcome: status } as const;
  const sequence = await appendMessage(tx, verificationId, message, clock.now());
  const content = { type: `verification.${status}` } as const;
  await recordEvent(tx, { content, verification: { ...verification, status }, flow, at: clock.now() });
  return { verification, sequence };
}

async function endVerification(
  { db, flows, live, clock }: Dependencies,
  verificationId: string,
  status: 'cancelled' | 'expired',
): Promise<Verification | null> {
  const ended = await db.transaction(async (tx) => {
    const verification = await tx.verifications.lock(verificationId);
    return endPendingVerification(tx, verification, status, { flows, clock });
  });
  if (ended === null) return null;
  live.announce(verificationId, ended.sequence);
  return ended.verification;
}

/** The person cancels. Cancelling twice has the same effect as cancelling once. */
export function createCancelVerification(dependencies: Dependencies) {
  return async function cancelVerification(
    session: SessionOfVerification,
  ): Promise<{ identityId: string; verificationId: string }> {
    const ended = await endVerification(dependencies, session.verificationId, 'cancelled');
    const verification = ended ?? (await dependencies.db.verifications.get(session.verificationId));
    if (ended === null && verification.status !== 'cancelled') throw new Problem('session.ended');
    return { identityId: verification.identityId, verificationId: verification.id };
  };
}

const batch = 100;
const budgetMs = 30_000;

/**
 * Ends every attempt that has made no progress for its flow's time, by the database's clock. An attempt that cannot be ended stops no
 * other. Returns the number of ended attempts.
 */
export function createExpireVerifications(dependencies: Dependencies & { log: Pick<Log, 'error'> }) {
  const { db, log } = dependencies;
  const workThrough = createWorkThrough({ cronJob: 'expire-verifications', log, budgetMs });
  return async function expireVerifications(): Promise<number> {
    let expired = 0;
    await workThrough(
      (except) => db.verifications.listOverdue(batch, except),
      (verificationId) => verificationId,
      async (verificationId) => {
        if ((await endVerification(dependencies, verificationId, 'expired')) !== null) expired += 1;
      },
    );
    return expired;
  };
}
