import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Verdict } from '../../domain/verifications/verification-status.ts';
import { endPendingVerification } from '../verifications/end-verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import { readVerificationRecord } from '../verifications/verification-record.ts';
import { requireTestMode } from './require-test-mode.ts';
import { simulateVerdict } from './simulate-verdict.ts';

export interface Simulation {
  status: Verdict | 'cancelled' | 'expired';
  codes: readonly ReasonCode[];
}

/** Ends an attempt of a client in test mode in the requested way, with the same records, events and messages as a real end. */
export function createSimulateVerification({
  db,
  flows,
  live,
  clock,
  engineVersion,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  engineVersion: string;
}) {
  async function end(tx: Repositories, verification: Verification, { status, codes }: Simulation) {
    if (status !== 'cancelled' && status !== 'expired') {
      const flow = await flows.getVersion(verification.flowVersionId, tx);
      return simulateVerdict(tx, { verification, flow, status, codes }, { flows, clock, engineVersion });
    }
    const ended = await endPendingVerification(tx, verification, status, { flows, clock, forced: true });
    if (ended === null) throw new Problem('verification.inputs_closed');
    return ended.sequence;
  }

  return async function simulateVerification(
    { clientId, actorId }: ApiCaller,
    verificationId: string,
    simulation: Simulation,
  ) {
    const found = await db.verifications.find(clientId, verificationId);
    if (found === null || found.status === 'deleted') throw new Problem('verification.not_found');
    await requireTestMode(db, clientId);
    const { record, sequence } = await db.transaction(async (tx) => {
      const verification = await tx.verifications.lock(verificationId);
      if (verification.status !== 'pending' && verification.status !== 'running') {
        throw new Problem('verification.inputs_closed');
      }
      const sequence = await end(tx, verification, simulation);
      const record = await readVerificationRecord(tx, flows, await tx.verifications.get(verificationId));
      await tx.audit.append([{ clientId, actorId, action: 'verification.simulated', subjectId: verificationId }]);
      return { record, sequence };
    });
    if (sequence !== null) live.announce(verificationId, sequence);
    return record;
  };
}
