import { isCheckpointGenuine, signCheckpoint } from '../../domain/encryption/audit-mac.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** The purpose of the installation's key that signs checkpoints. */
export const checkpointPurpose = 'audit checkpoints';
/** A chain gets a checkpoint after this many lines, and an hour after the last one if it has grown at all. */
const due = { lines: 5_000, ageMs: 3_600_000 };

interface Parts {
  db: Pick<Database, 'audit' | 'auditCheckpoints' | 'installation'>;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

/**
 * Signs the end of every chain that has grown enough, and keeps it next to the chain: a check can begin there, and a history that somebody
 * wrote again no longer leads through it. A chain that has lost its end or its newest checkpoint gets no further one, because the old one
 * is the evidence. Returns the number of checkpoints.
 */
export function createCheckpointAudit({ db, clock, log }: Parts) {
  const reported = new Set<string>();

  async function checkpointClient(clientId: string): Promise<boolean> {
    const { end, checkpoint } = await db.audit.findTail(clientId);
    const key = await db.installation.deriveKey(checkpointPurpose);
    const broken = checkpoint !== null && !(checkpoint.held && isCheckpointGenuine(key, checkpoint));
    if (end?.genuine !== true || !end.held || broken) {
      if (!reported.has(clientId))
        log.error({ clientId }, 'the audit log does not hold its signed end: run verify-audit');
      reported.add(clientId);
      return false;
    }
    reported.delete(clientId);
    const previous = checkpoint?.sequence ?? 0;
    const { sequence, hash } = end;
    return db.auditCheckpoints.keep(signCheckpoint(key, { clientId, sequence, previous, hash, at: clock.now() }));
  }

  return async function checkpointAudit(): Promise<number> {
    let count = 0;
    const failures: unknown[] = [];
    // A client's key that is unavailable must not stop the checkpoints of other clients.
    for (const clientId of await db.auditCheckpoints.listDue(due)) {
      try {
        if (await checkpointClient(clientId)) count += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} audit logs got no checkpoint`);
    return count;
  };
}
